// Melds: rows of tiles, and what they can mean.
//
// A row is a run, a group or both (`r5 * *`). A run's places fix the numbers; a double takes two
// places, a colour change cuts the run into segments whose neighbours differ in colour. A mirror
// stands in the middle of two sides that show the same. `read` says what every tile stands for.
#pragma once

#include <optional>
#include <vector>

#include "rules.hpp"
#include "tiles.hpp"

namespace tilerummy {

enum class Kind : std::uint8_t { run, group };

inline constexpr int kMaxTiles = 27;
inline constexpr int kShortest = 3;  // tiles of a meld

struct Meld {
    std::array<Code, kMaxTiles> tiles{};
    std::uint8_t size = 0;
    Kind kind = Kind::run;

    void add(Code code) { tiles[size++] = code; }
    Code* begin() { return tiles.data(); }
    Code* end() { return tiles.data() + size; }
    const Code* begin() const { return tiles.data(); }
    const Code* end() const { return tiles.data() + size; }
    bool operator==(const Meld& other) const;

    bool has_joker() const {
        for (Code code : *this)
            if (is_joker(code)) return true;
        return false;
    }
    int count(Code code) const {
        int found = 0;
        for (Code c : *this) found += c == code;
        return found;
    }
};

using Melds = std::vector<Meld>;

// What one tile of a meld stands for; colour -1 where none is settled. A double shows two.
struct Face {
    std::int8_t number = 0;
    std::int8_t colour = -1;
    bool operator==(const Face&) const = default;
};

struct Reading {
    Kind kind = Kind::run;
    int value = 0;
    std::array<Face, kMaxTiles> faces{};
};

// The row as a run or as a group; nothing if it is none.
std::optional<Reading> read_as(const Meld& row, Kind kind, const Rules& rules);

// What melds count towards an opening.
int points_of(const Meld& meld, const Rules& rules);
int points_of(const Melds& melds, const Rules& rules);

// The same meld: tiles and kind, whatever the order in a group.
bool same_meld(const Meld& a, const Meld& b);

Counts counts_of(const Meld& meld);
Counts counts_of(const Melds& melds);

// The tiles from a place up to another, all but the one at a place, and one more at an end.
Meld part_of(const Meld& meld, int from, int to);
Meld without(const Meld& meld, int place);
Meld with(const Meld& meld, Code code, bool front = false);

Melds joined(Melds melds, const Melds& more);

}  // namespace tilerummy
