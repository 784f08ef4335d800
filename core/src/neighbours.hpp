// Neighbours: plays that lay one tile less than a known play, one more, or another in its place.
//
// They are read off the melds of the known play, which takes a fraction of a packing: a tile leaves
// a meld that does without it, another joins a meld that has room. Not all neighbours of a play are
// found; every one that is found has been checked against all rules.
#pragma once

#include <functional>

#include "play_check.hpp"

namespace tilerummy {

class Neighbours {
  public:
    // Whether a play that lays these tiles, worth so much, is of interest.
    using Wanted = std::function<bool(const Counts& laid, std::int64_t value)>;
    using Offer = std::function<void(Answer)>;

    // Tiles of the rack that may and that must be laid.
    Neighbours(const PlayCheck& check, const Position& position, const Weights& weights,
               const Counts& may, const Counts& least);

    void around(const Answer& play, const Wanted& wanted, const Offer& offer);

    // How many melds were looked at since the last time somebody asked.
    std::uint64_t looks();

  private:
    // One meld gives way to none, one or two others, and so a tile is laid less or more.
    struct Step {
        std::size_t meld;
        Code code;
        std::uint8_t count = 0;
        Meld into[2];
    };
    struct Around {
        const Answer& play;
        const Wanted& wanted;
        const Offer& offer;
        std::size_t first;  // melds before it are not touched
    };

    bool is_meld(const Meld& meld);
    void list_removals(const Around& around);
    void list_additions(const Around& around);
    void list_removals_of(std::size_t at, const Meld& meld, int place);
    void list_additions_to(std::size_t at, const Meld& meld, Code code);
    void exchange_within(const Around& around, std::size_t at, const Meld& meld);
    void try_steps(const Around& around, const Step* less, const Step* more);
    std::int64_t weight(int code) const { return weights_[code]; }

    const PlayCheck& check_;
    const Position& position_;
    const Weights& weights_;
    Counts may_, least_;
    std::vector<Step> removals_, additions_;
    std::uint64_t looks_ = 0;
};

}  // namespace tilerummy
