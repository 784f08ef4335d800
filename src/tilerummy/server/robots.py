"""Robots: the bots that take seats here, and the one way in which the server asks them.

A bot gets the view of its seat, like any player, and thinks in a thread of its own, so that
nobody waits for it. What it answers is judged like everybody's action; a bot that cannot make
up its mind lays what it can, or draws.
"""

from __future__ import annotations

import logging
import secrets
from typing import Final

from tilerummy.bots import ROSTER, Budget, Dice, bot
from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.rules.judge import judge
from tilerummy.server.resources import BotInfo
from tilerummy.solver import solve

__all__ = ["LEVELS", "choose", "roster"]

_logger: Final = logging.getLogger(__name__)
_SECONDS: Final = 0.8
LEVELS: Final = frozenset(entry.name for entry in ROSTER)


def roster() -> list[BotInfo]:
    """The bots one can choose from, the weakest first."""
    return [
        BotInfo(level=entry.name, name=entry.name.capitalize(), description=entry.description)
        for entry in ROSTER
    ]


def choose(level: str, view: View) -> Action:
    """What the bot of that level does; it knows no more than its view."""
    try:
        action = bot(level).act(view, Dice(secrets.randbits(64)), Budget(seconds=_SECONDS))
    except Exception:
        _logger.exception("bot %s stumbled", level)
    else:
        if _possible(view, action):
            return action
        _logger.warning("bot %s wanted the impossible", level)
    play = solve(view.position).play
    if play is not None and not judge(view.position, play):
        return play
    return Draw() if view.pool_size and view.phase is Phase.ACT else Pass()


def _possible(view: View, action: Action) -> bool:
    match action:
        case Play():
            return not judge(view.position, action)
        case Draw():
            return view.phase is Phase.ACT and view.pool_size > 0
        case Pass():
            must_lay = view.rules.pool.must_lay and solve(view.position).play is not None
            return view.phase is Phase.DRAWN or (not view.pool_size and not must_lay)
        case _:
            return False
