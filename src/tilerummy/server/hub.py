"""The hub: the live rooms of this server, from the first visitor to the last.

A room is read from the store when somebody wants it and let go when nobody is left and nothing
is due. A sweep now and then finds rooms whose server is gone while something is due in them.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from typing import Final

from tilerummy.server import log
from tilerummy.server.addresses import Addresses
from tilerummy.server.bus import Appended, Drafted, Here, News, ReactionShown
from tilerummy.server.config import Config
from tilerummy.server.folding import fold_all
from tilerummy.server.garbage import search_when_grown
from tilerummy.server.guesses import Guesses
from tilerummy.server.live import LiveRoom, Services, now_ms
from tilerummy.server.metrics import METRICS
from tilerummy.server.protocol import LiveDraft, Reacted
from tilerummy.server.room import Room
from tilerummy.server.store import Append, Draft
from tilerummy.server.summaries import index_of

__all__ = ["Hub", "TooManyRooms"]

_logger: Final = logging.getLogger(__name__)
_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE: Final = re.compile(f"[{_LETTERS}]{{6}}")
_SWEEP: Final = 5.0
_KEPT_IDLE: Final = 60_000
_HOUR: Final = 3_600_000
_DAY: Final = 24 * _HOUR


class TooManyRooms(Exception):
    """This person, this address or this server has as many rooms as allowed."""


class Hub:
    """All live rooms of one server."""

    def __init__(self, config: Config, services: Services) -> None:
        self.services = services
        self.guesses = Guesses()
        self.addresses = Addresses(
            sockets=config.sockets_per_address, rooms=config.rooms_per_address
        )
        self._config = config
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._changed: set[str] = set()
        """Rooms of which there was news while they were read."""
        self._broken: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._forget_at = 0

    async def start(self) -> None:
        """Begin to listen to other servers and to sweep."""
        await self.services.bus.start(self._receive, self._resync)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def close(self) -> None:
        """Stop; nothing stored is lost."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*[room.close() for room in self._rooms.values()])

    async def room(self, code: str) -> LiveRoom | None:
        """The room with that code, read from the store if it is not live yet."""
        live = self._rooms.get(code)
        if live is not None or code in self._broken or not _CODE.fullmatch(code):
            return live
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.create_task(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def create(self, host: str, entries: list[log.Entry], address: str) -> LiveRoom:
        """A new room whose log begins with these entries, made from that address."""
        now = now_ms()
        store = self.services.store
        made = await store.rooms_of(host, now - _DAY)
        if made >= self._config.rooms_per_person or len(self._rooms) >= self._config.rooms_most:
            raise TooManyRooms
        if not self.addresses.made_room(address, time.monotonic()):
            raise TooManyRooms
        while True:
            code = "".join(secrets.choice(_LETTERS) for _ in range(6))
            room: Room | None = None
            for number in range(1, len(entries) + 1):
                room = fold_all(code, entries[:number])
                assert room is not None
                body = log.encode(entries[number - 1])
                if not await store.append(Append(code, number, body, index_of(room, now))):
                    break
            else:
                live = await self.room(code)
                assert live is not None
                return live

    async def _load(self, code: str) -> LiveRoom | None:
        await self.services.bus.join(code)
        try:
            bodies = await self.services.store.read(code)
            room = await self.services.workers.run(_read_room, code, bodies)
        except ValueError:
            # A log that another version wrote and this one cannot follow.
            _logger.exception("room %s cannot be read", code)
            self._broken.add(code)
            room = None
        if room is None:
            self.services.bus.leave(code)
            self._changed.discard(code)
            return None
        live = LiveRoom(room, self.services)
        draft = await self.services.store.draft(code)
        if draft is not None and draft.turn == room.turn:
            live.draft = draft
        self._rooms[code] = live
        if code in self._changed:
            # Another server stored an entry while this one was reading, perhaps past its place.
            self._changed.discard(code)
            live.resync()
        METRICS.rooms.set(len(self._rooms))
        return live

    def _receive(self, news: News) -> None:
        live = self._rooms.get(news.room)
        if news.server == self.services.server:
            return
        if live is None:
            if news.room in self._loading:
                self._changed.add(news.room)
            return
        match news:
            case Appended():
                live.appended(news)
            case Here():
                live.noticed(news)
            case Drafted(turn=turn, layout=layout, opening=opening):
                self._drafted(live, Draft(turn, layout, opening))
            case ReactionShown(seat=seat, reaction=reaction):
                live.spread(Reacted(seat, reaction))

    def _drafted(self, live: LiveRoom, draft: Draft) -> None:
        playing = live.room.playing
        if playing is None or draft.turn != live.room.turn:
            return
        live.draft = draft
        if live.room.settings.live:
            table = draft.layout.split(" | ") if draft.layout else []
            live.spread(LiveDraft(playing.turn, table))

    def _resync(self) -> None:
        for live in self._rooms.values():
            live.resync()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                await self._sweep_once()
            except Exception:
                _logger.exception("sweep failed")

    async def _sweep_once(self) -> None:
        now = now_ms()
        for code in await self.services.store.due_rooms(now - 3_000):
            await self.room(code)
        for code, live in list(self._rooms.items()):
            if not self.services.bus.alone and live.connections:
                self.services.bus.publish(live.here)
                live.look_around()
            if not live.connections and not live.busy and now - live.idle_since > _KEPT_IDLE:
                del self._rooms[code]
                self.services.bus.leave(code)
                await live.close()
        METRICS.rooms.set(len(self._rooms))
        search_when_grown(sum(len(live.connections) for live in self._rooms.values()))
        if now >= self._forget_at:
            self._forget_at = now + _HOUR
            await self.services.store.forget_rooms(now - self._config.forget_days * _DAY)


def _read_room(code: str, bodies: list[str]) -> Room | None:
    return fold_all(code, map(log.decode, bodies))
