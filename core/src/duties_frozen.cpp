// Frozen and undivided melds: each found its place, or gave up its jokers for laid tiles.
#include <algorithm>

#include "duties.hpp"

namespace tilerummy {
namespace {

class FrozenDuty {
  public:
    FrozenDuty(const Rules& rules, const Melds& before, const Change& change)
        : rules_(rules), change_(change) {
        for (const Meld* meld : change.fresh) {
            readings_.push_back(*read_as(*meld, meld->kind, rules));
            used_.push_back(0);
            laid_ += counts_of(*meld);
        }
        for (int gone : change.gone) {
            const Meld& meld = before[static_cast<std::size_t>(gone)];
            if (meld.has_joker()) bound_.push_back(&meld);
            laid_ -= counts_of(meld);
        }
    }

    bool met(std::size_t at = 0) {
        if (at == bound_.size()) return true;
        const Meld& meld = *bound_[at];
        auto was = read_as(meld, meld.kind, rules_);
        Meld row;
        row.kind = meld.kind;
        return exchange(at, meld, *was, 0, row);
    }

  private:
    // Decides tile by tile whether a joker stays or is exchanged for laid tiles.
    bool exchange(std::size_t at, const Meld& meld, const Reading& was, int place, Meld& row) {
        if (place == meld.size) return settle(at, meld, was, row);
        Code code = meld.tiles[static_cast<std::size_t>(place)];
        row.add(code);
        bool found = exchange(at, meld, was, place + 1, row);
        --row.size;
        if (found || !is_joker(code) || code == kMirror) return found;
        Face face = was.faces[static_cast<std::size_t>(place)];
        return stand_in(at, meld, was, place, row, face, places(code));
    }

    bool stand_in(std::size_t at, const Meld& meld, const Reading& was, int place, Meld& row,
                  Face face, int left) {
        if (!left) return exchange(at, meld, was, place + 1, row);
        Code joker = meld.tiles[static_cast<std::size_t>(place)];
        int number = face.number + (was.kind == Kind::run ? places(joker) - left : 0);
        for (int colour = 0; colour < kColours; ++colour) {
            if (!may_stand(meld, was, joker, face, colour)) continue;
            Code code = tile(colour, number);
            if (!laid_[code] || (was.kind == Kind::group && row.count(code))) continue;
            --laid_[code];
            row.add(code);
            bool found = stand_in(at, meld, was, place, row, face, left - 1);
            --row.size;
            ++laid_[code];
            if (found) return true;
        }
        return false;
    }

    bool may_stand(const Meld& meld, const Reading& was, Code joker, Face face, int colour) const {
        if (was.kind == Kind::run) return face.colour < 0 || face.colour == colour;
        if (bound_colour(joker) >= 0) return bound_colour(joker) == colour;
        int unbound = 0, width = 0;
        for (Code code : meld) {
            unbound += bound_colour(code) < 0;
            width += places(code);
        }
        bool settled = unbound == 1 && width == kColours;
        for (Code code : meld)
            if ((settled ? bound_colour(code) >= 0 : is_number(code)) &&
                bound_colour(code) == colour)
                return false;
        return true;
    }

    bool settle(std::size_t at, const Meld& meld, const Reading& was, const Meld& row) {
        bool frozen = rules_.joker_melds == JokerMelds::frozen;
        if (!frozen && !row.has_joker()) return met(at + 1);
        for (std::size_t f = 0; f < change_.fresh.size(); ++f) {
            const Meld& fresh = *change_.fresh[f];
            if (fresh.kind != meld.kind || fresh.size < row.size ||
                (frozen && fresh.size != row.size))
                continue;
            if (meld.kind == Kind::group) {
                if (used_[f] || readings_[f].faces[0].number != was.faces[0].number ||
                    !counts_of(fresh).holds(counts_of(row)))
                    continue;
                if (with(f, ~0U, at)) return true;
                continue;
            }
            for (int start = 0; start + row.size <= fresh.size; ++start) {
                if (!std::equal(row.begin(), row.end(), fresh.begin() + start) ||
                    readings_[f].faces[static_cast<std::size_t>(start)].number !=
                        was.faces[0].number)
                    continue;
                std::uint32_t places = ((1U << row.size) - 1) << start;
                if (!(used_[f] & places) && with(f, places, at)) return true;
            }
        }
        return false;
    }

    bool with(std::size_t fresh, std::uint32_t places, std::size_t at) {
        used_[fresh] |= places;
        bool found = met(at + 1);
        used_[fresh] &= ~places;
        return found;
    }

    const Rules& rules_;
    const Change& change_;
    std::vector<const Meld*> bound_;
    std::vector<Reading> readings_;
    std::vector<std::uint32_t> used_;
    Counts laid_;
};

}  // namespace

bool meets_frozen_duty(const Rules& rules, const Melds& before, const Change& change) {
    return FrozenDuty(rules, before, change).met();
}

}  // namespace tilerummy
