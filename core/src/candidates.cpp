#include "candidates.hpp"

#include <algorithm>
#include <set>

namespace tilerummy {
namespace {

class Candidates {
    static constexpr unsigned kStepsInNode = 4;

  public:
    Candidates(Code code, const Counts& have, const Rules& rules, int longest, Budget& budget,
               Melds& out)
        : code_(code), left_(have), rules_(rules), longest_(longest), budget_(budget), out_(out) {}

    void runs() {
        int from = 1, to = kNumbers;
        if (is_number(code_)) to = number_of(code_);
        for (int start = from; start <= to; ++start) {
            row_ = {};
            row_.kind = Kind::run;
            run_on(start, -1, -1);
        }
    }

    void groups() {
        for (int number = 1; number <= kNumbers; ++number) {
            if (is_number(code_) && number_of(code_) != number) continue;
            row_ = {};
            row_.kind = Kind::group;
            group_on(number, 0, 0);
        }
    }

    void mirrors() {
        if (!left_[kMirror]) return;
        --left_[kMirror];
        for (int middle = 1; middle <= kNumbers; ++middle)
            for (int sides = 0; sides < 2; ++sides) {
                Kind kind = sides ? Kind::group : Kind::run;
                near_ = far_ = {};
                std::size_t known = out_.size();
                mirror_on(kind, middle, 1, -1, -1, 0, 0, 0);
                if (kind == Kind::group) drop_alike(known);
            }
        ++left_[kMirror];
    }

  private:
    // The order within a group means nothing, so of those with the same tiles one is enough.
    void drop_alike(std::size_t from) {
        std::set<Counts> seen;
        auto first = out_.begin() + from;
        out_.erase(
            std::remove_if(first, out_.end(),
                           [&](const Meld& meld) { return !seen.insert(counts_of(meld)).second; }),
            out_.end());
    }

    bool take(Code code) {
        if (!left_[code]) return false;
        --left_[code];
        return true;
    }

    // `colour` binds the current segment (-1: nothing yet), `before` the one before the last
    // change.
    void run_on(int number, int colour, int before) {
        if (!step()) return;
        if (row_.size >= 3) emit();
        if (number > kNumbers || row_.size >= longest_) return;
        if (is_number(code_) && number > number_of(code_) && !row_.count(code_)) return;
        auto go = [&](Code code, int next_colour, int next_before) {
            if (!take(code)) return;
            row_.add(code);
            run_on(number + places(code), next_colour, next_before);
            --row_.size;
            ++left_[code];
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
                    if (row_.size + jokers + doubles < 3) continue;
                    Meld keep = row_;
                    for (int i = 0; i < jokers; ++i) row_.add(kJoker);
                    for (int i = 0; i < doubles; ++i) row_.add(kDouble);
                    emit();
                    row_ = keep;
                }
            return;
        }
        group_on(number, colour + 1, width);
        for (Code code : {tile(colour, number), coloured(colour)}) {
            if (!take(code)) continue;
            row_.add(code);
            group_on(number, colour + 1, width + 1);
            --row_.size;
            ++left_[code];
        }
    }

    // Builds both sides outwards from the mirror; a double on a side covers the next distance too.
    void mirror_on(Kind kind, int middle, int distance, int colour, int before, int seen,
                   int near_covered, int far_covered) {
        if (!step()) return;
        if (distance > 1 && !near_covered && !far_covered) {
            Meld row;
            row.kind = kind;
            for (int i = near_.size; i-- > 0;) row.add(near_.tiles[i]);
            row.add(kMirror);
            for (Code code : far_) row.add(code);
            row_ = row;
            emit();
        }
        int number = kind == Kind::run ? middle - distance : middle;
        if (number < 1 || (kind == Kind::group && distance >= kColours)) return;
        if (near_.size + far_.size + 3 > std::min(longest_, kMaxTiles)) return;
        auto sides = [&](int c) {
            // Each side: covered, a tile of colour c (c < 0: none), a joker or a double.
            Code near_choice[4], far_choice[4];
            int nears = 0, fars = 0;
            auto choices = [&](int covered, Code* choice, int& n) {
                if (covered) {
                    choice[n++] = kCodes;
                    return;
                }
                if (c >= 0) choice[n++] = tile(c, number);
                choice[n++] = kJoker;
                if (kind == Kind::group || number > 1) choice[n++] = kDouble;
            };
            choices(near_covered, near_choice, nears);
            choices(far_covered, far_choice, fars);
            for (int i = 0; i < nears; ++i)
                for (int k = 0; k < fars; ++k) {
                    Code a = near_choice[i], b = far_choice[k];
                    bool tiled = (a < kNumbered) || (b < kNumbered);
                    if (c >= 0 && !tiled) continue;
                    if (a != kCodes && !take(a)) continue;
                    if (b != kCodes && !take(b)) {
                        if (a != kCodes) ++left_[a];
                        continue;
                    }
                    if (a != kCodes) near_.add(a);
                    if (b != kCodes) far_.add(b);
                    mirror_on(kind, middle, distance + 1, c >= 0 ? c : colour, before,
                              c >= 0 ? seen | 1 << c : seen, a == kDouble, b == kDouble);
                    if (a != kCodes) {
                        --near_.size;
                        ++left_[a];
                    }
                    if (b != kCodes) {
                        --far_.size;
                        ++left_[b];
                    }
                }
        };
        sides(-1);
        for (int c = 0; c < kColours; ++c) {
            if (kind == Kind::run && ((colour >= 0 && colour != c) || (colour < 0 && before == c)))
                continue;
            if (kind == Kind::group && (seen >> c & 1)) continue;
            sides(c);
        }
        if (kind == Kind::run && !near_covered && !far_covered && left_[kChange] >= 2) {
            left_[kChange] -= 2;
            near_.add(kChange);
            far_.add(kChange);
            mirror_on(kind, middle, distance + 1, -1, colour, seen, 0, 0);
            --near_.size;
            --far_.size;
            left_[kChange] += 2;
        }
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
    Melds& out_;
    Meld row_, near_, far_;
};

}  // namespace

void melds_with(Code code, const Counts& have, const Rules& rules, int longest, Budget& budget,
                Melds& out) {
    if (!have[code]) return;
    Candidates candidates(code, have, rules, longest, budget, out);
    if (code != kMirror) {
        candidates.runs();
        if (code != kChange) candidates.groups();
    }
    candidates.mirrors();
}

}  // namespace tilerummy
