"""A live room: a room that people are connected to on this server.

It orders what they ask for, stores each entry before anybody hears of it, tells everybody what
they may know, and sees to it that what is due happens. Another server may do the same for the
same room: whoever stores an entry first wins, the other reads it and asks again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tilerummy.engine.actions import Draw, Pass, Play
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.views import View
from tilerummy.rules.melds import format_melds
from tilerummy.server import log, protocol, robots
from tilerummy.server.bus import Appended, Bus, Here
from tilerummy.server.connection import Connection
from tilerummy.server.deciding import Asked, Request, decide, takes_thought
from tilerummy.server.folding import fold
from tilerummy.server.metrics import METRICS
from tilerummy.server.refusals import RefusalCode, refuse
from tilerummy.server.room import Room
from tilerummy.server.shapes import Refusal
from tilerummy.server.store import Append, Draft, Store
from tilerummy.server.summaries import index_of
from tilerummy.server.telling import Present, tell
from tilerummy.server.upkeep import Due, Watch, next_due
from tilerummy.server.workers import Workers

__all__ = ["LiveRoom", "Services", "now_ms"]

_logger: Final = logging.getLogger(__name__)
_TRIES: Final = 40
_STEP_BACK: Final = 0.003
"""Who loses against another server waits a moment of chance, longer each time, and tries again."""
_REMEMBERED: Final = 8
"""So many steps back whoever reconnects is told what was missed; later, everything is told."""
_PRESENCE_LASTS: Final = 30_000
_BETTER_PLACED: Final = 2_000
"""How much longer a server waits with what another one, which saw the last action, should do."""


def now_ms() -> int:
    """The wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Services:
    """What live rooms use: the store, the bus, threads for bots, and what this server is set to."""

    store: Store
    bus: Bus
    workers: Workers
    server: str
    """This server's name."""
    takeover_after: int
    """How long a player is waited for before a bot plays on, in milliseconds."""


@dataclass(frozen=True, slots=True)
class _Step:
    entry: log.Entry
    before: Room
    after: Room


class LiveRoom:
    """A room and the connections to it."""

    def __init__(self, room: Room, services: Services) -> None:
        self.room = room
        self.draft: Draft | None = None
        self.connections: set[Connection] = set()
        self.idle_since = now_ms()
        self._services = services
        self._lock = asyncio.Lock()
        self._steps: deque[_Step] = deque(maxlen=_REMEMBERED)
        self._elsewhere: dict[str, tuple[int, Here]] = {}
        self._gone: dict[str, int] = {}
        self._people: frozenset[str] = frozenset()
        self._visited = False
        self._told: Here | None = None
        self._since = now_ms()
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._foreign = False
        self._closed = False
        self.schedule()

    @property
    def busy(self) -> bool:
        """Whether something is due by itself."""
        return self._due() is not None

    # Who is there

    @property
    def here(self) -> Here:
        """Who is connected to this server."""
        people = {connection.who for connection in self.connections if connection.greeted}
        return Here(self._services.server, self.room.code, sorted(people))

    @property
    def present(self) -> Present:
        """Who is connected to any server, as of the last look around."""
        watching = sum(self.room.seat_of(who) is None for who in self._people)
        return Present(self._people, watching)

    def noticed(self, here: Here) -> None:
        """Another server says who is there."""
        self._elsewhere[here.server] = (now_ms(), here)
        self.look_around()

    def joined(self, connection: Connection) -> None:
        """A connection has said hello."""
        connection.greeted = True
        self.look_around(but=connection)

    def parted(self, connection: Connection) -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        self.idle_since = now_ms()
        self.look_around()

    def look_around(self, *, but: Connection | None = None) -> None:
        """Tell everybody if somebody came or went; servers that fell silent count as gone."""
        fresh = now_ms() - _PRESENCE_LASTS
        here = self.here
        if here != self._told:
            self._told = here
            self._services.bus.publish(here)
        known = [here, *[there for at, there in self._elsewhere.values() if at > fresh]]
        before, self._people = self._people, frozenset(who for one in known for who in one.people)
        if self._people == before:
            return
        if not self._visited and not self.room.used:
            # Until now nothing was due; whoever comes first is not timed out at once.
            self._since = now_ms()
        self._visited = True
        for who in before - self._people:
            self._gone[who] = now_ms()
        self._tell_presence(but=but)
        self.schedule()

    def _tell_presence(self, *, but: Connection | None = None) -> None:
        present = self.present
        connected = [seat.who in present.people for seat in self.room.seats]
        self.spread(protocol.Presence(connected, present.watching), but=but)

    # What people ask for

    async def ask(self, who: str, request: Request) -> list[Refusal]:
        """Carry a request out; an empty list means it is stored and told."""
        async with self._lock:
            try:
                await self._reach(getattr(request, "seen", 0))
                return await self._ask(who, request)
            except (SQLAlchemyError, OSError):
                # Whether it was written is unknown: the truth is read before anybody goes on.
                _logger.exception("room %s cannot be stored", self.room.code)
                await self._catch_up()
        return [refuse(RefusalCode.TOO_BUSY)]

    async def reach(self, number: int) -> None:
        """Know at least as much as somebody who has seen that entry, perhaps elsewhere."""
        async with self._lock:
            await self._reach(number)

    async def _reach(self, number: int) -> None:
        if number > self.room.number and not self._services.bus.alone:
            await self._catch_up()

    async def _ask(self, who: str, request: Request) -> list[Refusal]:
        for attempt in range(1, _TRIES):
            seed = self._services.workers.seed() if isinstance(request, protocol.Start) else ""
            asked = Asked(who, now_ms(), seed, robots.LEVELS)
            if takes_thought(self.room, request):
                workers = self._services.workers
                decision = await workers.judge(decide, self.room, asked, request)
            else:
                decision = decide(self.room, asked, request)
            if isinstance(decision, list):
                return decision
            if await self._store(decision.entry, decision.after):
                return []
            await asyncio.sleep(random.random() * _STEP_BACK * attempt)
        return [refuse(RefusalCode.TOO_BUSY)]

    async def _append(self, entry: log.Entry) -> bool:
        late = isinstance(entry, log.TimeRanOut) and entry.draft is not None
        if late:
            after = await self._services.workers.judge(fold, self.room.code, self.room, entry)
        else:
            after = fold(self.room.code, self.room, entry)
        return await self._store(entry, after)

    async def _store(self, entry: log.Entry, after: Room) -> bool:
        body = log.encode(entry)
        index = index_of(after, now_ms())
        ended = len(after.results) > len(self.room.results)
        record = after.results[-1].record if ended else None
        append = Append(after.code, after.number, body, index, record)
        if not await self._services.store.append(append):
            METRICS.conflicts.inc()
            await self._catch_up()
            return False
        self._services.bus.publish(Appended(self._services.server, after.code, after.number, body))
        self._foreign = False
        self._advance(entry, after)
        return True

    # What other servers did

    def appended(self, news: Appended) -> None:
        """Another server stored an entry; it may be known already, or not be the next."""
        if news.number > self.room.number:
            self._start(self._take(news))

    async def _take(self, news: Appended) -> None:
        async with self._lock:
            if news.number == self.room.number + 1:
                self._foreign = True
                entry = log.decode(news.body)
                self._advance(entry, fold(self.room.code, self.room, entry))
            elif news.number > self.room.number:
                await self._catch_up()

    def resync(self) -> None:
        """Read what may have been missed."""
        self._start(self._resync())

    async def _resync(self) -> None:
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for body in await self._services.store.read(self.room.code, self.room.number):
            self._foreign = True
            entry = log.decode(body)
            self._advance(entry, fold(self.room.code, self.room, entry))

    # Telling

    def _advance(self, entry: log.Entry, after: Room) -> None:
        before, self.room = self.room, after
        self._steps.append(_Step(entry, before, after))
        if after.turn != before.turn:
            self.draft = None
        METRICS.entries.inc()
        self._broadcast(entry, before, after)
        if [seat.who for seat in before.seats] != [seat.who for seat in after.seats]:
            self._tell_presence()
        self.schedule()

    def _broadcast(self, entry: log.Entry, before: Room, after: Room) -> None:
        present, now = self.present, now_ms()
        frames: dict[str, bytes] = {}
        for connection in [c for c in self.connections if c.greeted]:
            key = connection.who if self._personal(entry, before, after, connection.who) else ""
            frame = frames.get(key)
            if frame is None:
                frame = protocol.encode(tell(before, entry, after, key, present, now))
                frames[key] = frame
            self.hand_over(connection, frame, entry.at)

    @staticmethod
    def _personal(entry: log.Entry, before: Room, after: Room, who: str) -> bool:
        """Whether this person's message can differ from everybody's."""
        if not isinstance(entry, log.Played | log.Drew | log.PassedOn | log.TimeRanOut):
            return True
        playing, done = after.round, before.round
        if playing is None or done is None or playing.number == 0:
            return True
        return after.seat_of(who) in (playing.turn, done.turn)

    def hand_over(self, connection: Connection, frame: bytes, at: int) -> None:
        """Send a frame now, or later to a spectator of a room with a delay."""
        room = self.room
        if room.seat_of(connection.who) is None and room.phase != "lobby":
            if not room.settings.spectators:
                connection.end(protocol.Notice("gone", again=False))
                return
            if room.settings.delay:
                loop = asyncio.get_running_loop()
                wait = room.settings.delay + (at - now_ms()) / 1000
                connection.release = max(connection.release, loop.time() + wait)
                loop.call_at(connection.release, connection.send_frame, frame)
                return
        connection.send_frame(frame)

    def spread(self, message: protocol.ServerMessage, *, but: Connection | None = None) -> None:
        """Tell everybody something that is not stored; spectators with a delay miss it."""
        frame = protocol.encode(message)
        late = self.room.settings.delay > 0 and self.room.phase != "lobby"
        for connection in self.connections:
            if not connection.greeted or connection is but:
                continue
            if late and self.room.seat_of(connection.who) is None:
                continue
            connection.send_frame(frame)

    def missed(self, who: str, after: int) -> list[protocol.Happened] | None:
        """The events after that number as this person may know them; None: too long ago."""
        if after == self.room.number:
            return []
        steps = [step for step in self._steps if step.after.number > after]
        if not steps or steps[0].before.number != after:
            return None
        present, now = self.present, now_ms()
        return [tell(step.before, step.entry, step.after, who, present, now) for step in steps]

    # What happens by itself

    def schedule(self) -> None:
        """Set the timer for what is due next; one that rings too early will look again."""
        due = None if self._closed else self._due()
        if self._timer is not None:
            if due is not None and self._rings <= due.at:
                return
            self._timer.cancel()
            self._timer = None
        if due is None:
            return
        self._rings = due.at
        wait = (due.at - now_ms()) / 1000
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, wait), self._ring)

    def _due(self) -> Due | None:
        wait = self._services.takeover_after
        watch = Watch(self._people, self._gone, self._since, wait, self._visited)
        due = next_due(self.room, watch, now_ms())
        if due is None or not self._foreign or isinstance(due.what, log.CameBack | log.Resumed):
            return due
        return Due(due.at + _BETTER_PLACED, due.what)

    def _ring(self) -> None:
        self._timer = None
        self._start(self._carry_out())

    async def _carry_out(self) -> None:
        due = self._due()
        if due is None or due.at > now_ms():
            self.schedule()
        elif due.what == "bot":
            await self._bot_turn()
        else:
            async with self._lock:
                due = self._due()
                if due is None or due.at > now_ms() or due.what == "bot":
                    self.schedule()
                    return
                await self._append(await self._entry_of(due))

    async def _entry_of(self, due: Due) -> log.Entry:
        if due.what == "deal":
            return log.Dealt(at=now_ms(), seed=self._services.workers.seed())
        if due.what == "time-out":
            return await self._time_out()
        assert not isinstance(due.what, str)
        return due.what

    async def _time_out(self) -> log.TimeRanOut:
        draft = await self._services.store.draft(self.room.code)
        playing = self.room.playing
        assert playing is not None
        if draft is None or draft.turn != self.room.turn:
            return log.TimeRanOut(at=now_ms(), draft=None)
        if draft.layout == format_melds(playing.table):
            return log.TimeRanOut(at=now_ms(), draft=None)
        return log.TimeRanOut(at=now_ms(), draft=draft.layout, opening=draft.opening)

    async def _bot_turn(self) -> None:
        room, playing = self.room, self.room.playing
        if playing is None:
            return
        seat = room.seats[playing.turn]
        view = playing.view(playing.turn)
        entry = await self._services.workers.run(_bot_entry, seat.level or "", view)
        async with self._lock:
            same = self.room.turn == room.turn and self.room.automatic_turn
            if not same or not await self._append(entry):
                self.schedule()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Exception:
            _logger.exception("room %s stumbled", self.room.code)
            if not self._closed:
                await asyncio.sleep(1)
                self.schedule()

    async def close(self) -> None:
        """Stop; what is stored goes on elsewhere or later."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        async with self._lock:
            for task in self._tasks:
                task.cancel()


def _bot_entry(level: str, view: View) -> log.Entry:
    action = robots.choose(level, view)
    match action:
        case Play(table, opening):
            named = None if opening is None else format_melds(opening)
            return log.Played(at=now_ms(), table=format_melds(table), opening=named)
        case Draw():
            return log.Drew(at=now_ms())
        case Pass():
            return log.PassedOn(at=now_ms())
        case _:
            raise IllegalAction([])
