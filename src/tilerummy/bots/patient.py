"""Patient: waits, and keeps what will be useful.

Laying one tile a turn gives away what the table could do for us later. Once opened, this
player draws until several tiles can go at once, keeps its jokers until they carry it out,
and hurries when somebody else is about to finish or the pool runs low. How many tiles are
worth the wait depends on how many are playing and on what a joker costs at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.bots.dice import Dice
from tilerummy.bots.greedy import instead_of_laying
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.solver import solve

__all__ = ["Patient"]


@dataclass(frozen=True, slots=True)
class Patient:
    """Waits for `wait` tiles, unless someone holds no more than `alarm`."""

    wait: int = 6
    alarm: int = 3

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """Go out if possible; otherwise lay without jokers, and only if it is worth it."""
        position = view.position
        everything = solve(position)
        if everything.play is None:
            return instead_of_laying(view)
        if len(everything.laid) == len(position.rack) or not view.pool_size:
            return everything.play
        if not position.opened:
            return everything.play
        jokers = tuple([tile for tile in position.rack if tile.is_joker])
        best = solve(position, keep=jokers) if jokers else everything
        hurry = self._hurry(view)
        if best.play is None or (len(best.laid) < self.wait and not hurry):
            return everything.play if hurry else instead_of_laying(view)
        return best.play

    def _hurry(self, view: View) -> bool:
        others = [size for seat, size in enumerate(view.rack_sizes) if seat != view.seat]
        return min(others) <= self.alarm
