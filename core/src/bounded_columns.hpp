// What can become of each old meld, and what can be made anew: the columns of a bounded turn.
//
// A column is a meld that may lie there after the turn, with the old meld that goes on as it, if
// any, and how many of its tiles that moves. A new run of six tiles or more, and three or more
// tiles at an end of an old one, do as well as two melds and move no more, so longer ones are left
// out.
#pragma once

#include <vector>

#include "moves.hpp"

namespace tilerummy {

struct BoundedColumn {
    Meld meld;
    int body = -1;  // the old meld that goes on as this one
    int moved = 0;
    bool untouched = false;
};

struct BoundedColumns {
    std::vector<BoundedColumn> all;
    bool complete = true;  // nothing was left out that could matter
};

// The columns for a table and tiles of the rack that move at most so many tiles each. Without
// `table_moves` the table stays as it is and only the rack makes melds.
BoundedColumns bounded_columns(const Rules& rules, const Melds& table, const Counts& may, int moved,
                               bool table_moves);

}  // namespace tilerummy
