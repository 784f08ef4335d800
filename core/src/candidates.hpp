// Every meld that given tiles can form around one of them.
//
// Where the sweep's answer breaks a rule that compares before and after, the search settles one
// tile at a time: here are the melds it could lie in. Openings are found in the same way.
#pragma once

#include "budget.hpp"
#include "meld.hpp"

namespace tilerummy {

// Melds with at least one `code` out of `have`, at most `longest` tiles each; not all of them if
// the budget ends before.
Melds melds_with(Code code, const Counts& have, const Rules& rules, int longest, Budget& budget);

inline Melds melds_with(Code code, const Counts& have, const Rules& rules, int longest) {
    Budget unlimited;
    return melds_with(code, have, rules, longest, unlimited);
}

}  // namespace tilerummy
