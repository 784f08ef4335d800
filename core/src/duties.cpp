#include "duties.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

// A joker in a meld, and what it stands for there.
struct Place {
    Code code;
    int meld;
    Kind kind;
    Face face;

    bool means(const Place& other) const {
        if (kind != other.kind || face.number != other.face.number) return false;
        return kind == Kind::group || face.colour == other.face.colour;
    }
};

std::vector<Place> jokers_of(const Melds& melds, const Rules& rules) {
    std::vector<Place> found;
    for (std::size_t i = 0; i < melds.size(); ++i) {
        if (!melds[i].has_joker()) continue;
        auto reading = read_as(melds[i], melds[i].kind, rules);
        for (int p = 0; p < melds[i].size; ++p) {
            Code code = melds[i].tiles[static_cast<std::size_t>(p)];
            if (is_joker(code))
                found.push_back({code, static_cast<int>(i), melds[i].kind,
                                 reading->faces[static_cast<std::size_t>(p)]});
        }
    }
    return found;
}

bool share_a_number(const Meld& a, const Meld& b) {
    for (Code x : a)
        if (is_number(x) && b.count(x)) return true;
    return false;
}

class ReuseDuty {
    static constexpr int kElsewhere = -1;  // among the tiles that are still open

  public:
    ReuseDuty(const Rules& rules, const Change& change)
        : rules_(rules),
          change_(change),
          old_(jokers_of(change.gone, rules)),
          new_(jokers_of(change.fresh, rules)),
          now_(old_.size(), kElsewhere),
          taken_(new_.size(), false) {
        for (const Meld& meld : change.fresh) fresh_.push_back(counts_of(meld));
    }

    // Some of the play is still open: these tiles can become anything, and so many old jokers are
    // among them.
    void leave_open(const Counts& jokers, const Counts& tiles) {
        jokers_ = jokers;
        open_ = tiles;
    }

    // Tries every way to say where each old joker lies now.
    bool met(std::size_t at = 0) {
        if (at == old_.size()) return explained();
        if (jokers_[old_[at].code]) {
            --jokers_[old_[at].code];
            now_[at] = kElsewhere;
            bool found = met(at + 1);
            ++jokers_[old_[at].code];
            if (found) return true;
        }
        for (std::size_t n = 0; n < new_.size(); ++n) {
            if (taken_[n] || new_[n].code != old_[at].code) continue;
            taken_[n] = true;
            now_[at] = static_cast<int>(n);
            bool found = met(at + 1);
            taken_[n] = false;
            if (found) return true;
        }
        return false;
    }

  private:
    bool explained() const {
        std::vector<Counts> rests;
        for (const Meld& meld : change_.gone) rests.push_back(counts_of(meld));
        std::vector<std::size_t> freed;
        std::vector<bool> unknown(rests.size(), false);
        for (std::size_t i = 0; i < old_.size(); ++i) {
            if (now_[i] == kElsewhere) {
                unknown[static_cast<std::size_t>(old_[i].meld)] = true;
                continue;
            }
            const Place& now = new_[static_cast<std::size_t>(now_[i])];
            bool kept = old_[i].means(now) &&
                        share_a_number(change_.gone[static_cast<std::size_t>(old_[i].meld)],
                                       change_.fresh[static_cast<std::size_t>(now.meld)]);
            if (kept) continue;
            freed.push_back(i);
            --rests[static_cast<std::size_t>(old_[i].meld)][old_[i].code];
        }
        for (std::size_t i : freed) {
            const Counts& home =
                fresh_[static_cast<std::size_t>(new_[static_cast<std::size_t>(now_[i])].meld)];
            for (std::size_t r = 0; r < rests.size(); ++r) {
                if (rules_.reuse == Reuse::other_meld && static_cast<int>(r) != old_[i].meld)
                    continue;
                if (unknown[r] || !home.holds(rests[r]) || open_.holds(rests[r])) continue;
                int numbers = 0;
                for (int code = 0; code < kNumbered; ++code) numbers += rests[r][code];
                if (numbers < 2) continue;
                long others = std::count_if(fresh_.begin(), fresh_.end(),
                                            [&](const Counts& c) { return c.holds(rests[r]); }) -
                              1;
                long alike = 0;
                for (std::size_t k = 0; k < rests.size(); ++k)
                    alike += !unknown[k] && rests[k] == rests[r];
                if (others < alike) return false;
            }
        }
        return true;
    }

    const Rules& rules_;
    const Change& change_;
    std::vector<Place> old_, new_;
    std::vector<int> now_;
    std::vector<bool> taken_;
    std::vector<Counts> fresh_;
    Counts jokers_, open_;
};

// Frozen and undivided melds: each found its place, or gave up its jokers for laid tiles.
class FrozenDuty {
  public:
    FrozenDuty(const Rules& rules, const Change& change) : rules_(rules), change_(change) {
        for (const Meld& meld : change.gone)
            if (meld.has_joker()) bound_.push_back(&meld);
        for (const Meld& meld : change.fresh) {
            readings_.push_back(*read_as(meld, meld.kind, rules));
            used_.push_back(0);
        }
        laid_ = change.laid;
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
            const Meld& fresh = change_.fresh[f];
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

// Whether `now` is `was` with jokers replaced by special jokers of another kind.
bool swapped(const Meld& was, const Meld& now) {
    if (was.size != now.size || was.kind != now.kind) return false;
    Meld out, put;
    if (was.kind == Kind::run) {
        for (std::size_t i = 0; i < was.size; ++i)
            if (was.tiles[i] != now.tiles[i]) {
                out.add(was.tiles[i]);
                put.add(now.tiles[i]);
            }
    } else {
        Counts a = counts_of(was), b = counts_of(now);
        for (int code = 0; code < kCodes; ++code) {
            for (int i = b[code]; i < a[code]; ++i) out.add(static_cast<Code>(code));
            for (int i = a[code]; i < b[code]; ++i) put.add(static_cast<Code>(code));
        }
    }
    if (!out.size) return false;
    for (std::size_t i = 0; i < out.size; ++i)
        if (!is_joker(out.tiles[i]) || !is_special(put.tiles[i])) return false;
    return true;
}

}  // namespace

Change compare(const Melds& before, const Melds& after) {
    Change change;
    std::vector<bool> stays(before.size(), false);
    for (const Meld& meld : after) {
        bool found = false;
        for (std::size_t i = 0; i < before.size() && !found; ++i)
            if (!stays[i] && before[i] == meld) stays[i] = found = true;
        if (!found) change.fresh.push_back(meld);
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        if (!stays[i]) change.gone.push_back(before[i]);
    change.laid = counts_of(change.fresh);
    change.laid -= counts_of(change.gone);
    return change;
}

bool meets_duties(const Rules& rules, const Melds& before, const Melds& after) {
    if (!rules.has_duties()) return true;
    Change change = compare(before, after);
    if (std::none_of(change.gone.begin(), change.gone.end(),
                     [](const Meld& meld) { return meld.has_joker(); }))
        return true;
    if (rules.joker_melds != JokerMelds::free && !FrozenDuty(rules, change).met()) return false;
    if (rules.reuse != Reuse::anywhere && !ReuseDuty(rules, change).met()) return false;
    if (!rules.special_replaces_other)
        for (const Meld& fresh : change.fresh)
            for (const Meld& gone : change.gone)
                if (swapped(gone, fresh)) return false;
    return true;
}

bool may_meet_duties(const Rules& rules, const Melds& before, const Melds& fixed,
                     const Counts& table, const Counts& open) {
    if (rules.reuse == Reuse::anywhere) return true;
    Change change = compare(before, fixed);
    ReuseDuty duty(rules, change);
    Counts jokers;
    for (int code = kNumbered; code < kCodes; ++code) jokers[code] = table[code];
    duty.leave_open(jokers, open);
    return duty.met();
}

}  // namespace tilerummy
