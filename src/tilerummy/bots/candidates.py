"""Candidates: the few actions worth thinking about.

What the player's own policy would do comes first. Then laying the most tiles, the same
without the jokers of the rack, some plays that lay a little less or other tiles for as
many, since what stays on the rack and what lies on the table both decide how the round
goes on; and laying nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tilerummy.bots.policies import instead_of_laying
from tilerummy.engine.actions import Action, Play
from tilerummy.engine.views import View
from tilerummy.rules.changes import without
from tilerummy.rules.positions import loose
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver import best_plays, solve

__all__ = ["candidates", "different"]

_NODES: Final = 3_000
"""Enough for nearly every question; a play missed here is one candidate fewer."""


def candidates(view: View, first: Action, most: int) -> list[Action]:
    """Up to `most` different actions, `first` in front; only that if it goes out."""
    if isinstance(first, Play) and len(_laid(view, first)) == len(view.rack):
        return [first]
    position = view.position
    jokers = tuple([tile for tile in position.rack if tile.is_joker])
    found = [solve(position, nodes=_NODES)]
    if jokers:
        found.append(solve(position, keep=jokers, nodes=_NODES))
    if found[0].play is not None:
        found.append(solve(position, "points", nodes=_NODES))
        found += best_plays(position, most - 2, keep=jokers, nodes=_NODES)
    plays = [first, *[solution.play for solution in found if solution.play is not None]]
    plays.insert(1, instead_of_laying(view))
    return different(view, plays)[:most]


def different(view: View, actions: Iterable[Action]) -> list[Action]:
    """The actions without repetitions: plays that lay the same tiles are one."""
    seen: dict[tuple[Tile, ...], Action] = {}
    for action in actions:
        seen.setdefault(_laid(view, action) if isinstance(action, Play) else (), action)
    return list(seen.values())


def _laid(view: View, play: Play) -> tuple[Tile, ...]:
    return in_order(without(loose(play.table), loose(view.table)))
