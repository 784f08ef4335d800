// Codes: positions as bytes, checked.
//
// Whatever a caller passes is held against the rulebook and its tile set here, so that nothing
// that gets further can harm the process. A table is its melds divided by 255, each its kind (0
// run, 1 group) and the codes of its tiles; a rack is the codes of its tiles.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "position.hpp"

namespace tilerummy {

// What a caller is told who asks something that cannot be.
class Refusal : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

using Bytes = std::span<const std::uint8_t>;

inline constexpr std::int32_t kMostWeight = 1'000'000;

// Refuses with the sentence unless the condition holds.
inline void require(bool condition, const char* sentence) {
    if (!condition) throw Refusal(sentence);
}

// How many tiles there are of each kind, however many a caller names.
class Tally {
  public:
    void add(Bytes codes);
    void add(const Melds& melds);
    void add(const Counts& tiles);
    // At most 255 of a kind, which is more than any set has.
    Counts counts() const;

  private:
    std::array<std::size_t, kCodes> n_{};
};

// A rulebook and its tile set.
class Box {
  public:
    Box(const Rules& rules, Bytes deck);

    const Rules& rules() const { return rules_; }
    Melds melds(Bytes table) const;
    Position position(Bytes table, Bytes rack, bool opened) const;
    void require_tiles(const Tally& tiles) const;

  private:
    Rules rules_;
    Counts deck_;  // a plain joker may stand in a position for one that has a colour
};

Counts tiles_of(Bytes codes);
Weights weights_of(Bytes weights);
std::optional<Budget::Clock::time_point> deadline_in(std::optional<double> seconds);

std::string to_bytes(const Melds& melds);
std::string to_bytes(const Counts& tiles);

}  // namespace tilerummy
