"""Greedy: lays as many tiles as it can, every turn.

This is what others call optimal. It is the best single turn, not the best game, and so
the measure against which the other bots are held.
"""

from __future__ import annotations

from tilerummy.bots.dice import Dice
from tilerummy.bots.policies import follow
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.solver.playouts import Policy

__all__ = ["GREEDY", "Greedy"]

GREEDY = Policy()


class Greedy:
    """Lays the most tiles, and among those plays the most points."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The play of most tiles, or a draw."""
        return follow(GREEDY, view)
