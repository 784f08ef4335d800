#include "bounded_columns.hpp"

#include <algorithm>

#include "candidates.hpp"

namespace tilerummy {
namespace {

constexpr int kLongestNew = 5;
constexpr int kMoreAtAnEnd = 2;
constexpr std::size_t kMostColumns = 12'000;
constexpr int kPlainlySplit = 2;  // with more jokers a part of a long run could be jokers alone
constexpr int kLongestSpecial = 4;

bool is_peculiar(Code code) {
    return is_special(code) || code >= kColoured;
}

bool is_peculiar(const Meld& meld) {
    return std::any_of(meld.begin(), meld.end(), [](Code code) { return is_peculiar(code); });
}

class Columns {
  public:
    Columns(const Rules& rules, const Melds& table, const Counts& may, int moved)
        : rules_(rules), table_(table), may_(may), moved_(moved) {}

    BoundedColumns find(bool table_moves) {
        if (table_moves) {
            all_ = counts_of(table_);
            for (std::size_t i = 0; i < table_.size(); ++i) keep(i);
        }
        all_ += may_;
        out_.complete = all_[kJoker] <= kPlainlySplit;
        for (int number = 1; number <= kNumbers; ++number) groups(number, 0, {});
        for (int colour = 0; colour < kColours; ++colour)
            for (int from = 1; from + 2 <= kNumbers; ++from)
                for (int to = from + 2; to <= std::min(kNumbers, from + kLongestNew - 1); ++to)
                    runs(colour, from, to, to < kNumbers, -1);
        for (Code code = kDouble; code < kCodes; ++code)
            if (may_[code]) peculiar(code);
        if (table_moves)
            for (std::size_t i = 0; i < table_.size(); ++i) go_on(i);
        if (out_.all.size() >= kMostColumns) out_.complete = false;
        return std::move(out_);
    }

  private:
    void keep(std::size_t i) {
        out_.all.push_back({table_[i], static_cast<int>(i), 0, true});
        if (is_peculiar(table_[i])) out_.complete = false;
    }

    // A meld made anew, or out of any old one that shares enough with it.
    void add(const Meld& meld) {
        if (out_.all.size() >= kMostColumns) return;
        if (meld.size <= moved_) out_.all.push_back({meld, -1, meld.size});
        for (std::size_t i = 0; i < table_.size(); ++i) add(meld, i);
    }

    void add(const Meld& meld, std::size_t i) {
        if (out_.all.size() >= kMostColumns) return;
        int body = body_of(table_[i], meld);
        if (!body || meld.size - body > moved_ || same_meld(table_[i], meld)) return;
        out_.all.push_back({in_old_order(meld, table_[i]), static_cast<int>(i), meld.size - body});
    }

    // In a group the tiles that stay come first, as they lay.
    static Meld in_old_order(const Meld& meld, const Meld& old) {
        if (meld.kind == Kind::run || meld.count(kMirror)) return meld;
        Counts left = counts_of(meld);
        Meld out;
        out.kind = meld.kind;
        auto take = [&](Code code) {
            if (!left[code]) return;
            --left[code];
            out.add(code);
        };
        for (Code code : old) take(code);
        for (Code code : meld) take(code);
        return out;
    }

    void groups(int number, int colour, Meld meld) {
        meld.kind = Kind::group;
        if (colour == kColours) {
            int tiles = meld.size;
            for (int jokers = 0; jokers <= all_[kJoker] && tiles + jokers <= kColours; ++jokers) {
                if (tiles && tiles + jokers >= 3) add(meld);
                meld.add(kJoker);
            }
            return;
        }
        groups(number, colour + 1, meld);
        if (!all_[tile(colour, number)]) return;
        meld.add(tile(colour, number));
        groups(number, colour + 1, meld);
    }

    // Every way to fill the numbers of a run with tiles and jokers. A joker in front that would do
    // as well behind is left out where the run can be `shifted`.
    void runs(int colour, int from, int to, bool shifted, int body) {
        Meld meld;
        fill(colour, from, to, shifted, body, from, meld, 0);
    }

    void fill(int colour, int from, int to, bool shifted, int body, int number, Meld& meld,
              int jokers) {
        if (number > to) {
            if (jokers == meld.size) return;
            if (body < 0)
                add(meld);
            else
                add(meld, static_cast<std::size_t>(body));
            return;
        }
        auto go = [&](Code code) {
            meld.add(code);
            fill(colour, from, to, shifted, body, number + 1, meld, jokers + (code == kJoker));
            --meld.size;
        };
        if (all_[tile(colour, number)]) go(tile(colour, number));
        if (jokers < all_[kJoker] && !(shifted && number == from)) go(kJoker);
    }

    // What an old meld can go on as beyond short melds.
    void go_on(std::size_t i) {
        const Meld& old = table_[i];
        if (is_peculiar(old)) {
            grow(old, i, kMoreAtAnEnd);
            shrink(old, i);
            return;
        }
        if (old.kind == Kind::group) return;
        auto reading = read_as(old, Kind::run, rules_);
        int first = reading->faces[0].number, colour = 0;
        for (Code code : old)
            if (is_number(code)) colour = colour_of(code);
        int least = std::max(1, first - kMoreAtAnEnd);
        int most = std::min(kNumbers, first + old.size - 1 + kMoreAtAnEnd);
        for (int from = least; from <= most; ++from)
            for (int to = from + kLongestNew; to <= most; ++to)
                runs(colour, from, to, to < most, static_cast<int>(i));
    }

    // A meld with special or coloured jokers grows at its ends by tiles of the rack, and loses
    // tiles there.
    void grow(const Meld& meld, std::size_t i, int more) {
        if (!more || meld.size + 1 >= kMaxTiles) return;
        for (Code code = 0; code < kCodes; ++code) {
            if (!may_[code]) continue;
            for (bool front : {false, true}) {
                if (front && meld.kind == Kind::group) continue;
                Meld longer = with(meld, code, front);
                if (!all_.holds(counts_of(longer)) || !read_as(longer, meld.kind, rules_)) continue;
                add(longer, i);
                grow(longer, i, more - 1);
            }
        }
    }

    void shrink(const Meld& meld, std::size_t i) {
        if (meld.kind == Kind::group) {
            for (int out = 0; out < meld.size && meld.size > kShortest; ++out) {
                Meld less = without(meld, out);
                if (read_as(less, meld.kind, rules_)) add(less, i);
            }
            return;
        }
        for (int front = 0; front + kShortest <= meld.size; ++front)
            for (int size = kShortest; front + size <= meld.size; ++size) {
                Meld part = part_of(meld, front, front + size);
                if (size < meld.size && read_as(part, part.kind, rules_)) add(part, i);
            }
    }

    // Short new melds with a special or coloured joker of the rack.
    void peculiar(Code code) {
        out_.complete = false;
        for (const Meld& meld : melds_with(code, all_, rules_, kLongestSpecial)) add(meld);
    }

    const Rules& rules_;
    const Melds& table_;
    Counts may_, all_;
    int moved_;
    BoundedColumns out_;
};

}  // namespace

BoundedColumns bounded_columns(const Rules& rules, const Melds& table, const Counts& may, int moved,
                               bool table_moves) {
    static const Melds kNone;
    return Columns(rules, table_moves ? table : kNone, may, moved).find(table_moves);
}

}  // namespace tilerummy
