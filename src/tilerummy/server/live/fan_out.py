"""Fan-out: messages to all spectators of a room, sent to a few of them at a time.

Hundreds may watch one room. If a message went to all their sockets in one pass of the event loop,
every other table would wait for that, so each pass serves a few spectators and then whatever else
is ready. A message is in every outbox at once, so everybody gets them in the same order.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from tilerummy.server.live.connection import Connection

__all__ = ["FanOut"]

_AT_ONCE: Final = 16
"""How many sockets a pass of the event loop writes to: about a millisecond."""


class FanOut:
    """Connections with something in their outbox that nobody has been asked to carry yet."""

    def __init__(self) -> None:
        self._waiting: deque[Connection] = deque()

    def send(self, connection: Connection, frame: bytes) -> None:
        """Put an encoded message into the outbox; it is carried when its turn comes."""
        connection.post(frame)
        self._waiting.append(connection)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._carry_some)

    def _carry_some(self) -> None:
        for _ in range(min(_AT_ONCE, len(self._waiting))):
            self._waiting.popleft().flush()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._carry_some)
