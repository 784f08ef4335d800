#include "cover.hpp"

#include <bit>

namespace tilerummy {
namespace {

constexpr int kMostSteps = 80;
constexpr int kShortest = 3;
constexpr int kLongestRun = 5;

// Tiles in the order in which they are settled: by number, then by colour.
constexpr int number_at(int place) {
    return place / kColours + 1;
}
constexpr int colour_at(int place) {
    return place % kColours;
}

}  // namespace

Covered Cover::cover(const Counts& tiles) {
    steps_ = 0;
    if (rest(tiles, 0)) return Covered::yes;
    return steps_ > kMostSteps ? Covered::unknown : Covered::no;
}

bool Cover::rest(const Counts& left, int from) {
    while (from < kNumbered && !left[tile(colour_at(from), number_at(from))]) ++from;
    if (from == kNumbered) return true;
    if (++steps_ > kMostSteps) return false;
    Counts next = left;
    --next[tile(colour_at(from), number_at(from))];
    return run_on(next, from, 1) || group(next, from);
}

// The run that begins at `from` and has that length goes on, with its tile or with a joker, or
// ends. What finds no number above 13 stands in front of the run.
bool Cover::run_on(const Counts& left, int from, int length) {
    if (length >= kShortest && rest(left, from)) return true;
    if (length == kLongestRun) return false;
    int number = number_at(from) + length;
    auto with = [&](Code code) {
        if (!left[code]) return false;
        Counts next = left;
        --next[code];
        return run_on(next, from, length + 1);
    };
    return (number <= kNumbers && with(tile(colour_at(from), number))) || with(kJoker);
}

// The group of the tile at `from` and any of the colours after it; those before are settled.
bool Cover::group(const Counts& left, int from) {
    int number = number_at(from);
    unsigned others = 0;
    for (int c = colour_at(from) + 1; c < kColours; ++c)
        if (left[tile(c, number)]) others |= 1U << c;
    for (unsigned chosen = others;; chosen = (chosen - 1) & others) {
        int missing = kShortest - 1 - std::popcount(chosen);
        if (missing <= left[kJoker]) {
            Counts next = left;
            for (int c = 0; c < kColours; ++c)
                if (chosen >> c & 1) --next[tile(c, number)];
            if (missing > 0) next[kJoker] -= missing;
            if (rest(next, from)) return true;
        }
        if (!chosen) return false;
    }
}

}  // namespace tilerummy
