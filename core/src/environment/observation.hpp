// Observations: what a seat may know, as numbers at fixed places.
//
// Seats are counted from the observer, who is seat 0. docs/environment.md lists the places for
// readers; a test compares the two. Nothing here looks at another rack, the pool's order or the
// seed.
#pragma once

#include <array>

#include "draft.hpp"
#include "plays.hpp"
#include "round.hpp"

namespace tilerummy {

// Where things stand in an observation.
struct Layout {
    static constexpr int rack = 0;                 // how many of each code
    static constexpr int table = rack + kCodes;    // the same for the table
    static constexpr int unseen = table + kCodes;  // neither of both
    static constexpr int seats = unseen + kCodes;  // a few fields for each seat
    static constexpr int seat_fields = 8;
    static constexpr int laid = seats + kMaxSeats * seat_fields;  // each seat's latest turn
    static constexpr int round = laid + kMaxSeats * kCodes;
    static constexpr int round_fields = 8;
    static constexpr int melds = round + round_fields;  // the table as a text of symbols
    static constexpr int melds_length = 216;
    static constexpr int size = melds + melds_length;
    // Only where turns are played tile by tile:
    static constexpr int hand = size;
    static constexpr int owed = hand + kCodes;
    static constexpr int row = owed + kCodes;
    static constexpr int row_length = 28;
    static constexpr int draft = row + row_length;
    static constexpr int draft_fields = 4;
    static constexpr int size_with_draft = draft + draft_fields;

    // Symbols of the table: nothing, a code plus one, and what begins a meld.
    static constexpr std::uint8_t begins_run = 254;
    static constexpr std::uint8_t begins_group = 255;
};

// What an action does, a number each; behind these, how many of each code it lays.
struct Effect {
    static constexpr int legal = 0;
    static constexpr int tiles = 1;
    static constexpr int points = 2;
    static constexpr int jokers = 3;
    static constexpr int jokers_left = 4;
    static constexpr int goes_out = 5;
    static constexpr int tiles_left = 6;
    static constexpr int points_left = 7;
    static constexpr int opens = 8;
    static constexpr int melds = 9;
    static constexpr int draws = 10;
    static constexpr int drawn_before = 11;
    static constexpr int laid = 12;
    static constexpr int size = laid + kCodes;
};

// What a seat did in its latest turn.
struct LatestTurn {
    std::uint8_t drew = 0, played = 0, passed = 0;
    Counts laid;
};

using LatestTurns = std::array<LatestTurn, kMaxSeats>;

void write_observation(const RoundState& now, const LatestTurns& latest, const Counts& deck,
                       int opening_points, int observer, std::uint8_t* out);

// The part that a turn played tile by tile adds, and the table as it lies now.
void write_draft(const Draft& draft, int moves_left, std::uint8_t* out);
void write_no_draft(std::uint8_t* out);

void write_effects(const RoundState& now, const RoundRules& round, const Plays& plays,
                   std::int16_t* out);

}  // namespace tilerummy
