#include "deal.hpp"

#include <algorithm>

#include "chance.hpp"

namespace tilerummy {
namespace {

// The tiles in the order of the deck.
std::vector<Code> in_order(const std::vector<Code>& deck, const std::vector<Code>& tiles) {
    Counts left;
    for (Code code : tiles) ++left[code];
    std::vector<Code> out;
    out.reserve(tiles.size());
    for (Code code : deck) {
        if (!left[code]) continue;
        --left[code];
        out.push_back(code);
    }
    return out;
}

int start_seat(const DealRules& rules, int seats, const std::string& seed,
               const std::vector<Code>& pool) {
    if (rules.random_start) return Chance(seed, "start 0").below(seats);
    std::vector<Code> tiles = rules.deck;
    auto numbers = std::count_if(pool.begin(), pool.end(), is_number);
    // A pool too small for everybody's draw exists only under house rules.
    if (rules.start_after_deal && numbers >= seats) tiles = in_order(rules.deck, pool);
    std::vector<int> tied;
    for (int seat = 0; seat < seats; ++seat) tied.push_back(seat);
    for (int circle = 0;; ++circle) {
        std::vector<Code> order = tiles;
        shuffle(order, seed, "start " + std::to_string(circle));
        auto next = order.begin();
        int highest = 0;
        std::vector<int> winners;
        for (int seat : tied) {
            while (is_joker(*next)) ++next;
            int number = number_of(*next++);
            if (number > highest) {
                highest = number;
                winners.clear();
            }
            if (number == highest) winners.push_back(seat);
        }
        if (winners.size() == 1) return winners[0];
        tied = winners;
    }
}

}  // namespace

RoundState deal(const DealRules& rules, const RoundRules& round, int seats,
                const std::string& seed) {
    RoundState state;
    std::vector<Code> order = rules.deck;
    shuffle(order, seed, "deal 0");
    auto next = order.begin();
    for (int seat = 0; seat < seats; ++seat) {
        Counts rack;
        for (int i = 0; i < rules.tiles; ++i) ++rack[*next++];
        state.racks.push_back(rack);
    }
    state.pool.assign(next, order.end());
    if (rules.start_after_deal) {
        state.pool = in_order(rules.deck, state.pool);
        shuffle(state.pool, seed, "pool 0");
    }
    state.start = state.turn = start_seat(rules, seats, seed, state.pool);
    if (state.pool_empty()) state.run_dry(round);
    return state;
}

}  // namespace tilerummy
