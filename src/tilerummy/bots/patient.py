"""Patient: waits, and keeps what will be useful.

Laying one tile a turn gives away what the table could do for us later. Once opened, this
player draws until eight tiles can go at once, keeps its jokers until they carry it out,
and hurries only when the pool is gone. Hurrying when somebody else is about to finish
would cost it more rounds than it saves.
"""

from __future__ import annotations

from tilerummy.bots.dice import Dice
from tilerummy.bots.policies import follow
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.solver.playouts import Policy

__all__ = ["PATIENT", "Patient"]

PATIENT = Policy(wait=8, keep_jokers=True)


class Patient:
    """Waits for many tiles at once."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """Go out if possible; otherwise lay without jokers, and only if it is worth it."""
        return follow(PATIENT, view)
