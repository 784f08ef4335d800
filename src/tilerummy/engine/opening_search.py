"""Opening search: finds the opening melds of a play that does not name them.

Where a rulebook lets a player go on after opening, the melds that open may be rebuilt in
the same turn, and then the table left behind does not show them. A play can name them;
people at a table just point. If the melds still to be seen do not reach the threshold,
the tiles laid are asked whether they can open by themselves, and the play is completed.
The search is cut short where only a heap of special jokers could make it long; a player who
opens like that has to name the melds.
"""

from __future__ import annotations

from typing import Final

from tilerummy.rules.changes import compare, contains
from tilerummy.rules.openings import opening_points
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import solve

__all__ = ["is_searched", "with_opening"]

_NODES: Final = 20_000
"""Thirty tiles of any booklet's box need at most a few thousand."""


def is_searched(rules: Rulebook, *, opened: bool) -> bool:
    """Whether a play that names no opening melds can have some that have to be looked for."""
    return not opened and rules.opening.goes_on


def with_opening(position: Position, play: Play) -> Play:
    """The play, with its opening melds named if they cannot be seen and can be found."""
    rules = position.rules
    if play.opening is not None or not is_searched(rules, opened=position.opened):
        return play
    if opening_points(position, play) >= rules.opening.points:
        return play
    laid = compare(position.table, play.table).laid
    if not contains(position.rack, laid):
        return play
    found = solve(Position(rules, (), laid, opened=False), "points", nodes=_NODES).play
    return play if found is None else Play(play.table, found.opening)
