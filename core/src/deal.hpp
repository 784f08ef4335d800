// The deal: who begins and what everybody gets, as the engine deals it from the same seed.
#pragma once

#include <string>
#include <vector>

#include "round.hpp"

namespace tilerummy {

// The fields of a rulebook that decide a deal.
struct DealRules {
    std::vector<Code> deck;  // every tile of the box, in the order of racks
    int tiles = 14;          // for each rack
    bool random_start = false;
    bool start_after_deal = false;
};

// A round before its first turn. The first deal is meant: redeals are claimed by people.
RoundState deal(const DealRules& rules, const RoundRules& round, int seats,
                const std::string& seed);

}  // namespace tilerummy
