"""Model players: what the strongest simple ways to play would do in a turn.

There are two, and neither is right in every round. One saves: it opens, and lays nothing more until
its whole rack can go. The other builds: it saves up for a large opening and holds its rack back
after it, but it is never silent for long, and lays a single tile now and then. Whoever does what
either of them would do has given nothing away that could be told for certain.
"""

from __future__ import annotations

from typing import Final

from tilerummy.bots.policies import follow
from tilerummy.bots.saving import saving
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.solver.playouts import Policy

__all__ = ["BUILDER", "model_actions"]

BUILDER: Final = Policy(opens=12, wait=3, keep_jokers=True, hold=30, patience=6, stints=True)
"""The one who builds. This is also how a player whose turn is judged is taken to go on."""


def model_actions(view: View) -> tuple[Action, Action]:
    """What the model players would do."""
    return follow(saving(view.rules, view.seats), view), follow(BUILDER, view)
