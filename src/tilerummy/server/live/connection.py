"""A connection: one socket of one person in one room, seen from the room.

The room drops frames into the outbox and never waits; a task of the connection carries them
to the socket. Whoever reads too slowly is cut off rather than slowing the table down.
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

    __slots__ = ("_closing", "_later", "_outbox", "_timer", "_wake", "greeted", "who")

    def __init__(self, who: str) -> None:
        self.who = who
        self.greeted = False
        """Whether it has said hello and wants to hear what happens."""
        self._later: deque[tuple[float, bytes]] = deque()
        """Frames that wait for their time, in their order."""
        self._timer: asyncio.TimerHandle | None = None
        self._outbox: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._closing = False

    def send(self, message: ServerMessage) -> None:
        """Put a message into the outbox."""
        self.send_frame(encode(message))

    def send_frame(self, frame: bytes) -> None:
        """Put an encoded message into the outbox."""
        if self._closing:
            return
        self._outbox.append(frame)
        if len(self._outbox) > _MOST_WAITING:
            self._outbox.clear()
            self._closing = True
        self._wake.set()

    def send_later(self, frame: bytes, seconds: float) -> None:
        """Put a frame into the outbox after that time, and after all that wait already."""
        at = asyncio.get_running_loop().time() + seconds
        if self._later:
            at = max(at, self._later[-1][0])
        self._later.append((at, frame))
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_at(at, self._release)

    def _release(self) -> None:
        loop = asyncio.get_running_loop()
        while self._later and self._later[0][0] <= loop.time():
            self.send_frame(self._later.popleft()[1])
        self._timer = loop.call_at(self._later[0][0], self._release) if self._later else None

    def send_in_order(self, frame: bytes) -> None:
        """Put a frame into the outbox, after all that wait for their time."""
        if self.waits:
            self.send_later(frame, 0.0)
        else:
            self.send_frame(frame)

    @property
    def waits(self) -> bool:
        """Whether frames wait for their time."""
        return bool(self._later)

    def drop_later(self) -> None:
        """Forget the frames that wait for their time."""
        self._later.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def end(self, notice: Notice) -> None:
        """Say why, then close."""
        self.send(notice)
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
