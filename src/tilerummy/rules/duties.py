"""Joker duties: what a player who moves a joker of the table has to do.

Some rulebooks ask that a freed joker serve a new meld, or at least another one. With a
Twist forbids a special joker to take the place of a freed one. Both are judged under one
explanation of where the jokers went; a play is at fault only if every explanation is, and
otherwise the answer is what is wrong under the one with the fewest faults.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilerummy.rules.changes import Change, contains, without
from tilerummy.rules.explanations import (
    Explanation,
    JokerPlace,
    broken_joker_melds,
    explanations,
    free_explanations,
    joker_places,
)
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Table
from tilerummy.rules.readings import Face, MeldKind
from tilerummy.rules.rulebook import JokerMelds, JokerReuse, Rulebook
from tilerummy.rules.tiles import Tile

__all__ = ["JokerFaults", "joker_faults"]


@dataclass(frozen=True, slots=True)
class JokerFaults:
    """What a play does wrong with the jokers of the table; melds by their place in it."""

    broken: tuple[Meld, ...] = ()
    """Old melds with jokers that were divided or changed against the rulebook."""
    misplaced: tuple[int, ...] = ()
    """Melds that hold a freed joker but are old ones merely lengthened."""
    replaced: tuple[int, ...] = ()
    """Melds in which a special joker took the place of a freed one."""

    @property
    def count(self) -> int:
        """How many melds are at fault."""
        return len(self.broken) + len(self.misplaced) + len(self.replaced)


def joker_faults(rules: Rulebook, after: Table, change: Change) -> JokerFaults:
    """The faults of the change to a table of valid melds, explained most favourably."""
    if rules.rulings == 1:
        return _each_by_itself(rules, change)
    found = _least(rules, after, change, explanations(rules, change))
    if found is not None and (not found.count or rules.jokers.melds is JokerMelds.FREE):
        return found
    others = _least(rules, after, change, free_explanations(rules.grammar, change))
    assert others is not None
    broken = tuple(broken_joker_melds(rules, change))
    told = JokerFaults(broken, others.misplaced, others.replaced)
    return told if found is None or told.count <= found.count else found


def _each_by_itself(rules: Rulebook, change: Change) -> JokerFaults:
    """What was a fault under the first rulings, where each duty chose its own explanation."""
    lawful = any(True for _ in explanations(rules, change))
    broken = () if lawful else tuple(broken_joker_melds(rules, change))
    stories = [_misplaced(rules, change, way) for way in free_explanations(rules.grammar, change)]
    fresh = [] if rules.jokers.special_replaces_other else change.fresh
    swapped = [at for at, meld in fresh if any(_swapped(old, meld) for old in change.gone)]
    return JokerFaults(broken, min(stories, key=len), tuple(swapped))


def _swapped(old: Meld, new: Meld) -> bool:
    """Whether the new meld is the old one with a special joker for one of another kind."""
    put, out = without(new.tiles, old.tiles), without(old.tiles, new.tiles)
    return (
        len(old.tiles) == len(new.tiles)
        and bool(put)
        and all(piece.joker is not None and piece.joker.is_special for piece in put)
        and all(piece.joker is not None for piece in out)
    )


def _least(
    rules: Rulebook, after: Table, change: Change, ways: Iterable[Explanation]
) -> JokerFaults | None:
    """The fewest faults under any of the explanations; None if there is no explanation."""
    least: JokerFaults | None = None
    for explanation in ways:
        faults = JokerFaults(
            misplaced=_misplaced(rules, change, explanation),
            replaced=_replaced(rules, after, change, explanation),
        )
        if not faults.count:
            return faults
        if least is None or faults.count < least.count:
            least = faults
    return least


def _misplaced(rules: Rulebook, change: Change, freed: Explanation) -> tuple[int, ...]:
    """Which new melds hold a freed joker but are old melds merely lengthened.

    An old meld that lies there untouched is not among those gone, so laying its like
    from the rack is new; so it is where the old meld itself went on elsewhere.
    """
    if rules.jokers.reuse is JokerReuse.ANYWHERE:
        return ()
    own_only = rules.jokers.reuse is JokerReuse.OTHER_MELD
    lost: dict[int, list[Tile]] = {}
    for joker in freed:
        lost.setdefault(joker.was.meld, []).append(joker.was.tile)
    rests = [without(meld.tiles, lost.get(i, ())) for i, meld in enumerate(change.gone)]
    wrong: set[int] = set()
    for joker in freed:
        place, home = change.fresh[joker.now.meld]
        for rest in [rests[joker.was.meld]] if own_only else rests:
            if sum([1 for piece in rest if piece.number]) >= 2 and contains(home.tiles, rest):
                others = sum([contains(meld.tiles, rest) for _, meld in change.fresh]) - 1
                if others < rests.count(rest):
                    wrong.add(place)
                    break
    return tuple(sorted(wrong))


def _replaced(rules: Rulebook, after: Table, change: Change, freed: Explanation) -> tuple[int, ...]:
    """Which new melds hold a freed joker's number tiles and a special joker in its place.

    Another meld that holds those tiles as well may be what became of the old one.
    """
    if rules.jokers.special_replaces_other or not freed:
        return ()
    fresh = [meld for _, meld in change.fresh]
    specials = [
        place
        for place in joker_places(fresh, rules.grammar)
        if place.tile.joker is not None and place.tile.joker.is_special
    ]
    wrong: set[int] = set()
    for joker in freed:
        numbers = [piece for piece in change.gone[joker.was.meld].tiles if piece.number]
        if sum([contains(meld.tiles, numbers) for meld in after]) != 1:
            continue
        wrong |= {
            change.fresh[special.meld][0]
            for special in specials
            if _stands_there(special, joker.was) and contains(fresh[special.meld].tiles, numbers)
        }
    return tuple(sorted(wrong))


def _stands_there(special: JokerPlace, old: JokerPlace) -> bool:
    """Whether a joker of another kind stands for a tile that the old one stood for."""
    if special.tile.joker is old.tile.joker or special.kind is not old.kind:
        return False
    return any(_same(a, b, special.kind) for a in special.faces for b in old.faces)


def _same(one: Face, other: Face, kind: MeldKind) -> bool:
    """Whether two faces are the same tile; a colour change has no colour to differ by."""
    if one.number != other.number:
        return False
    colours = {one.colour, other.colour}
    return kind is MeldKind.GROUP or None in colours or len(colours) == 1
