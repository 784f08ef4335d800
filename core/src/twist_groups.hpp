// Groups of one number with special jokers: which tiles each kind of group takes.
//
// A group with a double has two more tiles, one of them perhaps a plain joker. A mirrored group
// shows up to three colours twice around its mirror. Both are few enough to list.
#pragma once

#include <vector>

#include "meld.hpp"

namespace tilerummy::twist {

struct Pattern {
    std::uint8_t tiles[kColours] = {};
    std::uint8_t plain = 0, doubles = 0, mirrors = 0;
};

// Every special group that is not another one with jokers added.
const std::vector<Pattern>& patterns();

// A meld of the pattern with that number.
Meld make(const Pattern& pattern, int number);

}  // namespace tilerummy::twist
