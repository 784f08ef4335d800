"""A connection: one socket of one person in one room, seen from the room.

The room drops frames into the outbox and never waits; a task of the connection carries them
to the socket. A client that reads too slowly is disconnected rather than slowing the others down.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from tilerummy.server.wire.messages import Notice, ServerMessage, encode

__all__ = ["Connection"]

_MOST_WAITING: Final = 500


class Connection:
    """A socket's outbox."""

    __slots__ = ("_closing", "_outbox", "_wake", "greeted", "who")

    def __init__(self, who: str) -> None:
        self.who = who
        self.greeted = False
        """Whether it has said hello and wants to hear what happens."""
        self._outbox: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._closing = False

    def send(self, message: ServerMessage) -> None:
        """Put a message into the outbox."""
        self.send_frame(encode(message))

    def send_frame(self, frame: bytes) -> None:
        """Put an encoded message into the outbox and carry it."""
        self.post(frame)
        self.flush()

    def post(self, frame: bytes) -> None:
        """Put an encoded message into the outbox; it is carried at the next `flush`."""
        if self._closing:
            return
        self._outbox.append(frame)
        if len(self._outbox) > _MOST_WAITING:
            self._outbox.clear()
            self._closing = True

    def flush(self) -> None:
        """Carry what is in the outbox."""
        self._wake.set()

    def end(self, notice: Notice) -> None:
        """Say why, then close."""
        self.send(notice)
        self.cut()

    def cut(self) -> None:
        """Close without a word; a client that comes back is told why."""
        self._closing = True
        self._wake.set()

    async def carry(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Carry frames to the socket until the connection is to end."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                await send(self._outbox.popleft())
            if self._closing:
                return
