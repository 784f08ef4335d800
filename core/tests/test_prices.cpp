// Prices and the program behind them: no meld costs less than nothing, no play beats its bound.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "candidates.hpp"
#include "check.hpp"
#include "packing.hpp"
#include "prices.hpp"

using namespace notation;

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// Some tiles of a set, with special or with coloured jokers: those of a few melds must be laid,
// others may.
struct Some {
    Counts must, may;
    Melds table;
};

Some draw(int special, int printed, std::mt19937& random) {
    Counts left = set_of(2, 2, special, printed);
    Some some;
    Rules rules;
    for (unsigned i = random() % 5; i > 0; --i) {
        Code code = random() % kNumbered;
        Melds melds = melds_with(code, left, rules, 4);
        if (melds.empty()) continue;
        some.table.push_back(melds[random() % melds.size()]);
        left -= counts_of(some.table.back());
        some.must += counts_of(some.table.back());
    }
    for (int i = 0; i < 14; ++i) {
        int code = static_cast<int>(random() % kCodes);
        if (!left[code]) continue;
        --left[code];
        ++some.may[code];
    }
    return some;
}

// What jokers of the rack are worth that are laid.
std::int64_t joker_worth(const Counts& may, const Weights& weights) {
    Counts jokers = may;
    for (int code = 0; code < kNumbered; ++code) jokers[code] = 0;
    return jokers.worth(weights);
}

}  // namespace

TEST(a_program_goes_down_to_its_least_cost) {
    // Three of the first row and two of the second: a column that takes both is cheaper than two.
    Simplex program;
    program.start(2);
    program.ask(0, 3);
    program.ask(1, 2);
    auto column = [](double cost, double most, std::vector<int> rows) {
        Simplex::Column out;
        out.cost = cost;
        out.most = most;
        for (int row : rows) out.add(row);
        return out;
    };
    int first = program.add(column(5, kEndless, {0}));
    int second = program.add(column(4, kEndless, {1}));
    program.begin({first, second}, {});
    CHECK(program.improve());
    CHECK(program.price(0) == 5 && program.price(1) == 4);
    int both = program.add(column(6, kEndless, {0, 1}));
    CHECK(program.improve());
    CHECK(std::abs(program.price(0) - 5) < 1e-9 && std::abs(program.price(1) - 1) < 1e-9);
    // No more than one of them: then another one of the second row costs its own column again.
    program.limit(both, 1);
    CHECK(program.repair());
    CHECK(program.improve());
    CHECK(std::abs(program.price(0) - 5) < 1e-9 && std::abs(program.price(1) - 4) < 1e-9);
    // With more asked of the second row than of the first, that one is what the pair is short of.
    program.limit(both, 10);
    program.ask(0, 1);
    CHECK(program.repair());
    CHECK(program.improve());
    CHECK(std::abs(program.price(0) - 2) < 1e-9 && std::abs(program.price(1) - 4) < 1e-9);
}

// Out of a meld's own tiles the graph makes as much as the meld does; one it left out would show.
TEST(every_meld_is_in_the_graph_of_its_tiles) {
    std::mt19937 random(17);
    Counts all;
    for (int code = 0; code < kNumbered; ++code) {
        int number = number_of(code);
        all[code] = number <= 4 || number >= 11 ? 2 : 0;
    }
    for (Code code : {kJoker, kDouble, kChange, kMirror}) all[code] = 2;
    MeldGraph::Costs<std::int32_t> costs{};
    for (int code = 0; code < kNumbered; ++code) costs[code] = -10;
    MeldGraph::Least<std::int32_t> least;
    for (Code joker : {kJoker, kDouble, kChange, kMirror}) {
        Melds melds = melds_with(joker, all, {}, 7);
        for (int i = 0; i < 1500; ++i) {
            const Meld& meld = melds[random() % melds.size()];
            MeldGraph graph(counts_of(meld));
            graph.walk(costs, least);
            auto numbers = std::count_if(meld.begin(), meld.end(), is_number);
            CHECK(graph.cheapest(costs, least) <= -10 * numbers);
        }
    }
}

TEST(prices_tell_what_cannot_be_laid) {
    Prices prices;
    Counts table = tiles_of("k4 k5 k6"), rack = tiles_of("k7 r9");
    prices.find(table, rack, most_tiles().weights);
    CHECK(prices.bound(table, rack) >= 4103 && prices.bound(table, rack) <= 4104);
    // Two tiles alone cannot stay on the table.
    prices.find(tiles_of("k4 k5"), {}, most_tiles().weights);
    CHECK(prices.bound(tiles_of("k4 k5"), {}) < 0);
}

TEST(no_meld_costs_less_than_nothing) {
    std::mt19937 random(7);
    Rules rules;
    for (int round = 0; round < 150; ++round) {
        Some some = draw(round % 3, round % 6 == 0, random);
        Counts all = some.must + some.may;
        Prices prices;
        prices.find(some.must, some.may, most_tiles().weights, round % 2 ? 1 : 0.5);
        for (Code code = 0; code < kCodes; ++code) {
            for (const Meld& meld : melds_with(code, all, rules, 6)) {
                CHECK(prices.cost(meld) >= 0);
                auto reading = read_as(meld, meld.kind, rules);
                for (std::size_t i = 0; i < meld.size; ++i) {
                    Face face = reading->faces[i];
                    if (meld.tiles[i] == kJoker && face.colour >= 0)
                        CHECK(prices.cost_of_face(tile(face.colour, face.number)) <=
                              prices.cost(meld));
                }
            }
        }
    }
}

TEST(no_packing_is_worth_more_than_its_tiles) {
    std::mt19937 random(11);
    Weights weights = most_tiles().weights;
    Packer packer;
    Budget budget;
    for (int round = 0; round < 250; ++round) {
        Some some = draw(round % 3, round % 6 == 0, random);
        Packing packing = packer.pack({some.must, some.may, weights}, budget);
        CHECK(packing.found && packing.proved);
        std::int64_t worth = joker_worth(some.may, weights);
        Prices prices, half, again;
        prices.find(some.must, some.may, weights);
        half.follow(prices, some.must, some.may, 0.5);
        again.follow(half, some.must, some.may);
        std::int64_t bound = prices.bound(some.must, some.may);
        CHECK(bound + worth >= packing.value);
        CHECK(half.bound(some.must, some.may) + worth >= packing.value);
        // Whichever way the program is reached, it has one least cost.
        CHECK(std::abs(again.bound(some.must, some.may) - bound) <= 1);
        // The same prices bound what is left when a meld of the table stays as it is.
        for (const Meld& meld : some.table) {
            Counts rest = some.must - counts_of(meld);
            Packing less = packer.pack({rest, some.may, weights}, budget);
            CHECK(!less.found || prices.bound(rest, some.may) + worth >= less.value);
            CHECK(prices.bound(rest, some.may) <= bound - prices.cost(meld) + 1);
            // Better prices for it lie between.
            Prices fewer, followed;
            fewer.find(rest, some.may, weights);
            followed.follow(prices, rest, some.may);
            CHECK(followed.bound(rest, some.may) <= prices.bound(rest, some.may) + 1);
            CHECK(followed.bound(rest, some.may) >= fewer.bound(rest, some.may) - 1);
        }
    }
}

TEST(known_prices_change_no_packing) {
    std::mt19937 random(13);
    Weights weights = most_tiles().weights;
    Packer packer;
    Budget budget;
    for (int round = 0; round < 180; ++round) {
        Some some = draw(round % 3, 0, random);
        Packing plain = packer.pack({some.must, some.may, weights}, budget);
        Prices prices;
        prices.find(some.must, some.may, weights);
        PackingRequest request{some.must, some.may, weights};
        request.prices = &prices;
        Packing priced = packer.pack(request, budget);
        CHECK(priced.found == plain.found && priced.value == plain.value && priced.proved);
    }
}
