// Open melds of the automaton, one byte each, and the jokers spent so far.
//
// High four bits: the colour of the current segment (1..4), "any colour but p" after a colour
// change out of p (5..8), "any colour" (9), or "any colour but p" for a run that has just made its
// change at the number being worked on (10..13). For a run: its length in tiles, capped at 3,
// whether a double already covers the next number, and whether it still lacks a number tile. A
// length of 0 marks a mirrored pair of rising sides; then the low bits count the sides a double
// covers, or say that the pair has only just started.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "tiles.hpp"

namespace tilerummy::twist {

using Item = std::uint8_t;

inline constexpr int kAny = 8;
inline constexpr int kMostItems = 12;
// How many open runs of one colour are followed. If more come together, those that can end do.
// Three are enough, except with nearly all special jokers in play; the core's tests go through
// everything one colour can do to show it.
inline constexpr int kMostRuns = 4;
inline constexpr int kUsualRuns = 3;
inline constexpr Item kDone = 0;    // a run that takes its tile and ends
inline constexpr int kStarted = 3;  // instead of covered sides

// Colours as an item holds them: 0..3 a colour, 4..7 anything but colour - 4, 8 anything.
constexpr Item make_run(int colour, int length, bool covered, bool numberless) {
    return static_cast<Item>((colour + 1) << 4 | length << 2 | covered << 1 | numberless);
}
constexpr Item make_pair(int colour, int covered_sides) {
    return static_cast<Item>((colour + 1) << 4 | covered_sides);
}
constexpr int colour_in(Item item) {
    return (item >> 4) - 1;
}
constexpr int length_of(Item item) {
    return item >> 2 & 3;
}
constexpr bool is_pair(Item item) {
    return length_of(item) == 0;
}
constexpr bool is_covered(Item item) {
    return item >> 1 & 1;
}
constexpr bool is_numberless(Item item) {
    return item & 1;
}
constexpr bool has_started(Item item) {
    return (item & 3) == kStarted;
}
constexpr int covered_sides(Item item) {
    return has_started(item) ? 0 : item & 3;
}
constexpr bool can_end(Item item) {
    return length_of(item) == 3 && !is_covered(item) && !is_numberless(item);
}
constexpr Item just_changed(Item item) {
    return static_cast<Item>(item + 0x50);
}
constexpr bool has_just_changed(Item item) {
    return item >= 0xA0;
}
constexpr Item settled(Item item) {
    return static_cast<Item>(has_just_changed(item) ? item - 0x50 : item);
}

constexpr bool takes_colour(int held, int colour) {
    return held < 4 ? held == colour : held == kAny || held - 4 != colour;
}
constexpr int after_change(int held) {
    return held < 4 ? held + 4 : kAny;
}
constexpr int one_more(int length) {
    return length < 3 ? length + 1 : 2;
}

// How many jokers of each kind, in one number: four bits for each of the free ones, two for each of
// the coloured ones. The highest bit of a field is never set, so that all fields compare at once.
using Jokers = std::uint32_t;

inline constexpr Jokers kOnePlain = 1, kOneDouble = 1 << 4, kOneChange = 1 << 8,
                        kOneMirror = 1 << 12;
inline constexpr Jokers kFieldTops = 0xAA8888;
inline constexpr Jokers kAllJokers = 0xFFFFFF;

constexpr Jokers one_coloured(int colour) {
    return Jokers{1} << (16 + 2 * colour);
}
constexpr Jokers jokers_for(Code code) {
    if (code == kJoker) return kOnePlain;
    if (code == kDouble) return kOneDouble;
    if (code == kChange) return kOneChange;
    if (code == kMirror) return kOneMirror;
    return code >= kColoured && code < kCodes ? one_coloured(code - kColoured) : 0;
}

constexpr int plain_in(Jokers jokers) {
    return jokers & 15;
}
constexpr int doubles_in(Jokers jokers) {
    return jokers >> 4 & 15;
}
constexpr int changes_in(Jokers jokers) {
    return jokers >> 8 & 15;
}
constexpr int mirrors_in(Jokers jokers) {
    return jokers >> 12 & 15;
}
constexpr int coloured_in(Jokers jokers, int colour) {
    return jokers >> (16 + 2 * colour) & 3;
}
// Calls f(code, n) for every kind of joker.
template <typename F>
constexpr void each_joker(Jokers jokers, const F& f) {
    f(kJoker, plain_in(jokers));
    f(kDouble, doubles_in(jokers));
    f(kChange, changes_in(jokers));
    f(kMirror, mirrors_in(jokers));
    for (int c = 0; c < kColours; ++c) f(coloured(c), coloured_in(jokers, c));
}
// Whether there are no more of any kind in `some` than in `all`.
constexpr bool within(Jokers some, Jokers all) {
    return ((all + kFieldTops - some) & kFieldTops) == kFieldTops;
}
// The numbers that jokers can stand for in runs of their colour: one each, two for a double.
constexpr int units_in(Jokers jokers) {
    return plain_in(jokers) + 2 * doubles_in(jokers) + coloured_in(jokers, 0) +
           coloured_in(jokers, 1) + coloured_in(jokers, 2) + coloured_in(jokers, 3);
}

// How many runs of one colour are to be followed with these jokers in play.
constexpr int runs_to_follow(Jokers jokers) {
    bool many = doubles_in(jokers) > 1 || (doubles_in(jokers) && plain_in(jokers) > 1);
    return many && changes_in(jokers) > 1 ? kMostRuns : kUsualRuns;
}

// Open melds, highest first, the jokers used, and between the colours of one number how many tiles
// each has put into runs (two bits a colour).
struct Key {
    std::array<Item, kMostItems> items{};
    std::uint32_t jokers_and_taken = 0;

    Jokers jokers() const { return jokers_and_taken & kAllJokers; }
    int taken(int colour) const {
        return static_cast<int>(jokers_and_taken >> (24 + 2 * colour) & 3);
    }
    bool operator==(const Key& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }
    bool same_melds(const Key& other) const {
        return items == other.items && (jokers_and_taken ^ other.jokers_and_taken) <= kAllJokers;
    }
    // The same for the same melds, whatever jokers were used.
    std::uint64_t hash() const {
        std::uint64_t a, b;
        std::memcpy(&a, this, 8);
        std::memcpy(&b, reinterpret_cast<const char*>(this) + 8, 8);
        b &= ~(std::uint64_t{kAllJokers} << 32);
        a = (a ^ std::rotl(b, 24)) * 0x9E3779B97F4A7C15ULL;
        a = (a ^ (a >> 32)) * 0xBF58476D1CE4E5B9ULL;
        return a ^ (a >> 32);
    }
};
static_assert(sizeof(Key) == 16);

}  // namespace tilerummy::twist
