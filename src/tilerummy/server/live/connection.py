"""A connection: one socket of one person in one room, seen from the room.

The room drops frames into the outbox and never waits; they are carried to the socket at once, or,
where hundreds watch, when it is their turn.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from tilerummy.server.wire.messages import Notice, ServerMessage, encode

__all__ = ["Connection"]


class Connection:
    """A socket's outbox; without `write` nobody empties it."""

    __slots__ = ("_outbox", "_write", "ended", "greeted", "who")

    def __init__(self, who: str, write: Callable[[bytes], None] | None = None) -> None:
        self.who = who
        self.greeted = False
        """Whether it has said hello and wants to hear what happens."""
        self.ended = asyncio.Event()
        """Set when the socket is to be closed."""
        self._outbox: deque[bytes] = deque()
        self._write = write

    def send(self, message: ServerMessage) -> None:
        """Put a message into the outbox."""
        self.send_frame(encode(message))

    def send_frame(self, frame: bytes) -> None:
        """Put an encoded message into the outbox and carry it."""
        self.post(frame)
        self.flush()

    def post(self, frame: bytes) -> None:
        """Put an encoded message into the outbox; it is carried at the next `flush`."""
        if not self.ended.is_set():
            self._outbox.append(frame)

    def flush(self) -> None:
        """Carry what is in the outbox."""
        if self._write is not None:
            while self._outbox:
                self._write(self._outbox.popleft())

    def end(self, notice: Notice) -> None:
        """Say why, then close."""
        self.send(notice)
        self.cut()

    def cut(self) -> None:
        """Close without a word; a client that comes back is told why."""
        self.flush()
        self.ended.set()
