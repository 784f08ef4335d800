// How many tiles a player moves to make a play.
//
// Every tile laid is moved. A tile of the table stays where it is if the meld it lies in now is the
// old one: an old meld goes on as at most one new meld, with which it shares two tiles or more, and
// no two old melds go on as the same one. What they share stays, everything else is moved. Tiles
// have no identity, so of all explanations the one counts that moves fewest tiles.
#pragma once

#include "meld.hpp"

namespace tilerummy {

// How many tiles two melds share, if that is enough to say that one goes on as the other: else 0.
int body_of(const Meld& before, const Meld& after);

struct Moves {
    int tiles = 0;    // laid and rearranged
    int touched = 0;  // melds that lay there and do not lie there as they did
};

Moves moves_between(const Melds& before, const Melds& after);

}  // namespace tilerummy
