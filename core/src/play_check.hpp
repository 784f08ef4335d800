// From melds to a play: whether the table may look like that at the end of the turn.
//
// All melds must be valid and hold the table's tiles. What is left to check is the opening, for a
// player who has not opened, and the duties towards jokers. An opening is only looked for among
// the melds as they lie, so a play may be legal although it is not found to be.
#pragma once

#include <optional>

#include "duties.hpp"
#include "position.hpp"

namespace tilerummy {

class PlayCheck {
  public:
    explicit PlayCheck(const Position& position);

    // Whether a turn of this player leaves the melds of the table as they are. They come first
    // then, in all melds that are checked.
    bool is_alone() const { return is_alone_; }

    // The play that leaves these melds; an opening that is known is tried first.
    std::optional<Answer> play(const Melds& after, const Counts& laid, std::int64_t value,
                               const Melds& opening = {}) const;

  private:
    std::optional<Melds> opening_of(const Melds& after, const Counts& laid,
                                    const Melds& known) const;

    const Position& position_;
    bool is_alone_;
    Duties duties_;
};

}  // namespace tilerummy
