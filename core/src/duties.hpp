// Joker duties: what a play owes that moves jokers which lay on the table.
//
// Melds that lie there as before are set aside; only what is gone and what is fresh counts. Some
// rulebooks freeze melds with jokers, some ask that a freed joker serve a new meld, With a Twist
// lets no special joker take another joker's seat. Tiles have no identity, so a play is at fault
// only if every explanation of it is. Every answer of the solver passes here before it leaves.
#pragma once

#include <optional>

#include "meld.hpp"

namespace tilerummy {

// A joker in a meld, and what it stands for there.
struct JokerPlace {
    Code code;
    int meld;
    Kind kind;
    Face face;

    bool means(const JokerPlace& other) const {
        if (kind != other.kind || face.number != other.face.number) return false;
        return kind == Kind::group || face.colour == other.face.colour;
    }
};

// Old melds that no longer lie there, by their places on the table before, and melds that did not
// lie there before.
struct Change {
    std::vector<int> gone;
    std::vector<const Meld*> fresh;
    // Those of the fresh ones that look like an old one: other jokers have come into them.
    std::vector<const Meld*> renewed;
};

// A fresh meld that is an old one with a special joker in another joker's seat.
struct Swap {
    Meld fresh, gone;
};

class Duties {
  public:
    Duties(const Rules& rules, const Melds& before);

    // Whether there is anything to owe: jokers lie on the table and the rulebook minds them.
    bool any() const { return any_; }

    // Whether the jokers of the table were treated as the rulebook asks. All melds must be valid
    // and no tile may be missing.
    bool met(const Melds& after) const;

    // Whether a play that leaves `fixed` behind could still treat its freed jokers lawfully,
    // whatever becomes of the tiles in `open`.
    bool may_be_met(const Melds& fixed, const Counts& open) const;

    // What plain jokers of the table stand for in runs.
    std::vector<Code> old_faces() const;

    // The kind of joker that was freed into a meld that is not new; none if no joker was.
    std::optional<Code> at_fault(const Melds& after) const;

    // Jokers of the table lie in `fixed` in melds that are not new, whatever becomes of those in
    // `open`: of which tiles must another meld be made, that they may count as new? One set of
    // tiles for each explanation.
    std::vector<Counts> missing(const Melds& fixed, const Counts& open) const;

    // A special joker that took another joker's seat.
    std::optional<Swap> swap_in(const Melds& after) const;

  private:
    class Explanations;

    Change compare(const Melds& after) const;

    // What may have changed: where jokers can be told apart, also melds that look as before.
    std::vector<Change> changes(const Melds& after) const;

    const Rules& rules_;
    const Melds& before_;
    std::vector<Counts> tiles_;                    // of each meld before
    std::vector<int> numbers_;                     // how many of them are numbers
    std::vector<std::vector<JokerPlace>> jokers_;  // and its jokers
    bool any_ = false;
};

// Frozen and undivided melds: whether each still lies there, or gave up its jokers for laid tiles.
bool meets_frozen_duty(const Rules& rules, const Melds& before, const Change& change);

bool meets_duties(const Rules& rules, const Melds& before, const Melds& after);

}  // namespace tilerummy
