// How an open meld can go on: the one description of it.
//
// The automaton, the graph of all melds and the test that goes through everything one colour can do
// are made from these functions, so that they cannot disagree. A joker is used only where a meld
// needs it: one on a run of three or more must be followed (twist_items.hpp: one_more), and a run
// begins with a joker only where nothing fits behind it.
#pragma once

#include "twist_items.hpp"

namespace tilerummy::twist {

// What an open meld becomes at a number, and up to two tiles that it takes for that; kCodes stands
// for none. With kDone it ends, and a mirrored pair takes its mirror for that.
struct Way {
    Item item;
    Code a = kCodes, b = kCodes;
};

template <typename Visit>
void each_way_on(Item run, int number, const Visit& visit) {
    int colour = colour_in(run), length = length_of(run), by_joker = one_more(length);
    bool numberless = is_numberless(run);
    if (is_covered(run)) {
        visit(Way{make_run(colour, length, false, numberless)});
        return;
    }
    auto each_colour = [&](const auto& with) {
        for (int c = 0; c < kColours; ++c)
            if (takes_colour(colour, c)) with(c);
    };
    each_colour([&](int c) {
        visit(Way{make_run(c, std::min(3, length + 1), false, false), tile(c, number)});
    });
    visit(Way{make_run(colour, by_joker, false, numberless), kJoker});
    each_colour([&](int c) { visit(Way{make_run(c, by_joker, false, numberless), coloured(c)}); });
    if (number < kNumbers) visit(Way{make_run(colour, by_joker, true, numberless), kDouble});
    visit(Way{make_run(after_change(colour), by_joker, false, numberless), kChange});
    if (can_end(run)) visit(Way{kDone});
}

template <typename Visit>
void each_way_of_pair(Item pair, int number, const Visit& visit) {
    int colour = colour_in(pair), open = 2 - covered_sides(pair);
    if (open == 0) {
        visit(Way{make_pair(colour, 0)});
        return;
    }
    // A single pair around a mirror is a group as well.
    if (open == 2 && !has_started(pair)) visit(Way{kDone, kMirror});
    if (number >= kNumbers) return;
    if (open == 2) visit(Way{make_pair(after_change(colour), 0), kChange, kChange});
    // Jokers on the open sides, first without a tile, then opposite or instead of tiles.
    auto fill = [&](int next_colour, int tiles) {
        for (int doubles = 0; doubles <= open - tiles; ++doubles) {
            if (doubles && number + 2 > kNumbers) continue;
            Code sides[2] = {kCodes, kCodes};
            for (int i = 0; i < open; ++i)
                sides[i] = i < tiles            ? tile(next_colour, number)
                           : i < open - doubles ? kJoker
                                                : kDouble;
            visit(Way{make_pair(next_colour, doubles), sides[0], sides[1]});
        }
    };
    fill(colour, 0);
    for (int c = 0; c < kColours; ++c)
        for (int tiles = 1; tiles <= open && takes_colour(colour, c); ++tiles) fill(c, tiles);
}

// A run that begins with a joker, of which three tiles end at 13; a double in front, or later in
// the run, takes one more number.
template <typename Visit>
void each_start_with_joker(int number, int doubles, const Visit& visit) {
    if (number <= kNumbers - 2 && number >= kNumbers - 2 - doubles) {
        visit(Way{make_run(kAny, 1, false, true), kJoker});
        for (int c = 0; c < kColours; ++c) visit(Way{make_run(c, 1, false, true), coloured(c)});
        visit(Way{make_run(kAny, 1, false, true), kChange});
    }
    if (number <= kNumbers - 3 && number >= kNumbers - 3 - doubles)
        visit(Way{make_run(kAny, 1, true, true), kDouble});
}

// The outermost column of a mirrored run has at least one number tile, and another column follows.
template <typename Visit>
void each_start_of_pair(int number, int colour, const Visit& visit) {
    if (number >= kNumbers - 1) return;
    Code code = tile(colour, number);
    visit(Way{make_pair(colour, kStarted), code, code});
    visit(Way{make_pair(colour, kStarted), code, kJoker});
    visit(Way{make_pair(colour, 1), code, kDouble});
}

}  // namespace tilerummy::twist
