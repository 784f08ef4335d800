"""Greedy: lays as many tiles as it can, every turn.

This is what others call optimal. It is the best single turn, not the best game, and so
the measure against which the other bots are held.
"""

from __future__ import annotations

from tilerummy.bots.dice import Dice
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action, Draw, Pass
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.solver import solve

__all__ = ["Greedy", "instead_of_laying"]


class Greedy:
    """Lays the most tiles, and among those plays the most points."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The play of most tiles, or a draw."""
        play = solve(view.position).play
        return instead_of_laying(view) if play is None else play


def instead_of_laying(view: View) -> Action:
    """Draw, or pass where nothing can be drawn."""
    return Draw() if view.pool_size and view.phase is Phase.ACT else Pass()
