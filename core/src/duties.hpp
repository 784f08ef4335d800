// Joker duties: what a play owes that moves jokers which lay on the table.
//
// Melds that lie there as before are set aside; only what is gone and what is fresh counts. Some
// rulebooks freeze melds with jokers, some ask that a freed joker serve a new meld, With a Twist
// lets no special joker take another joker's seat. Tiles have no identity, so a play is at fault
// only if every explanation of it is. Every answer of the solver passes here before it leaves.
#pragma once

#include "meld.hpp"

namespace tilerummy {

// Old melds that no longer lie there, melds that did not lie there before, and the tiles laid.
struct Change {
    Melds gone;
    Melds fresh;
    Counts laid;
};

Change compare(const Melds& before, const Melds& after);

// Whether the jokers of the table were treated as the rulebook asks. All melds must be valid and no
// tile may be missing.
bool meets_duties(const Rules& rules, const Melds& before, const Melds& after);

// Whether a play that leaves `fixed` behind could still treat its freed jokers lawfully, whatever
// becomes of the tiles in `open`; of those, the jokers in `table` lay on the table before.
bool may_meet_duties(const Rules& rules, const Melds& before, const Melds& fixed,
                     const Counts& table, const Counts& open);

}  // namespace tilerummy
