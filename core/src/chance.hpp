// Chance: every shuffle of a round comes out of its seed, the same here as in the engine.
//
// SHA-256 over a label, the seed and a block counter gives a stream of bytes; docs/records.md
// describes it byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tiles.hpp"

namespace tilerummy {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view text);

// The stream of random numbers for one purpose.
class Chance {
  public:
    Chance(std::string_view seed, std::string_view label);

    // A number from 0 to n - 1, each as likely; n is at most 256.
    int below(int n);

  private:
    std::string text_;  // what is hashed; its last eight bytes are the block counter
    std::uint64_t counter_ = 0;
    Digest block_{};
    std::size_t used_ = sizeof(Digest);
};

// The tiles in the order that the seed gives them for this purpose.
void shuffle(std::vector<Code>& tiles, std::string_view seed, std::string_view label);

}  // namespace tilerummy
