// Covering: whether a few tiles make melds, tried as a person would.
//
// The lowest tile has to begin a run or lie in a group of its number; take each way in turn and go
// on with what is left. For the dozen tiles of the melds in question that ends long before a sweep
// has set up its tables. Runs of six and more are two runs, so none is tried beyond five.
#pragma once

#include <cstdint>

#include "tiles.hpp"

namespace tilerummy {

enum class Covered : std::uint8_t { no, yes, unknown };

class Cover {
  public:
    // Numbers and plain jokers alone; unknown if it takes too many steps to tell. Jokers that no
    // meld needs may be left over.
    Covered cover(const Counts& tiles);

    int steps() const { return steps_; }

  private:
    bool rest(const Counts& left, int from);
    bool run_on(const Counts& left, int from, int length);
    bool group(const Counts& left, int from);

    int steps_ = 0;
};

}  // namespace tilerummy
