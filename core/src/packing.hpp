// Packing: the best tiles to lay when nothing is compared with the melds before.
//
// One interface to both algorithms: the sweep for numbers and plain jokers, the automaton for sets
// with special or coloured jokers. What comes back is a set of melds and the jokers none of them
// needs; its value counts every spare joker that is worth laying as laid, so it is a bound as well.
#pragma once

#include "cover.hpp"
#include "packing_request.hpp"
#include "sweep.hpp"
#include "twist.hpp"

namespace tilerummy {

class Packer {
  public:
    Packing pack(const PackingRequest& request, Budget& budget);

    // The best packings of different tiles, at most so many; all jokers must be laid. Only sets of
    // numbers and plain jokers can be ranked.
    static bool can_rank(const Counts& must, const Counts& may);
    RankedPackings rank(const PackingRequest& request, std::size_t most, Budget& budget);

    // Whether the tiles make melds, as far as a glance tells; spare jokers are not looked at.
    bool fits(const Counts& tiles, Budget& budget);

  private:
    Cover cover_;
    Sweep sweep_;
    Twist twist_;
};

// The packings of one question: they share a budget and the table that they should resemble.
class PackingSession {
  public:
    PackingSession(Packer& packer, Budget& budget, const Familiar* familiar = nullptr)
        : packer_(packer), budget_(budget), familiar_(familiar) {}

    Packing pack(PackingRequest request) {
        request.familiar = familiar_;
        return packer_.pack(request, budget_);
    }
    RankedPackings rank(PackingRequest request, std::size_t most) {
        request.familiar = familiar_;
        return packer_.rank(request, most, budget_);
    }
    bool fits(const Counts& tiles) { return packer_.fits(tiles, budget_); }

    Budget& budget() { return budget_; }

    // Prices that hold for all packings by the question's own weights, once they are known.
    Prices* prices() { return prices_; }
    void use(Prices& prices) { prices_ = &prices; }

  private:
    Packer& packer_;
    Budget& budget_;
    const Familiar* familiar_;
    Prices* prices_ = nullptr;
};

}  // namespace tilerummy
