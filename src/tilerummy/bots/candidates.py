"""Candidates: the few actions worth thinking about.

Laying the most tiles is one; the same without the jokers of the rack is another; and some
plays that lay a little less, or other tiles for as many, since what stays on the rack and
what lies on the table both decide how the round goes on. Drawing instead is always one.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.bots.policies import instead_of_laying
from tilerummy.engine.actions import Action, Play
from tilerummy.engine.views import View
from tilerummy.rules.tiles import Tile
from tilerummy.solver import Solution, best_plays, solve

__all__ = ["Candidate", "candidates"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action, and the tiles it lays (none: a draw or a pass)."""

    action: Action
    laid: tuple[Tile, ...] = ()

    @property
    def lays(self) -> bool:
        """Whether tiles go down."""
        return isinstance(self.action, Play)


def candidates(view: View, most: int) -> list[Candidate]:
    """Up to `most` actions, the play of most tiles first; only one if that goes out."""
    position = view.position
    full = solve(position)
    waiting = Candidate(instead_of_laying(view))
    if full.play is None:
        return [waiting]
    if full.laid == position.rack:
        return [Candidate(full.play, full.laid)]
    jokers = tuple([tile for tile in position.rack if tile.is_joker])
    found = [full]
    if jokers:
        found += best_plays(position, max(1, most // 2), keep=jokers)
    found += best_plays(position, most // 2)
    found.append(solve(position, "points"))
    plays = _different(found, most - 1)
    must_lay = not view.pool_size and view.rules.pool.must_lay
    return plays if must_lay else [*plays, waiting]


def _different(solutions: list[Solution], most: int) -> list[Candidate]:
    """The plays without repetitions: those that lay the same tiles are one."""
    seen: dict[tuple[Tile, ...], Candidate] = {}
    for solution in solutions:
        if solution.play is not None and solution.laid not in seen:
            seen[solution.laid] = Candidate(solution.play, solution.laid)
    return list(seen.values())[:most]
