"""The cluster: this server among the others that share its database.

Three things go on side by side: a beat over the bus, by which the others know that they hear this
server; the lease in the database, by which they know that it lives; and, while some living server
is not heard, a look into the database for what the bus would have told: entries, drafts, and who
is connected where. See docs/decisions/0006.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Mapping
from typing import Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from tilerummy.server.live.bus import Bus
from tilerummy.server.live.bus_messages import BusMessage, Heartbeat, PresenceUpdate
from tilerummy.server.live.peers import Peers
from tilerummy.server.live.reference_clock import ReferenceClock
from tilerummy.server.storage.database import describe
from tilerummy.server.storage.leases import Latest, Leases, Said

__all__ = ["Cluster", "SharedRoom"]

_logger: Final = logging.getLogger(__name__)
_BEAT: Final = 0.3
_LOOK: Final = 0.4
"""How often the database is read while somebody is not heard."""
_RENEW: Final = 1.0
_RETRY: Final = 0.25
_TIDY: Final = 3_600.0


class SharedRoom(Protocol):
    """Calls to a room that other servers share."""

    def noticed(self, here: PresenceUpdate) -> None:
        """Another server says who is there."""

    def stored(self, latest: Latest) -> None:
        """The newest entry and draft of the room in the database."""

    def look_around(self) -> None:
        """Somebody may have gone with their server."""


class Cluster:
    """One server's part in it."""

    def __init__(self, server: str, bus: Bus, leases: Leases, clock: ReferenceClock) -> None:
        self._server = server
        self._bus = bus
        self._leases = leases
        self._clock = clock
        self._peers = Peers(server, leases, clock)
        self._unsaid: dict[str, Said] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self) -> None:
        """Take a lease; from then on the clock is the database's."""
        await self._renew()

    def start(self, rooms: Mapping[str, SharedRoom]) -> None:
        """Begin to watch over these rooms."""
        work: tuple[Coroutine[None, None, None], ...] = (
            self._beat(),
            self._watch(rooms),
            self._write(),
            self._tidy(),
        )
        self._tasks = [asyncio.create_task(one) for one in work]

    async def close(self) -> None:
        """Give up the lease: people connected here count as disconnected from now on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._leases.give_up(self._server)
        except (SQLAlchemyError, OSError) as error:
            _logger.info("the lease runs out by itself (%s)", describe(error))

    def heard(self, message: BusMessage) -> None:
        """Something arrived from another server."""
        self._peers.spoke(message.server)
        if isinstance(message, Heartbeat):
            self._peers.heard(message)

    def lives(self, server: str) -> bool:
        """Whether the people who are connected to that server are still there."""
        return self._peers.lives(server)

    def say(self, here: PresenceUpdate) -> None:
        """Tell the other servers who is connected to this one, over the bus and for certain."""
        self._bus.publish(here)
        self._unsaid[here.room] = Said(here.room, here.server, here.version, here.people)
        self._wake.set()

    async def look(self, room: str) -> list[PresenceUpdate]:
        """Who is connected to the other servers in a room, by the leases as they are now."""
        await self._renew()
        return await self.said([room])

    async def said(self, rooms: list[str]) -> list[PresenceUpdate]:
        """What the other servers say about who is connected to them in these rooms."""
        return [
            PresenceUpdate(said.server, said.room, said.people, said.version)
            for said in await self._leases.said(rooms)
            if said.server != self._server
        ]

    async def _renew(self) -> None:
        asked = time.monotonic()
        self._clock.answered(asked, await self._peers.renew())

    async def _beat(self) -> None:
        while True:
            self._bus.publish(Heartbeat(self._server, self._clock()))
            await asyncio.sleep(_BEAT)

    async def _watch(self, rooms: Mapping[str, SharedRoom]) -> None:
        renewed, behind, living = time.monotonic(), False, self._peers.living
        while True:
            await asyncio.sleep(_LOOK)
            # Once more when all are heard again: their last words may have been lost.
            unheard = self._peers.unheard
            try:
                if unheard or behind:
                    await self._read(rooms)
                behind = unheard
                if time.monotonic() - renewed >= _RENEW:
                    renewed = time.monotonic()
                    await self._renew()
                if living != self._peers.living:
                    living = self._peers.living
                    for live in list(rooms.values()):
                        live.look_around()
            except (SQLAlchemyError, OSError) as error:
                _logger.debug("the database cannot be looked into (%s)", describe(error))
            except Exception:
                _logger.exception("watching over the rooms failed")

    async def _read(self, rooms: Mapping[str, SharedRoom]) -> None:
        codes = list(rooms)
        for latest in await self._leases.latest(codes):
            if (live := rooms.get(latest.room)) is not None:
                live.stored(latest)
        for here in await self.said(codes):
            if (live := rooms.get(here.room)) is not None:
                live.noticed(here)

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            saying, self._unsaid = self._unsaid, {}
            try:
                await self._leases.say(saying.values())
            except (SQLAlchemyError, OSError):
                self._unsaid = saying | self._unsaid
                await asyncio.sleep(_RETRY)
                self._wake.set()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(_TIDY)
            try:
                await self._leases.tidy()
            except (SQLAlchemyError, OSError) as error:
                _logger.info("old leases stay for now (%s)", describe(error))
