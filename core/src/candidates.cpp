#include "candidates.hpp"

#include <algorithm>
#include <set>

namespace tilerummy {
namespace {

class Candidates {
    static constexpr unsigned kStepsInNode = 4;

  public:
    Candidates(Code code, const Counts& have, const Rules& rules, int longest, Budget& budget)
        : code_(code), left_(have), rules_(rules), longest_(longest), budget_(budget) {}

    Melds find() {
        if (!left_[code_]) return {};
        if (code_ != kMirror) {
            runs();
            if (code_ != kChange) groups();
        }
        mirrors();
        return std::move(out_);
    }

  private:
    void runs() {
        int last = is_number(code_) ? number_of(code_) : kNumbers;
        row_.kind = Kind::run;
        for (int start = 1; start <= last; ++start) run_on(start, -1, -1);
    }

    void groups() {
        row_.kind = Kind::group;
        for (int number = 1; number <= kNumbers; ++number)
            if (!is_number(code_) || number_of(code_) == number) group_on(number, 0, 0);
    }

    void mirrors() {
        if (!left_[kMirror]) return;
        --left_[kMirror];
        for (int middle = 1; middle <= kNumbers; ++middle)
            for (Kind kind : {Kind::run, Kind::group}) {
                std::size_t known = out_.size();
                mirror_on(kind, middle, 1, -1, -1, 0, false, false);
                if (kind == Kind::group) drop_alike(known);
            }
        ++left_[kMirror];
    }

    // The order within a group means nothing, so of those with the same tiles one is enough.
    void drop_alike(std::size_t from) {
        std::set<Counts> seen;
        auto first = out_.begin() + from;
        out_.erase(
            std::remove_if(first, out_.end(),
                           [&](const Meld& meld) { return !seen.insert(counts_of(meld)).second; }),
            out_.end());
    }

    // Goes on with the code at the end of a row, if there is one left; kCodes stands for none.
    template <typename Then>
    void with(Meld& row, Code code, const Then& then) {
        if (code == kCodes) {
            then();
            return;
        }
        if (!left_[code]) return;
        --left_[code];
        row.add(code);
        then();
        --row.size;
        ++left_[code];
    }

    // `colour` binds the current segment (-1: nothing yet), `before` the one before the last
    // change.
    void run_on(int number, int colour, int before) {
        if (!step()) return;
        if (row_.size >= kShortest) emit();
        if (number > kNumbers || row_.size >= longest_) return;
        if (is_number(code_) && number > number_of(code_) && !row_.count(code_)) return;
        auto go = [&](Code code, int next_colour, int next_before) {
            with(row_, code, [&] { run_on(number + places(code), next_colour, next_before); });
        };
        for (int c = 0; c < kColours; ++c) {
            if ((colour >= 0 && colour != c) || (colour < 0 && before == c)) continue;
            go(tile(c, number), c, before);
            go(coloured(c), c, before);
        }
        go(kJoker, colour, before);
        if (number < kNumbers) go(kDouble, colour, before);
        // An empty segment and one of jokers alone bind nobody behind the next change.
        go(kChange, -1, colour);
    }

    void group_on(int number, int colour, int width) {
        if (colour == kColours) {
            // Free jokers at the end, doubles last.
            for (int jokers = 0; jokers <= left_[kJoker] && width + jokers <= kColours; ++jokers)
                for (int doubles = 0;
                     doubles <= left_[kDouble] && width + jokers + 2 * doubles <= kColours;
                     ++doubles) {
                    if (row_.size + jokers + doubles < kShortest) continue;
                    Meld keep = row_;
                    for (int i = 0; i < jokers; ++i) row_.add(kJoker);
                    for (int i = 0; i < doubles; ++i) row_.add(kDouble);
                    emit();
                    row_ = keep;
                }
            return;
        }
        group_on(number, colour + 1, width);
        for (Code code : {tile(colour, number), coloured(colour)})
            with(row_, code, [&] { group_on(number, colour + 1, width + 1); });
    }

    // Builds both sides outwards from the mirror; a double on a side covers the next distance too.
    void mirror_on(Kind kind, int middle, int distance, int colour, int before, int seen,
                   bool near_covered, bool far_covered) {
        if (!step()) return;
        if (distance > 1 && !near_covered && !far_covered) emit_mirrored(kind);
        int number = kind == Kind::run ? middle - distance : middle;
        if (number < 1 || (kind == Kind::group && distance >= kColours)) return;
        if (near_.size + far_.size + 3 > std::min(longest_, kMaxTiles)) return;
        // Each side: covered, a tile of colour c (c < 0: none), a joker or a double.
        auto each_of = [&](bool covered, int c, const auto& visit) {
            if (covered) {
                visit(Code{kCodes});
                return;
            }
            if (c >= 0) visit(tile(c, number));
            visit(kJoker);
            if (kind == Kind::group || number > 1) visit(kDouble);
        };
        auto sides = [&](int c) {
            int next_colour = c >= 0 ? c : colour, next_seen = c >= 0 ? seen | 1 << c : seen;
            each_of(near_covered, c, [&](Code a) {
                each_of(far_covered, c, [&](Code b) {
                    if (c >= 0 && !is_number(a) && !is_number(b)) return;
                    with(near_, a, [&] {
                        with(far_, b, [&] {
                            mirror_on(kind, middle, distance + 1, next_colour, before, next_seen,
                                      a == kDouble, b == kDouble);
                        });
                    });
                });
            });
        };
        sides(-1);
        for (int c = 0; c < kColours; ++c) {
            if (kind == Kind::run && ((colour >= 0 && colour != c) || (colour < 0 && before == c)))
                continue;
            if (kind == Kind::group && (seen >> c & 1)) continue;
            sides(c);
        }
        if (kind == Kind::group || near_covered || far_covered) return;
        with(near_, kChange, [&] {
            with(far_, kChange,
                 [&] { mirror_on(kind, middle, distance + 1, -1, colour, seen, false, false); });
        });
    }

    void emit_mirrored(Kind kind) {
        row_ = {};
        row_.kind = kind;
        for (int i = near_.size; i-- > 0;) row_.add(near_.tiles[i]);
        row_.add(kMirror);
        for (Code code : far_) row_.add(code);
        emit();
    }

    // A few rows take as long as a node.
    bool step() {
        if (++steps_ % kStepsInNode == 0) budget_.spend(1);
        return !budget_.is_spent();
    }

    void emit() {
        if (!row_.count(code_)) return;
        if (read_as(row_, row_.kind, rules_)) out_.push_back(row_);
    }

    Code code_;
    Counts left_;
    const Rules& rules_;
    int longest_;
    Budget& budget_;
    unsigned steps_ = 0;
    Melds out_;
    Meld row_, near_, far_;
};

}  // namespace

Melds melds_with(Code code, const Counts& have, const Rules& rules, int longest, Budget& budget) {
    return Candidates(code, have, rules, longest, budget).find();
}

}  // namespace tilerummy
