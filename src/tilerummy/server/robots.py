"""Robots: the bots that take seats here, and the one way in which the server asks them.

A bot gets the view of its seat, like any player, and thinks in a thread of its own, so that
nobody waits for it. What it answers is judged like everybody's action.
"""

from __future__ import annotations

from typing import Final

from tilerummy.engine.actions import Action, Draw, Pass
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.rules.judge import judge
from tilerummy.server.resources import BotInfo
from tilerummy.solver import solve

__all__ = ["LEVELS", "choose", "roster", "safe_action"]

_ROSTER: Final = (
    BotInfo(level="normal", name="Normal", description="Lays as many tiles as it can, every turn."),
)
LEVELS: Final = frozenset(bot.level for bot in _ROSTER)


def roster() -> list[BotInfo]:
    """The bots one can choose from, the weakest first."""
    return list(_ROSTER)


def choose(level: str, view: View) -> Action:
    """What the bot of that level does; it knows no more than its view."""
    play = solve(view.position).play
    return safe_action(view) if play is None or judge(view.position, play) else play


def safe_action(view: View) -> Action:
    """Draw, or pass where there is nothing to draw."""
    return Draw() if view.pool_size and view.phase is Phase.ACT else Pass()
