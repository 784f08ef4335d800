// Tiles as small numbers.
//
// A number tile is colour * 13 + (number - 1), 0..51. Jokers follow: the plain one, the three
// special ones, and four that are printed in a colour and stand only for it. A hand of tiles is
// how many there are of each code; tiles have no identity beyond that.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>

namespace tilerummy {

using Code = std::uint8_t;

inline constexpr int kNumbers = 13;
inline constexpr int kColours = 4;
inline constexpr int kNumbered = kColours * kNumbers;
inline constexpr Code kJoker = 52;
inline constexpr Code kDouble = 53;
inline constexpr Code kChange = 54;
inline constexpr Code kMirror = 55;
inline constexpr Code kColoured = 56;
inline constexpr int kCodes = 60;
inline constexpr int kMaxCopies = 3;
inline constexpr int kMaxJokers = 4;

constexpr bool is_number(int code) {
    return code < kNumbered;
}
constexpr bool is_joker(int code) {
    return code >= kNumbered;
}
constexpr bool is_special(int code) {
    return code >= kDouble && code <= kMirror;
}
constexpr int colour_of(int code) {
    return code / kNumbers;
}
constexpr int number_of(int code) {
    return code % kNumbers + 1;
}
constexpr Code tile(int colour, int number) {
    return static_cast<Code>(colour * kNumbers + number - 1);
}
constexpr Code coloured(int colour) {
    return static_cast<Code>(kColoured + colour);
}
constexpr int places(int code) {
    return code == kDouble ? 2 : 1;
}

// The colour that binds a tile in a meld, or -1.
constexpr int bound_colour(int code) {
    return is_number(code) ? colour_of(code) : code >= kColoured ? code - kColoured : -1;
}

// What a laid tile is worth to the player who asks; negative means "rather keep it".
using Weights = std::array<std::int32_t, kCodes>;

struct Counts {
    std::array<std::uint8_t, kCodes> n{};

    std::uint8_t& operator[](int code) { return n[code]; }
    std::uint8_t operator[](int code) const { return n[code]; }
    auto operator<=>(const Counts&) const = default;

    int total() const {
        int sum = 0;
        for (auto count : n) sum += count;
        return sum;
    }
    bool holds(const Counts& other) const {
        // Without a way out in between the compiler compares many at once.
        std::uint8_t lacks = 0;
        for (std::size_t i = 0; i < n.size(); ++i) lacks |= n[i] < other.n[i];
        return !lacks;
    }
    int jokers() const {
        int sum = 0;
        for (int code = kNumbered; code < kCodes; ++code) sum += (*this)[code];
        return sum;
    }
    std::int64_t worth(const Weights& weights) const {
        std::int64_t sum = 0;
        for (int code = 0; code < kCodes; ++code)
            sum += std::int64_t{weights[code]} * (*this)[code];
        return sum;
    }
    Counts& operator+=(const Counts& other) {
        for (int code = 0; code < kCodes; ++code) (*this)[code] += other[code];
        return *this;
    }
    Counts& operator-=(const Counts& other) {
        for (int code = 0; code < kCodes; ++code) (*this)[code] -= other[code];
        return *this;
    }
    friend Counts operator+(Counts a, const Counts& b) { return a += b; }
    friend Counts operator-(Counts a, const Counts& b) { return a -= b; }
    // Without those, as far as they are there.
    Counts without(const Counts& other) const {
        Counts rest;
        for (int code = 0; code < kCodes; ++code)
            rest[code] = (*this)[code] - std::min((*this)[code], other[code]);
        return rest;
    }
};

}  // namespace tilerummy
