// Packing: the best tiles to lay when nothing is compared with the melds before.
//
// One door to both machines: the sweep for numbers and plain jokers, the automaton for sets with
// special or coloured jokers. What comes back is a set of melds and the jokers none of them needs;
// its value counts every spare joker that is worth laying as laid, so it is a bound as well.
#pragma once

#include <algorithm>
#include <deque>

#include "cover.hpp"
#include "prices.hpp"
#include "sweep.hpp"
#include "twist.hpp"

namespace tilerummy {

struct Packing {
    bool found = false;
    bool proved = false;     // nothing better exists
    std::int64_t value = 0;  // what is laid of `may`, spare jokers included
    std::int64_t bound = 0;
    Melds melds;
    Counts spare;
};

class Packer {
  public:
    // All of `must` and the best of `may`; only answers above `beat` are of interest.
    const Packing& pack(const Counts& must, const Counts& may, const Weights& weights,
                        std::int64_t beat);

    // All of the tiles, as familiar as a few tries can make them.
    const Packing& arrange(const Counts& tiles);

    // Whether the tiles make melds, as far as a glance tells; spare jokers are not looked at.
    bool fits(const Counts& tiles);

    // The table that packings should resemble where they can; none if it does not matter.
    const Familiar* familiar = nullptr;
    // Prices that hold for what is packed, if any are known, and room for some.
    const Prices* prices = nullptr;
    std::deque<Prices> price_lists;
    // Whether a good packing will do; it may not be proved then.
    bool glance = false;
    // How many states may still be looked at, over all calls; other work counts as so many.
    std::uint64_t nodes_left = UINT64_MAX;
    std::uint64_t nodes_used = 0;
    void spend(std::uint64_t nodes) {
        nodes_used += nodes;
        nodes_left -= std::min(nodes_left, nodes);
    }

  private:
    bool is_plain(const Counts& must, const Counts& may) const;
    void sweep(const Counts& must, const Counts& may, const Weights& weights, std::int64_t beat);

    void run_automaton(const Counts& must, const Counts& may, const Weights& weights,
                       std::int64_t beat);

    Cover cover_;
    Sweep sweep_;
    Twist twist_;
    SweepProblem problem_;
    Packing packing_;
};

}  // namespace tilerummy
