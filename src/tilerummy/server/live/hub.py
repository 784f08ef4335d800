"""The hub: the live rooms of this server, from the first visitor to the last.

A room is read from the store when somebody wants it. While nobody is in it, nothing happens in it,
and after a while it is let go.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tilerummy.server.config import Config
from tilerummy.server.live.bots import LEVELS
from tilerummy.server.live.broken_logs import PASSING, BrokenLog, following, report
from tilerummy.server.live.bus_messages import (
    Appended,
    BusMessage,
    Drafted,
    Heartbeat,
    PresenceUpdate,
    ReactionShown,
)
from tilerummy.server.live.garbage_collection import Collector
from tilerummy.server.live.limits import Limits, Visitor
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.room import LiveRoom
from tilerummy.server.live.services import Services
from tilerummy.server.live.summaries import index_of
from tilerummy.server.room import commands, log
from tilerummy.server.room.decisions import Asked, Created, create
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.fold import fold_all
from tilerummy.server.room.snapshots import Refusal
from tilerummy.server.room.state import Room
from tilerummy.server.storage.database import describe
from tilerummy.server.storage.store import NewRoom
from tilerummy.server.wire.messages import Reacted

__all__ = ["Hub", "TooManyGuesses", "TooManyRooms"]

_logger: Final = logging.getLogger(__name__)
_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE: Final = re.compile(f"[{_LETTERS}]{{6}}")
_SWEEP: Final = 5.0
_KEPT_IDLE: Final = 60_000
_SHORT_LOG: Final = 20
"""A log of so few entries is read at once, in less time than it takes to hand it over."""
_HOUR: Final = 3_600_000
_DAY: Final = 24 * _HOUR


class TooManyRooms(Exception):
    """This person, this address or this server has as many rooms as allowed."""


class TooManyGuesses(Exception):
    """This address has asked for too many rooms that are not there."""


class Hub:
    """All live rooms of one server."""

    def __init__(self, config: Config, services: Services, limits: Limits | None = None) -> None:
        self.services = services
        self.limits = limits or Limits.of(config)
        self._config = config
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._changed: set[str] = set()
        """Rooms of which there was news while they were read."""
        self._quarantine: set[str] = set()
        """Rooms whose log cannot be folded; nobody gets in until the server is restarted."""
        self._sweeper: asyncio.Task[None] | None = None
        self._forget_at = 0
        self._collector = Collector()

    async def start(self) -> None:
        """Begin to listen to other servers and to sweep."""
        await self.services.bus.start(self._receive, self._resync)
        if self.services.cluster is not None:
            self.services.cluster.start(self._rooms)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def close(self) -> None:
        """Stop; nothing stored is lost."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*[room.close() for room in self._rooms.values()])
        if self.services.cluster is not None:
            await self.services.cluster.close()

    async def room(self, code: str) -> LiveRoom | None:
        """The room with that code, read from the store if it is not live yet."""
        live = self._rooms.get(code)
        if live is not None:
            return None if live.broken else live
        if code in self._quarantine or not _CODE.fullmatch(code):
            return None
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.create_task(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def visited(self, code: str, visitor: Visitor) -> LiveRoom | None:
        """The room that a visitor asks for by its code; raises `TooManyGuesses`.

        Anybody who knows the code may enter, so an address that tries many wrong ones is told
        nothing for a while, unless the visitor has a seat in that room.
        """
        wrong_codes, now = self.limits.wrong_codes, time.monotonic()
        allowed = wrong_codes.has(visitor.address, now)
        live = await self.room(code.upper())
        if live is None:
            wrong_codes.take(visitor.address, now)
        if not allowed and (live is None or live.room.seat_of(visitor.who) is None):
            raise TooManyGuesses
        return live

    async def create(
        self, host: str, wanted: commands.CreateRoom, address: str
    ) -> LiveRoom | list[Refusal]:
        """A new room, made from that address; or why there is none."""
        services, now = self.services, self.services.now()
        asked = Asked(host, now, services.workers.seed(), LEVELS)
        refused = create(_code(), asked, wanted)
        if isinstance(refused, list):
            return refused
        made = await services.store.rooms_of(host, now - _DAY)
        if made >= self._config.rooms_per_person or len(self._rooms) >= self._config.rooms_most:
            raise TooManyRooms
        if not self.limits.may_make_room(address, time.monotonic()):
            raise TooManyRooms
        while True:
            created = create(_code(), asked, wanted)
            assert isinstance(created, Created)
            room = created.room
            bodies = [log.encode(entry) for entry in created.entries]
            if await services.store.create(NewRoom(room.code, bodies, index_of(room, now))):
                live = await self.room(room.code)
                assert live is not None
                return live

    async def _load(self, code: str) -> LiveRoom | None:
        await self.services.bus.join(code)
        try:
            with following():
                bodies = await self.services.store.read(code)
                room = await self._folded(code, bodies)
                draft, elsewhere = await self._unlogged(code)
        except PASSING:
            self.services.bus.leave(code)
            raise
        except BrokenLog as error:
            report(code, error)
            self._quarantine.add(code)
            room = None
        if room is None:
            self.services.bus.leave(code)
            self._changed.discard(code)
            return None
        live = self._rooms[code] = LiveRoom(room, self.services, draft)
        for here in elsewhere:
            live.noticed(here)
        if code in self._changed:
            # Another server stored an entry while this one was reading, perhaps past its place.
            self._changed.discard(code)
            live.resync()
        METRICS.rooms.set(len(self._rooms))
        return live

    async def _unlogged(self, code: str) -> tuple[Draft | None, list[PresenceUpdate]]:
        """What is known of a room apart from its log: the draft of the turn, and who is there."""
        cluster = self.services.cluster
        elsewhere = [] if cluster is None else await cluster.said([code])
        return await self.services.store.draft(code), elsewhere

    async def _folded(self, code: str, bodies: list[str]) -> Room | None:
        if len(bodies) <= _SHORT_LOG:
            return _read_room(code, bodies)
        return await self.services.workers.read(code, _read_room, code, bodies)

    def _receive(self, message: BusMessage) -> None:
        live = self._rooms.get(message.room)
        if message.server == self.services.server:
            return
        if self.services.cluster is not None:
            self.services.cluster.heard(message)
        if live is None:
            if message.room in self._loading:
                self._changed.add(message.room)
            return
        match message:
            case Appended():
                live.appended(message)
            case PresenceUpdate():
                live.noticed(message)
            case Drafted():
                live.heard_draft(message.draft)
            case ReactionShown(seat=seat, reaction=reaction):
                live.spread(Reacted(seat, reaction))
            case Heartbeat():
                pass

    def _resync(self) -> None:
        for live in self._rooms.values():
            live.resync()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                await self._sweep_once()
            except (SQLAlchemyError, OSError) as error:
                _logger.info("old rooms stay for now (%s)", describe(error))
            except Exception:
                _logger.exception("sweep failed")

    async def _sweep_once(self) -> None:
        now = self.services.now()
        for code, live in list(self._rooms.items()):
            if not self.services.bus.alone and live.connections:
                live.look_around()
                self.services.bus.publish(live.here)
            idle = not live.busy and now - live.idle_since > _KEPT_IDLE
            if not live.connections and (idle or live.broken):
                del self._rooms[code]
                self.services.bus.leave(code)
                if live.broken:
                    self._quarantine.add(code)
                await live.close()
        METRICS.rooms.set(len(self._rooms))
        self._collector.collect_if_grown(
            sum(len(live.connections) for live in self._rooms.values())
        )
        if now >= self._forget_at:
            self._forget_at = now + _HOUR
            before = now - self._config.forget_days * _DAY
            await self.services.store.forget_rooms(before, {*self._rooms, *self._loading})


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def _read_room(code: str, bodies: list[str]) -> Room | None:
    return fold_all(code, map(log.decode, bodies))
