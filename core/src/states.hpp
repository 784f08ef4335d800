// What the sweep and the automaton do with the states between two stages: find those that are
// alike, and keep the best of too many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace tilerummy {

// A bound that nothing real comes near, and that a few values more do not make overflow.
inline constexpr std::int32_t kImpossible = INT32_MIN / 8;

// Places in a list by the hashes of what lies there; `hash_of` tells them again when it grows.
class StateIndex {
  public:
    std::size_t size() const { return slots_.size(); }
    void clear(std::size_t size) { slots_.assign(size, 0); }

    // Whether what lies at one of the places with this hash is `alike`.
    template <typename Alike>
    bool find(std::uint64_t hash, const Alike& alike) {
        std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        for (; slots_[at]; at = (at + 1) & mask)
            if (alike(slots_[at] - 1)) return true;
        at_ = at;
        return false;
    }

    // What was not found lies now at the end of a list of so many.
    template <typename Hash>
    void add(std::size_t count, const Hash& hash_of) {
        slots_[at_] = static_cast<std::uint32_t>(count);
        if (2 * count > slots_.size()) rebuild(count, slots_.size() * 4, hash_of);
    }

    template <typename Hash>
    void rebuild(std::size_t count, std::size_t size, const Hash& hash_of) {
        clear(size);
        std::size_t mask = size - 1;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t at = hash_of(i) & mask;
            while (slots_[at]) at = (at + 1) & mask;
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }

  private:
    std::vector<std::uint32_t> slots_;  // 0 for none, else a place and one
    std::size_t at_ = 0;
};

// Keeps so many of the states, those of the highest ranks and of equal ones the first, and calls
// drop(state) for the others. Returns the rank below which all were dropped.
template <typename State, typename Rank, typename Drop>
std::int64_t keep_best(std::vector<State>& states, std::size_t width, const Rank& rank_of,
                       const Drop& drop) {
    std::vector<std::int64_t> ranks;
    ranks.reserve(states.size());
    for (const State& state : states) ranks.push_back(rank_of(state));
    std::vector<std::int64_t> sorted = ranks;
    std::nth_element(sorted.begin(), sorted.begin() + width, sorted.end(), std::greater<>());
    std::int64_t gate = sorted[width];
    std::size_t kept = 0, equal = width;
    for (std::int64_t rank : ranks) equal -= rank > gate;
    for (std::size_t i = 0; i < states.size(); ++i)
        if (ranks[i] > gate || (ranks[i] == gate && equal && equal--))
            states[kept++] = states[i];
        else
            drop(states[i]);
    states.resize(kept);
    return gate;
}

}  // namespace tilerummy
