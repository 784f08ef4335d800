"""Admission: in which order data of the connections of an address are read.

Accepting a connection, parsing a request and the handshake of a socket keep the event loop busy
before anybody knows what is asked for. So the time is charged to the address, and when an address
has used much more than its share of the event loop, what its connections send waits here, unread,
first come, first served. Data that would wait too long is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tilerummy.server.live.loop_time import LoopTime

__all__ = ["Admission"]

_OVERDRAWN: Final = 1.0
"""Requests of an address that has to wait longer than this are not read; others wait when it is
known what they ask for."""
_LONGEST_WAIT: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Waiting:
    since: float
    read: Callable[[], None]
    refuse: Callable[[], None]


class Admission:
    """Connections that wait to be read, by address."""

    def __init__(self, loop_time: LoopTime, now: Callable[[], float] = time.monotonic) -> None:
        self._loop_time = loop_time
        self._now = now
        self._queues: dict[str, deque[_Waiting]] = {}

    def admits(self, address: str, read: Callable[[], None], refuse: Callable[[], None]) -> bool:
        """Whether data may be read at once; if not, either of these is called later."""
        queue = self._queues.get(address)
        late = self._loop_time.wait(address) - _OVERDRAWN
        if queue is None and late <= 0:
            return True
        waiting = _Waiting(self._now(), read, refuse)
        if queue is None:
            self._queues[address] = deque([waiting])
            asyncio.get_running_loop().call_later(late, self._next, address)
        else:
            queue.append(waiting)
        return False

    def _next(self, address: str) -> None:
        """One at a time: whatever else is ready comes between."""
        queue = self._queues[address]
        late = self._loop_time.wait(address) - _OVERDRAWN
        if self._now() - queue[0].since > _LONGEST_WAIT:
            queue.popleft().refuse()
            late = 0.0
        elif late <= 0:
            queue.popleft().read()
        if queue:
            asyncio.get_running_loop().call_later(max(0.0, late), self._next, address)
        else:
            del self._queues[address]
