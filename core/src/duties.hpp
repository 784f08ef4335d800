// Joker duties: what a play owes that moves jokers which lay on the table.
//
// Melds that lie there as before are set aside; only what is gone and what is fresh counts. Some
// rulebooks freeze melds with jokers, some ask that a freed joker serve a new meld, With a Twist
// lets no special joker stand where a freed one stood. A play is at fault only if every explanation
// of it is (explanations.hpp). Every answer of the solver passes here before it leaves.
#pragma once

#include "explanations.hpp"

namespace tilerummy {

class Duties {
  public:
    Duties(const Rules& rules, const Melds& before);

    // Whether there is anything to owe: jokers lie on the table and the rulebook minds them.
    bool any() const { return before_.has_jokers; }

    // Whether the jokers of the table were treated as the rulebook asks. All melds must be valid
    // and no tile may be missing.
    bool met(const Melds& after) const;

    // Whether a play that leaves `fixed` behind could still treat its jokers lawfully, whatever
    // becomes of the tiles in `open`.
    bool may_be_met(const Melds& fixed, const Counts& open) const;

    // What plain jokers of the table stand for in runs.
    std::vector<Code> old_faces() const;

    // The kind of joker that should lie elsewhere; none if all lie well.
    std::optional<Code> at_fault(const Melds& after) const;

    // Jokers in `fixed` do not lie well, whatever becomes of the tiles in `open`: of which tiles
    // must another meld be made, that they may? One set of tiles for each explanation.
    std::vector<Counts> missing(const Melds& fixed, const Counts& open) const;

  private:
    Change compare(const Melds& after) const;

    // What may have changed: where jokers can be told apart, also melds that look as before.
    std::vector<Change> changes(const Melds& after) const;

    const Rules& rules_;
    TableBefore before_;
};

bool meets_duties(const Rules& rules, const Melds& before, const Melds& after);

}  // namespace tilerummy
