"""Glancing: players who see only part of the table, the beginner and the casual player.

People do not search a whole table. They look at their rack, at a meld or two, find
something, and look again. These bots do the same: a glance takes in the rack and a few
melds and finds the best play with those; a few glances make a turn. A beginner's glance
takes in one meld and a casual player's three, and both overlook things now and then. What
they see, they play as well as it can be played.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.bots.dice import Dice
from tilerummy.bots.policies import instead_of_laying
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Play, Position, Table
from tilerummy.rules.tiles import Tile
from tilerummy.solver import solve

__all__ = ["Glancing"]


@dataclass(frozen=True, slots=True)
class Glancing:
    """A player who takes in `melds` melds at a glance, `glances` times a turn."""

    melds: int
    glances: int
    overlooks: float
    """How likely it is to miss each tile of the rack in a turn."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The plays found glance by glance, as one."""
        position = view.position
        seen = tuple([tile for tile in position.rack if not dice.chance(self.overlooks)])
        if not position.opened:
            play = solve(Position(view.rules, position.table, seen, opened=False)).play
            return instead_of_laying(view) if play is None else play
        found: Play | None = None
        table = position.table
        for _ in range(self.glances):
            better = self._glance(view, table, seen, dice)
            if better is None:
                continue
            table, seen = better
            if not judge(position, Play(table)):
                found = Play(table)
        return instead_of_laying(view) if found is None else found

    def _glance(
        self, view: View, table: Table, rack: tuple[Tile, ...], dice: Dice
    ) -> tuple[Table, tuple[Tile, ...]] | None:
        """What a look at the rack and a few melds finds: the table then, and the rack left."""
        places = list(range(len(table)))
        dice.shuffle(places)
        chosen = set(places[: self.melds])
        part = tuple([meld for place, meld in enumerate(table) if place in chosen])
        rest = tuple([meld for place, meld in enumerate(table) if place not in chosen])
        best = solve(Position(view.rules, part, rack))
        if best.play is None:
            return None
        left = list(rack)
        for tile in best.laid:
            left.remove(tile)
        return rest + best.play.table, tuple(left)
