// What a packing is asked and what it answers; the sweep and the automaton share both.
#pragma once

#include "budget.hpp"
#include "meld.hpp"
#include "prices.hpp"

namespace tilerummy {

// How much a tile's place resembles the table before: pairs that followed each other in runs, and
// tiles that lay in groups.
struct Familiar {
    // Runs on the table in which this tile followed its neighbour, groups with this tile.
    std::uint8_t links[kNumbered] = {}, grouped[kNumbered] = {};
};

enum class Effort : std::uint8_t {
    best,     // the best packing, proved if the budget allows
    glance,   // a good one will do; it may not be found or not be proved
    arrange,  // all tiles are laid anyway, as familiar as a few tries can make them
};

struct PackingRequest {
    Counts must, may;  // all of the first and the best of the second
    const Weights& weights;
    std::int64_t beat = INT32_MIN;  // only answers above this are of interest
    Effort effort = Effort::best;
    const Prices* prices = nullptr;      // that hold for these tiles, if any are known
    const Familiar* familiar = nullptr;  // among equals, what resembles this is preferred
};

struct Packing {
    bool found = false;
    bool proved = false;     // nothing better exists
    std::int64_t value = 0;  // what is laid of `may`, spare jokers included
    std::int64_t bound = 0;  // nothing is worth more
    Melds melds;
    Counts spare;  // jokers that no meld needs
};

// Packings of different tiles, best first.
struct RankedPackings {
    std::vector<Packing> packings;
    std::int64_t rest = 0;  // nothing that is not among them is worth more
};

}  // namespace tilerummy
