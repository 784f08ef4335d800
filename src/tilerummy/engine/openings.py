"""Openings found for players who do not name them.

Where a rulebook lets a player go on after opening, the melds that open may be rebuilt in
the same turn, and then the table left behind does not show them. A play can name them;
people at a table just point. If the melds still to be seen do not reach the threshold,
the tiles laid are asked whether they can open by themselves, and the play is completed.
"""

from __future__ import annotations

from tilerummy.rules.changes import compare, contains
from tilerummy.rules.openings import opening_points
from tilerummy.rules.positions import Play, Position
from tilerummy.solver import solve

__all__ = ["with_opening"]


def with_opening(position: Position, play: Play) -> Play:
    """The play, with its opening melds named if they cannot be seen and can be found."""
    rules = position.rules
    if position.opened or play.opening is not None or not rules.opening.goes_on:
        return play
    if opening_points(position, play) >= rules.opening.points:
        return play
    laid = compare(position.table, play.table).laid
    if not contains(position.rack, laid):
        return play
    found = solve(Position(rules, (), laid, opened=False), "points").play
    return play if found is None else Play(play.table, found.opening)
