"""Bots in seats, and the one way in which the server asks them.

A bot gets the view of its seat, like any player, and thinks in a process of its own, so
that nobody waits for it. What it answers is judged like everybody's action; a bot that cannot make
up its mind lays what it can, or draws.

How long a bot thinks depends on its tiles, so nobody may see how long that was. It begins to think
when its turn begins, and its action is shown when the window of the turn ends, never before and
never later: a bot whose thought is not there by then, because the machine is busy, does what it
would do without thinking, which is found in good time. Where a player who can play must, checking a
draw is slow too, and is done ahead as well.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
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

__all__ = ["LEVELS", "BotTurns", "Thought", "choose", "choose_in_time", "roster"]

_logger: Final = logging.getLogger(__name__)
_MOST_SECONDS: Final = 0.8
_SHARE: Final = 0.6
"""The part of its window that a bot may use for thinking. If it has not come to an end by then,
what it does without thinking is found in the rest."""
_LEAST: Final = 0.5
"""The part of a window in which a bot can act; if less is left of one, it acts at the end of the
next."""
_AT_ONCE: Final = "greedy"
"""How bots play that have no time to think."""
LEVELS: Final = frozenset([*[entry.name for entry in ROSTER], *ALIASES, MATCH])
_MATCHING: Final = BotInfo(
    level=MATCH,
    name="Match me",
    description="Echo begins in the middle and follows your results in this room, a step up or "
    "down after a round at most, so that games stay close.",
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
class Thought:
    """What a bot does."""

    action: Action
    after: Round | None
    """The round after the action, if that takes long to work out."""


@dataclass(slots=True)
class _Turn:
    """The turn of a bot that is on."""

    number: int
    shown: int
    """When its action is shown; nothing about the tiles has a part in that."""
    thinking: asyncio.Task[Thought] | None
    """None: the bot is still at the turn before."""
    without: asyncio.Task[Thought] | None = None
    """What it does without thinking, looked for when thinking takes long."""

    @property
    def found(self) -> Thought | None:
        """What has been found so far, the better of the two."""
        for task in (self.thinking, self.without):
            if task is not None and task.done() and not _failed(task):
                return task.result()
        return None


class BotTurns:
    """The bots of one room: at most one thought at a time, shown at the end of a window."""

    def __init__(self, services: Services, owner: Callable[[], str]) -> None:
        self._services = services
        self._owner = owner
        """For whom they think just now."""
        self._turn: _Turn | None = None
        self._at_work: asyncio.Task[Thought] | None = None
        self._watching: asyncio.Task[None] | None = None

    def think(self, room: Room) -> None:
        """Think about the turn that is on, unless that has begun already."""
        self._on(room)

    async def action(self, room: Room) -> Thought:
        """What the bot in turn does, at the end of a window."""
        turn, window = self._on(room), thinking_time(room)
        await self._until(turn.shown)
        while (found := turn.found) is None:
            if turn.shown <= self._services.now():
                turn.shown += window
            if turn.without is None or _failed(turn.without):
                turn.without = asyncio.create_task(self._without_thinking(room))
            await self._until(turn.shown)
        return found

    def close(self) -> None:
        """Think no more."""
        without = None if self._turn is None else self._turn.without
        for task in (self._at_work, self._watching, without):
            if task is not None:
                task.cancel()

    def _on(self, room: Room) -> _Turn:
        turn = self._turn
        if turn is not None and turn.number == room.turn:
            return turn
        assert room.clock is not None
        began, window = room.clock.began, thinking_time(room)
        earliest = self._services.now() + round(_LEAST * window)
        shown = began + max(1, -((began - earliest) // window)) * window
        if self._at_work is None or self._at_work.done():
            self._at_work = asyncio.create_task(self._think(room, shown))
            thinking = self._at_work
        else:
            thinking = None
        turn = self._turn = _Turn(room.turn, shown, thinking)
        self._watching = asyncio.create_task(self._watch(room, turn))
        return turn

    async def _watch(self, room: Room, turn: _Turn) -> None:
        """See to it that there is something to show, in good time."""
        rest = round((1 - _SHARE) * thinking_time(room))
        await self._until(turn.shown - rest, turn.thinking)
        if turn.found is None:
            turn.without = asyncio.create_task(self._without_thinking(room))

    async def _until(self, at: int, task: asyncio.Task[Thought] | None = None) -> None:
        """Wait until that time, or until this is done."""
        seconds = max(0, at - self._services.now()) / 1000
        if task is None:
            await asyncio.sleep(seconds)
        else:
            await asyncio.wait([task], timeout=seconds)

    async def _think(self, room: Room, shown: int) -> Thought:
        playing, now = room.playing, self._services.now()
        assert playing is not None
        window = (shown - now) / 1000
        seconds = min(_MOST_SECONDS, _SHARE * window)
        level, view = _player(room, playing.turn), playing.view(playing.turn)
        ends = time.monotonic() + _SHARE * window
        workers, owner = self._services.workers, self._owner
        action = await workers.think(owner(), choose_in_time, level, view, seconds, ends)
        if not folding_may_be_slow(room, log.Acted(at=now, seat=playing.turn, action=action)):
            return Thought(action, None)
        return Thought(action, await workers.judge(owner(), _applied, playing, action))

    async def _without_thinking(self, room: Room) -> Thought:
        playing, now = room.playing, self._services.now()
        assert playing is not None
        action = await asyncio.to_thread(choose, _AT_ONCE, playing.view(playing.turn), 0.0)
        if not folding_may_be_slow(room, log.Acted(at=now, seat=playing.turn, action=action)):
            return Thought(action, None)
        return Thought(action, await asyncio.to_thread(_applied, playing, action))


def _applied(playing: Round, action: Action) -> Round:
    return playing.apply(action, seat=playing.turn)


def _failed(thinking: asyncio.Task[Thought]) -> bool:
    return thinking.done() and (thinking.cancelled() or thinking.exception() is not None)


def _player(room: Room, seat: int) -> str:
    """Which bot plays a seat: the one of its level, or the one that suits the people here."""
    level = room.seats[seat].level or ""
    if level != MATCH:
        return level
    people = [number for number, one in enumerate(room.seats) if one.who is not None]
    won = [result.winner in people for result in room.results if result.winner is not None]
    return matched(won, max(1, len(room.seats) - len(people))).name


def choose_in_time(level: str, view: View, seconds: float, ends: float) -> Action:
    """What the bot does if it thinks that long, but not beyond a time of the monotonic clock."""
    return choose(level, view, max(0.0, min(seconds, ends - time.monotonic())))


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
