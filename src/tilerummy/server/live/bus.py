"""The bus: how servers notify each other of what happened in rooms they share.

It carries copies, never the truth: an entry is in the store before it is on the bus, and a
server that misses a message finds the gap by its number, or reads everything again after the
connection to the bus was lost. While the bus is silent, `cluster` reads the news from the database.
A single server has nobody to notify.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, Protocol

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tilerummy.server.live.bus_messages import BusMessage, Heartbeat, ReactionShown
from tilerummy.server.live.bus_status import BusStatus

__all__ = ["Bus", "LonelyBus", "RedisBus", "open_bus"]

_logger: Final = logging.getLogger(__name__)
_CHANNEL: Final = "tilerummy:"
_PATIENCE: Final = 2.0
_JOINING: Final = 1.0
"""How long somebody who enters a room waits until its news is heard."""
_SILENCE: Final = 1.5
"""A subscription that was silent for this many seconds is checked with a ping."""
_BACK_OFF: Final = 0.25
_LONGEST_BACK_OFF: Final = 2.0


Receive = Callable[[BusMessage], None]

_DECODER: Final = msgspec.json.Decoder(BusMessage)
_ENCODER: Final = msgspec.json.Encoder()


class Bus(Protocol):
    """What a server needs of a bus."""

    alone: bool
    """Whether there are no other servers."""

    async def start(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin; `lost` is called whenever messages may have been missed."""

    def publish(self, message: BusMessage) -> None:
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

    def publish(self, message: BusMessage) -> None:
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
    """Redis publish/subscribe, one channel a room; it reconnects by itself.

    A connection over which nothing comes, not even the answer to a ping, counts as lost: Redis may
    be frozen, or the network gone. The log has one line when the bus is lost and one when it is
    back.
    """

    alone = False

    def __init__(self, url: str) -> None:
        self._redis = _connection(url, retries=1)
        # Reconnecting unnoticed would hide that news was missed.
        self._heard_by = _connection(url, retries=0)
        self._pubsub: PubSub | None = None
        self._rooms: set[str] = set()
        self._joined: dict[str, asyncio.Event] = {}
        self._outbox: deque[BusMessage] = deque(maxlen=10_000)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._status = BusStatus()

    async def start(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin to listen and to speak."""
        self._tasks = [
            asyncio.create_task(self._listen(receive, lost), name="bus listener"),
            asyncio.create_task(self._speak(), name="bus speaker"),
        ]

    def publish(self, message: BusMessage) -> None:
        """Tell the other servers, some time soon."""
        self._outbox.append(message)
        self._wake.set()

    async def join(self, room: str) -> None:
        """Hear about a room; returns once Redis has confirmed it, or after a while anyway."""
        self._rooms.add(room)
        event = self._joined.setdefault(room, asyncio.Event())
        with contextlib.suppress(RedisError, OSError):
            async with asyncio.timeout(_JOINING):
                if self._pubsub is not None:
                    await self._pubsub.subscribe(_CHANNEL + room)
                await event.wait()

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
        await self._heard_by.aclose()

    async def _unsubscribe(self, pubsub: PubSub, room: str) -> None:
        if room in self._rooms:
            return  # somebody came back meanwhile
        with contextlib.suppress(RedisError, OSError):
            await pubsub.unsubscribe(_CHANNEL + room)

    async def _listen(self, receive: Receive, lost: Callable[[], None]) -> None:
        wait = _BACK_OFF
        while True:
            try:
                async with self._heard_by.pubsub() as pubsub:
                    await pubsub.subscribe(_CHANNEL)
                    # Rooms joined later subscribe by themselves; those joined before do it now.
                    self._pubsub = pubsub
                    rooms = [_CHANNEL + room for room in self._rooms]
                    if rooms:
                        await pubsub.subscribe(*rooms)
                    async for message in _messages(pubsub):
                        kind, channel = message["type"], message["channel"].decode()
                        self._take(kind, channel, message["data"], receive)
                        if kind == "subscribe" and channel == (rooms or [_CHANNEL])[-1]:
                            # All of them are heard again; what came before may have been missed.
                            if rooms:
                                lost()
                            rooms, wait = [], _BACK_OFF
                            self._status.recovered("listening")
            except (RedisError, OSError) as error:
                self._status.failed("listening", error)
            self._pubsub = None
            await asyncio.sleep(wait * (0.5 + random.random()))
            wait = min(2 * wait, _LONGEST_BACK_OFF)

    def _take(self, kind: str, channel: str, data: object, receive: Receive) -> None:
        room = channel.removeprefix(_CHANNEL)
        if kind == "subscribe" and room in self._joined:
            self._joined[room].set()
        elif kind == "message" and isinstance(data, bytes):
            try:
                message: BusMessage = _DECODER.decode(data)
            except msgspec.MsgspecError:
                _logger.warning("bus message of another version skipped")
            else:
                receive(message)

    async def _speak(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._flush()
            except (RedisError, OSError) as error:
                self._status.failed("speaking", error)
                await asyncio.sleep(_BACK_OFF)
                self._wake.set()
            else:
                self._status.recovered("speaking")

    async def _flush(self) -> None:
        while self._outbox:
            batch = [self._outbox.popleft() for _ in range(min(200, len(self._outbox)))]
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for message in batch:
                        pipeline.publish(_CHANNEL + message.room, _ENCODER.encode(message))
                    await pipeline.execute()
            except (RedisError, OSError):
                # What is true only for a moment is not repeated.
                lasting = [one for one in batch if not isinstance(one, Heartbeat | ReactionShown)]
                self._outbox.extendleft(reversed(lasting))
                raise


def _connection(url: str, *, retries: int) -> Redis:
    return Redis.from_url(
        url,
        retry=Retry(NoBackoff(), retries),
        socket_connect_timeout=_PATIENCE,
        socket_timeout=_PATIENCE,
    )


async def _messages(pubsub: PubSub) -> AsyncIterator[dict[str, Any]]:
    """What comes over a subscription; raises if nothing comes, not even when asked."""
    asked = False
    while True:
        message = await pubsub.get_message(timeout=_SILENCE)
        if message is not None:
            asked = False
            if message["type"] != "pong":
                yield message
        elif asked:
            raise TimeoutError("Redis is silent")
        else:
            asked = True
            await pubsub.ping()
