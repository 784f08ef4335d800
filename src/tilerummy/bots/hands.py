"""Hands: how many tiles a bot moves in one turn, by its level and by the clock.

A person needs a few seconds for every tile that is played or rearranged. In a minute the hands
of a level are full; with a shorter clock they move fewer tiles, in proportion, though three
can always be moved: as many as a meld has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import Objective, Solution, simplest, solve

__all__ = ["OPENING_HANDS", "best_within", "easiest", "hands_in"]

OPENING_HANDS: Final = 12
"""What any hands can do in an opening, which is prepared on the rack while the others play."""

_FULL: Final = 60
"""With this many seconds for a turn, or with no limit, a level moves its full number of tiles."""
_FEWEST: Final = 3


def hands_in(rules: Rulebook, hands: int) -> int:
    """How many tiles these hands move in a turn under the rulebook's clock."""
    limit = rules.time.limit
    if not limit or limit >= _FULL:
        return hands
    return min(hands, max(_FEWEST, hands * limit // _FULL))


def best_within(
    position: Position,
    hands: int,
    objective: Objective = "tiles",
    *,
    keep: Iterable[Tile] = (),
    touched: int | None = None,
    nodes: int,
) -> Solution:
    """The best play that moves at most `hands` tiles, if the judge agrees with the solver."""
    found = solve(position, objective, keep=keep, moved=hands, touched=touched, nodes=nodes)
    return _judged(position, found)


def easiest(position: Position, *, nodes: int) -> Solution:
    """A play that moves as few tiles as any, if the judge agrees with the solver."""
    return _judged(position, simplest(position, 1, nodes=nodes))


def _judged(position: Position, found: Solution) -> Solution:
    """What was found, or nothing if it is illegal.

    With joker duties and two melds of the same tiles, a bounded play can be one that the judge
    explains otherwise than the solver meant it. A bot that acts on it would break a rule.
    """
    if found.play is None or not judge(position, found.play):
        return found
    return Solution(None, (), 0, 0, optimal=False, seconds=found.seconds)
