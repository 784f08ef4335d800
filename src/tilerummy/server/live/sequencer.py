"""The sequencer: the one way in which entries are added to the log of a room.

It has the room as of the last entry that is known here. An entry is stored before anybody hears
of it. Several servers may do this for the same room: the first to store an entry with a number
wins (the key of the table decides), the others read that entry and decide again.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.engine.rounds import Round
from tilerummy.server.live.bots import LEVELS
from tilerummy.server.live.broken_logs import following
from tilerummy.server.live.bus_messages import Appended
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.patient_lock import PatientLock
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.services import Services
from tilerummy.server.live.summaries import games_of, index_of, indexed_of
from tilerummy.server.room import commands, log
from tilerummy.server.room.decisions import Asked, decide
from tilerummy.server.room.fold import fold
from tilerummy.server.room.refusals import RefusalCode, refuse
from tilerummy.server.room.slow_work import deciding_may_be_slow, folding_may_be_slow
from tilerummy.server.room.snapshots import Refusal
from tilerummy.server.room.state import Room
from tilerummy.server.storage.database import PATIENCE, describe
from tilerummy.server.storage.store import Append

__all__ = ["Foreseen", "Sequencer", "Step"]

_logger: Final = logging.getLogger(__name__)
_TRIES: Final = 40
_BACK_OFF: Final = 0.003
"""After losing an append race to another server, retry with growing random back-off."""


_INDEXED_EVERY: Final = 60_000
"""When something happened last in a room, the index knows to the minute."""


class Step(Struct, frozen=True):
    """An entry, and the room before and after it."""

    entry: log.Entry
    before: Room
    after: Room


class Foreseen(Struct, frozen=True):
    """A round before and after an action that was worked out ahead."""

    before: Round
    after: Round


class _Indexed(Struct, frozen=True):
    """What this server wrote to the index last, and when."""

    of: tuple[object, ...]
    at: int


class Sequencer:
    """The room as it is known here; `advanced` is called for every entry, in order."""

    def __init__(self, room: Room, services: Services, advanced: Callable[[Step], None]) -> None:
        self.room = room
        self.foreign = False
        """Whether the last entry came from another server."""
        self.unsure = False
        """Whether the store failed, and what it holds has not been read since."""
        self._services = services
        self._advanced = advanced
        self._indexed: _Indexed | None = None
        """None: another server has perhaps written to the index since."""
        self._lock = PatientLock()

    async def ask(self, who: str, command: commands.Command) -> list[Refusal]:
        """Carry a command out; an empty list means that it is stored and told."""
        try:
            await self._lock.acquire(PATIENCE)
            try:
                if self.unsure:
                    await self._catch_up()
                await self._reach(getattr(command, "seen", 0))
                return await self._ask(who, command)
            finally:
                self._lock.release()
        except (Overworked, TooLong):
            pass
        except (SQLAlchemyError, OSError) as error:
            # Whether it was written is unknown: the truth is read before anybody goes on.
            self.unsure = True
            _logger.debug("room %s cannot be stored (%s)", self.room.code, describe(error))
        return [refuse(RefusalCode.TOO_BUSY)]

    async def append(
        self,
        make: Callable[[], Awaitable[log.Entry | None]],
        foreseen: Foreseen | None = None,
    ) -> bool:
        """Add the entry made while nothing else can happen; False: none, or another was faster."""
        await self._lock.acquire(PATIENCE)
        try:
            entry = await make()
            if entry is None:
                return False
            room = self.room
            if foreseen is not None and foreseen.before is room.round:
                after = fold(room.code, room, entry, foreseen=foreseen.after)
            else:
                after = await self._folded(entry)
            return await self._store(entry, after)
        finally:
            self._lock.release()

    async def take(self, news: Appended) -> None:
        """Another server stored an entry; it may be known already, or not be the next."""
        async with self._lock:
            if news.number == self.room.number + 1:
                await self._follow(news.body)
            elif news.number > self.room.number:
                await self._catch_up()

    async def catch_up(self) -> None:
        """Read what may have been missed."""
        async with self._lock:
            await self._catch_up()

    async def reach(self, number: int) -> None:
        """Know at least as much as somebody who has seen that entry, perhaps elsewhere."""
        async with self._lock:
            await self._reach(number)

    async def idle(self) -> None:
        """Wait until nothing is being added."""
        async with self._lock:
            pass

    async def _reach(self, number: int) -> None:
        if number > self.room.number and not self._services.bus.alone:
            await self._catch_up()

    async def _ask(self, who: str, command: commands.Command) -> list[Refusal]:
        workers = self._services.workers
        for attempt in range(1, _TRIES):
            seed = workers.seed() if isinstance(command, commands.Start) else ""
            asked = Asked(who, self._services.now(), seed, LEVELS)
            if deciding_may_be_slow(self.room, who, command):
                decision = await workers.judge(who, decide, self.room, asked, command)
            else:
                decision = decide(self.room, asked, command)
            if isinstance(decision, list):
                return decision
            if await self._store(decision.entry, decision.after):
                return []
            await asyncio.sleep(random.random() * _BACK_OFF * attempt)
        return [refuse(RefusalCode.TOO_BUSY)]

    async def _store(self, entry: log.Entry, after: Room) -> bool:
        body, now, outside = log.encode(entry), self._services.now(), indexed_of(after)
        index = None if self._is_indexed(outside, now) else index_of(after, now)
        ended = len(after.results) > len(self.room.results)
        record = after.results[-1].record if ended else None
        games = games_of(after, now) if ended else ()
        append = Append(after.code, after.number, body, index, record, games)
        if not await self._services.store.append(append):
            METRICS.conflicts.inc()
            await self._catch_up()
            return False
        self._services.bus.publish(Appended(self._services.server, after.code, after.number, body))
        self.foreign = False
        if index is not None:
            self._indexed = _Indexed(outside, now)
        self._advance(entry, after)
        return True

    def _is_indexed(self, outside: tuple[object, ...], now: int) -> bool:
        """Whether the index says this of the room already, and that something happens in it."""
        known = self._indexed
        return known is not None and known.of == outside and now - known.at < _INDEXED_EVERY

    async def _catch_up(self) -> None:
        self.unsure = True
        for body in await self._services.store.read(self.room.code, self.room.number):
            await self._follow(body)
        self.unsure = False

    async def _follow(self, body: str) -> None:
        with following():
            entry = log.decode(body)
            after = await self._folded(entry)
        self.foreign, self._indexed = True, None
        self._advance(entry, after)

    async def _folded(self, entry: log.Entry) -> Room:
        room = self.room
        if folding_may_be_slow(room, entry):
            return await self._services.workers.judge(room.code, fold, room.code, room, entry)
        return fold(room.code, room, entry)

    def _advance(self, entry: log.Entry, after: Room) -> None:
        before, self.room = self.room, after
        METRICS.entries.inc()
        self._advanced(Step(entry, before, after))
