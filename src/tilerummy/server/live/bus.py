"""The bus: how servers tell each other what happened in rooms they share.

It carries copies, never the truth: an entry is in the store before it is on the bus, and a
server that misses a message finds the gap by its number, or reads everything again after the
connection to the bus was lost. One server alone has nobody to tell.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from tilerummy.rules.melds import format_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import read_table
from tilerummy.server.room.reactions import Reaction

__all__ = [
    "Appended",
    "Bus",
    "Drafted",
    "Here",
    "LonelyBus",
    "News",
    "ReactionShown",
    "RedisBus",
    "open_bus",
]

_logger: Final = logging.getLogger(__name__)
_CHANNEL: Final = "tilerummy:"
_PATIENCE: Final = 2.0


class Appended(Struct, frozen=True, tag="appended"):
    """An entry was stored."""

    server: str
    room: str
    number: int
    body: str


class Drafted(Struct, frozen=True, tag="drafted"):
    """The player in turn moved tiles."""

    server: str
    room: str
    turn: int
    layout: str
    opening: str | None

    @staticmethod
    def of(draft: Draft, server: str, room: str) -> Drafted:
        """The news of a draft."""
        opening = None if draft.opening is None else format_melds(draft.opening)
        return Drafted(server, room, draft.turn, format_melds(draft.table), opening)

    @property
    def draft(self) -> Draft:
        """The draft of which this is the news."""
        opening = None if self.opening is None else read_table(self.opening)
        return Draft(self.turn, read_table(self.layout), opening)


class Here(Struct, frozen=True, tag="here"):
    """Who of a room is connected to that server."""

    server: str
    room: str
    people: list[str]


class ReactionShown(Struct, frozen=True, tag="reaction"):
    """A seat showed a reaction."""

    server: str
    room: str
    seat: int
    reaction: Reaction


News = Appended | Drafted | Here | ReactionShown
Receive = Callable[[News], None]

_DECODER: Final = msgspec.json.Decoder(News)
_ENCODER: Final = msgspec.json.Encoder()


class Bus(Protocol):
    """What a server needs of a bus."""

    alone: bool
    """Whether there are no other servers."""

    async def start(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin; `lost` is called whenever messages may have been missed."""

    def publish(self, news: News) -> None:
        """Tell the other servers, some time soon."""

    async def join(self, room: str) -> None:
        """Hear about a room from now on."""

    def leave(self, room: str) -> None:
        """Hear no more about it."""

    async def ping(self) -> None:
        """Raise if the bus does not answer."""

    async def close(self) -> None:
        """Stop."""


def open_bus(url: str | None) -> Bus:
    """The bus at that address; without one, a server is alone."""
    return RedisBus(url) if url else LonelyBus()


class LonelyBus:
    """The bus of a server that is alone."""

    alone = True

    async def start(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Nothing will be heard."""

    def publish(self, news: News) -> None:
        """Nobody listens."""

    async def join(self, room: str) -> None:
        """Nothing to hear."""

    def leave(self, room: str) -> None:
        """Nothing was heard."""

    async def ping(self) -> None:
        """Always there."""

    async def close(self) -> None:
        """Nothing to stop."""


class RedisBus:
    """Redis publish/subscribe, one channel a room; it reconnects by itself."""

    alone = False

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=_PATIENCE)
        self._pubsub: PubSub | None = None
        self._rooms: set[str] = set()
        self._joined: dict[str, asyncio.Event] = {}
        self._outbox: deque[News] = deque(maxlen=10_000)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin to listen and to speak."""
        self._tasks = [
            asyncio.create_task(self._listen(receive, lost), name="bus listener"),
            asyncio.create_task(self._speak(), name="bus speaker"),
        ]

    def publish(self, news: News) -> None:
        """Tell the other servers, some time soon."""
        self._outbox.append(news)
        self._wake.set()

    async def join(self, room: str) -> None:
        """Hear about a room; returns once Redis has confirmed it, or after a while anyway."""
        self._rooms.add(room)
        event = self._joined.setdefault(room, asyncio.Event())
        if self._pubsub is not None:
            with contextlib.suppress(RedisError, OSError):
                await self._pubsub.subscribe(_CHANNEL + room)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), _PATIENCE)

    def leave(self, room: str) -> None:
        """Hear no more about it."""
        self._rooms.discard(room)
        self._joined.pop(room, None)
        if self._pubsub is not None:
            task = asyncio.create_task(self._unsubscribe(self._pubsub, room))
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    async def ping(self) -> None:
        """Raise if Redis does not answer."""
        await self._redis.ping()

    async def close(self) -> None:
        """Say what is left to say, then stop."""
        with contextlib.suppress(RedisError, OSError):
            await asyncio.wait_for(self._flush(), _PATIENCE)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _unsubscribe(self, pubsub: PubSub, room: str) -> None:
        if room in self._rooms:
            return  # somebody came back meanwhile
        with contextlib.suppress(RedisError, OSError):
            await pubsub.unsubscribe(_CHANNEL + room)

    async def _listen(self, receive: Receive, lost: Callable[[], None]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(_CHANNEL)
                    # From here on whoever joins a room subscribes to it; the others are done now.
                    self._pubsub = pubsub
                    rooms = [_CHANNEL + room for room in self._rooms]
                    if rooms:
                        await pubsub.subscribe(*rooms)
                    async for message in pubsub.listen():
                        kind, channel = message["type"], message["channel"].decode()
                        self._take(kind, channel, message["data"], receive)
                        if kind == "subscribe" and channel in rooms[-1:]:
                            # All of them are heard again; what came before may have been missed.
                            lost()
                            rooms = []
            except (RedisError, OSError) as error:
                _logger.warning("bus lost: %s", type(error).__name__)
            self._pubsub = None
            await asyncio.sleep(0.5)

    def _take(self, kind: str, channel: str, data: object, receive: Receive) -> None:
        room = channel.removeprefix(_CHANNEL)
        if kind == "subscribe" and room in self._joined:
            self._joined[room].set()
        elif kind == "message" and isinstance(data, bytes):
            try:
                news: News = _DECODER.decode(data)
            except msgspec.MsgspecError:
                _logger.warning("bus message of another version skipped")
            else:
                receive(news)

    async def _speak(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._flush()
            except (RedisError, OSError) as error:
                _logger.warning("bus cannot be told: %s", type(error).__name__)
                await asyncio.sleep(0.5)
                self._wake.set()

    async def _flush(self) -> None:
        while self._outbox:
            batch = [self._outbox.popleft() for _ in range(min(200, len(self._outbox)))]
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for news in batch:
                        pipeline.publish(_CHANNEL + news.room, _ENCODER.encode(news))
                    await pipeline.execute()
            except (RedisError, OSError):
                self._outbox.extendleft(reversed(batch))
                raise
