// Open melds of the automaton, one byte each.
//
// High four bits: the colour of the current segment (1..4), "any colour but p" after a colour
// change out of p (5..8), or "any colour" (9). For a run: its length in tiles, capped at 3, whether
// a double already covers the next number, and whether it still lacks a number tile. A length of 0
// marks a mirrored pair of rising sides; then the low bits count the sides a double covers.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "tiles.hpp"

namespace tilerummy::twist {

using Item = std::uint8_t;

inline constexpr int kAny = 8;
inline constexpr int kMostItems = 12;

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
constexpr int covered_sides(Item item) {
    return item & 3;
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

// How many jokers of each kind have been used.
struct Used {
    std::uint8_t plain = 0, doubles = 0, changes = 0, mirrors = 0, coloured = 0;  // coloured: bits
};

struct Key {
    std::array<Item, kMostItems> items{};
    std::uint16_t used = 0;
    std::uint16_t unused = 0;

    bool operator==(const Key& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }
    std::uint64_t hash() const {
        std::uint64_t a, b;
        std::memcpy(&a, this, 8);
        std::memcpy(&b, reinterpret_cast<const char*>(this) + 8, 8);
        a = (a ^ (b * 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
        return a ^ (a >> 29);
    }
};
static_assert(sizeof(Key) == 16);

constexpr std::uint16_t pack_used(Used used) {
    return static_cast<std::uint16_t>(used.plain | used.doubles << 3 | used.changes << 5 |
                                      used.mirrors << 7 | used.coloured << 9);
}
constexpr Used unpack_used(std::uint16_t bits) {
    return {static_cast<std::uint8_t>(bits & 7), static_cast<std::uint8_t>(bits >> 3 & 3),
            static_cast<std::uint8_t>(bits >> 5 & 3), static_cast<std::uint8_t>(bits >> 7 & 3),
            static_cast<std::uint8_t>(bits >> 9 & 15)};
}

}  // namespace tilerummy::twist
