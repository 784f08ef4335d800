// Small dice for what need not be secret: SplitMix64.
#pragma once

#include <cstdint>

namespace tilerummy {

inline std::uint64_t roll(std::uint64_t& state) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

}  // namespace tilerummy
