"""Bots in seats, and the one way in which the server asks them.

A bot gets the view of its seat, like any player, and thinks in a process of its own, so
that nobody waits for it. What it answers is judged like everybody's action; a bot that cannot make
up its mind lays what it can, or draws.

How long a bot thinks depends on its tiles, so nobody may see how long that was. It begins to think
when its turn begins, and its action is shown when the window of the turn ends, never before. A
thought that needed longer is shown at the end of the next window, and from then on the windows in
that room are twice as long. Where a player who can
play must, checking a draw is slow too, and is done ahead as well.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tilerummy.bots import ALIASES, MATCH, ROSTER, Budget, Dice, bot, matched
from tilerummy.engine.actions import Action, Draw, Pass
from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.server.live.services import Services
from tilerummy.server.room import log
from tilerummy.server.room.slow_work import folding_may_be_slow
from tilerummy.server.room.state import Room
from tilerummy.server.room.thinking_time import thinking_time
from tilerummy.server.wire.resources import BotInfo
from tilerummy.solver import solve

__all__ = ["LEVELS", "BotTurns", "choose", "roster"]

_logger: Final = logging.getLogger(__name__)
_MOST_SECONDS: Final = 0.8
_SHARE: Final = 0.6
"""The part of its window that a bot may use for thinking; the rest is for a busy machine."""
_MOST_STRETCH: Final = 16
LEVELS: Final = frozenset([*[entry.name for entry in ROSTER], *ALIASES, MATCH])
_MATCHING: Final = BotInfo(
    level=MATCH,
    name="Match me",
    description="A step stronger after you win, a step weaker after you lose: you win about half.",
)


def roster() -> list[BotInfo]:
    """The bots one can choose from, the weakest first, and the one that suits the person."""
    return [
        _MATCHING,
        *_entries(),
    ]


def _entries() -> list[BotInfo]:
    return [
        BotInfo(
            level=entry.name,
            name=entry.name.capitalize(),
            description=entry.line,
            ladder=entry.ladder,
            elo=entry.elo,
            hands=entry.hands,
            face=entry.face,
        )
        for entry in ROSTER
    ]


@dataclass(frozen=True, slots=True)
class _Thought:
    action: Action
    after: Round | None
    """The round after the action, if that takes long to work out."""
    began: int
    ended: int


class BotTurns:
    """The bots of one room: at most one thought for each turn, shown at the end of a window."""

    def __init__(self, services: Services, owner: Callable[[], str]) -> None:
        self._services = services
        self._owner = owner
        """For whom they think just now."""
        self._turn = -1
        self._thinking: asyncio.Task[_Thought] | None = None
        self._stretch = 1

    def think(self, room: Room) -> asyncio.Task[_Thought]:
        """Think about the turn that is on, unless that has begun already."""
        failed = self._thinking is not None and _failed(self._thinking)
        if self._thinking is None or failed or self._turn != room.turn:
            self.close()
            self._turn, self._thinking = room.turn, asyncio.create_task(self._think(room))
        return self._thinking

    async def action(self, room: Room) -> Action:
        """What the bot in turn does, at the end of a window."""
        assert room.clock is not None
        window = self._window(room)
        thought = await asyncio.shield(self.think(room))
        if thought.ended - thought.began > window:
            self._stretch = min(2 * self._stretch, _MOST_STRETCH)
        windows = max(1, -((room.clock.began - thought.ended) // window))
        shown = room.clock.began + windows * window
        await asyncio.sleep(max(0, shown - self._services.now()) / 1000)
        return thought.action

    @property
    def after(self) -> Round | None:
        """The round after the action that was shown last, if it was worked out ahead."""
        done = self._thinking is not None and self._thinking.done() and not _failed(self._thinking)
        return self._thinking.result().after if done and self._thinking is not None else None

    def close(self) -> None:
        """Think no more."""
        if self._thinking is not None:
            self._thinking.cancel()

    async def _think(self, room: Room) -> _Thought:
        playing, now = room.playing, self._services.now
        assert playing is not None
        level, began = _player(room, playing.turn), now()
        seconds = min(_MOST_SECONDS, _SHARE * self._window(room) / 1000)
        view = playing.view(playing.turn)
        think = self._services.workers.think
        action = await think(self._owner(), choose, level, view, seconds)
        after, entry = None, log.Acted(at=began, seat=playing.turn, action=action)
        if folding_may_be_slow(room, entry):
            after = await self._services.workers.judge(self._owner(), _applied, playing, action)
        return _Thought(action, after, began, now())

    def _window(self, room: Room) -> int:
        return thinking_time(room) * self._stretch


def _applied(playing: Round, action: Action) -> Round:
    return playing.apply(action, seat=playing.turn)


def _failed(thinking: asyncio.Task[_Thought]) -> bool:
    return thinking.done() and (thinking.cancelled() or thinking.exception() is not None)


def _player(room: Room, seat: int) -> str:
    """Which bot plays a seat: the one of its level, or the one that suits the people here."""
    level = room.seats[seat].level or ""
    if level != MATCH:
        return level
    people = [number for number, one in enumerate(room.seats) if one.who is not None]
    won = [result.winner in people for result in room.results if result.winner is not None]
    return matched(won, max(1, len(room.seats) - len(people))).name


def choose(level: str, view: View, seconds: float) -> Action:
    """What the bot of that level does; it knows only its view."""
    try:
        action = bot(level).act(view, Dice(secrets.randbits(64)), Budget(seconds=seconds))
    except Exception:
        _logger.exception("bot %s stumbled", level)
    else:
        if not view.judge(action):
            return action
        _logger.warning("bot %s wanted the impossible", level)
    play = solve(view.position).play
    if play is not None and not view.judge(play):
        return play
    return Draw() if Draw in view.may else Pass()
