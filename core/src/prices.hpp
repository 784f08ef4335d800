// Prices: what every tile is worth to the melds, and so how much any play can lay at most.
//
// If taking a tile into a meld costs its price, and no meld costs less than nothing, then all tiles
// at hand, sold at their prices, are worth no less than the best packing: a bound for whatever
// tiles there are, and for what is left when some melds are settled. The prices that bound closest
// solve a linear program (how much of each meld is laid, in fractions). Its melds are taken in as
// they are needed, the cheapest paths of a graph (meld_graph.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "meld_graph.hpp"
#include "simplex.hpp"
#include "tiles.hpp"

namespace tilerummy {

class Prices {
  public:
    // Finds prices for these tiles. They hold for all positions whose tiles are among these, and
    // bound closest where this share of the jokers is left.
    void find(const Counts& must, const Counts& may, const Weights& weights,
              double jokers_left = 1);

    // The same, for tiles that are among those of known prices.
    void follow(const Prices& known, const Counts& must, const Counts& may, double jokers_left = 1);

    // What the tiles of these prices can lay at most; jokers that are laid count nothing.
    std::int64_t bound(const Counts& must, const Counts& may) const;

    // How much less the rest can lay if this meld is settled; one tile of it may have been taken
    // already.
    std::int64_t cost(const Meld& meld, Code but = kCodes) const;

    // The same if a plain joker stands for this tile, in whatever meld.
    std::int64_t cost_of_face(Code face);

    // For those who add up many prices, in a unit of which 2^shift are one: the price of a tile,
    // what tiles of a kind are worth that are not in melds, and what going on with an open meld
    // before a number is worth.
    int shift() const { return shift_; }
    std::int32_t whole(std::int64_t fine) const {
        return static_cast<std::int32_t>(
            std::clamp<std::int64_t>(fine >> shift_, INT32_MIN / 4, INT32_MAX / 4));
    }
    std::int64_t cost(Code code) const { return costs_[code]; }
    std::int64_t rest(int code, int must, int may) const;
    std::int64_t worth(int number, twist::Item item) const { return worth_[number][item]; }

    // How long it took to find them, in states of the automaton.
    std::uint64_t nodes() const;

  private:
    using Costs = MeldGraph::Costs<std::int32_t>;

    struct Row {
        Code code;
        bool owed;  // some of these tiles must be laid
        int out;    // the column of those that stay out of melds
    };

    void add_rows(const Counts& must, const Counts& may);
    void ask(const Counts& must, const Counts& may, double jokers_left);
    void solve();
    bool add_melds();
    void round_up();
    void find_faces();

    std::shared_ptr<const MeldGraph> graph_;
    Counts all_;
    Weights weights_{};
    std::vector<Row> rows_;
    std::array<int, kCodes> row_of_{};
    Simplex program_;
    MeldGraph::Least<double> least_cost_;
    Melds found_;

    int shift_ = 0;
    Costs costs_{};
    MeldGraph::Least<std::int32_t> least_;
    std::array<std::array<std::int32_t, 256>, kNumbers + 2> worth_{};
    bool has_faces_ = false;
    std::array<std::int32_t, kNumbered> beside_{};
};

}  // namespace tilerummy
