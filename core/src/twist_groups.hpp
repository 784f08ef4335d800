// Groups of one number: which tiles and jokers each way to form them takes.
//
// A group with a double has two more tiles, one of them perhaps a plain joker. A mirrored group
// shows up to three colours twice around its mirror. Both are few enough to list. What is left of a
// number for its groups leads to a short list of ways, for all that counts afterwards is which
// jokers they took and what they laid.
#pragma once

#include <span>
#include <vector>

#include "meld.hpp"
#include "twist_items.hpp"

namespace tilerummy::twist {

struct Pattern {
    std::uint8_t tiles[kColours] = {};
    Jokers jokers = 0;
};

// All groups with a double or a mirror, as far as none is another one with jokers added.
const std::vector<Pattern>& special_groups();

// One way to form the groups of a number out of some tiles.
struct GroupWay {
    Jokers jokers = 0;
    std::int32_t value = 0;
    std::uint8_t special[4] = {};  // patterns
    std::uint8_t specials = 0;
    std::uint8_t tiles[kColours] = {};  // in ordinary groups
    std::uint8_t plain = 0;             // jokers in those
    std::uint8_t coloured = 0;          // bits of coloured jokers in those

    void melds(int number, Melds& out) const;
};

// The ways of one number, listed when they are asked for.
class GroupBook {
  public:
    void open(int number, const Counts& must, const Counts& may, const Weights& weights,
              Jokers have);
    // What groups can do when so many tiles of each colour are already taken.
    std::span<const GroupWay> ways(const int taken[kColours]);

  private:
    struct Range {
        std::uint32_t begin = 0, end = 0;
        bool listed = false;
    };
    Range& list(const int left[kColours]);
    void add(const GroupWay& way);
    void add_ordinary(const int left[kColours]);

    int all_[kColours] = {}, may_[kColours] = {};
    std::int32_t weight_[kColours] = {};
    Jokers have_ = 0;
    std::vector<std::uint8_t> possible_;
    Range ranges_[256] = {};
    std::vector<GroupWay> pool_;
    std::vector<GroupWay> now_;
};

}  // namespace tilerummy::twist
