// Jokers nobody needs: finding them a place.
//
// The sweep uses a joker only where a meld needs it. What is left over goes to the end of a run or
// into a group with a free place; a double needs two free numbers, a colour change one.
#pragma once

#include "meld.hpp"

namespace tilerummy {

// A meld with the joker added, at one end of a run (`front`) or in a group; false if it has no
// room.
bool add_joker(Meld& meld, Code joker, bool front, const Rules& rules);

// Places every spare joker; what finds no room stays in `spare`, and the answer is false.
bool place_spares(Melds& melds, Counts& spare, const Rules& rules);

}  // namespace tilerummy
