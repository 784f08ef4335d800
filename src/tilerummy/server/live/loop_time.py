"""Loop time: the event loop, which serves everybody, shared between addresses.

Limits on the number of requests and messages do not bound what they cost, and a burst that a limit
allows would keep all tables waiting. So whatever the event loop does for an address is charged with
the time that it took, and an address that has used its share waits for its turn. Its requests take
turns at intervals rather than all at once, and the others do not notice. Many people may share an
address, so a user of it who asks for little does not wait behind those who ask for much. A request
that would wait too long is refused, not at once but after that time: refusals cost time as well.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from types import coroutine
from typing import Any, Final, TypeVar

from tilerummy.server.live.queues import Overworked

__all__ = ["LoopTime"]

T = TypeVar("T")
_AT_ONCE: Final = 0.05
"""How many seconds of the event loop an address has before it waits."""
_LONGEST_WAIT: Final = 5.0
_USER: Final = 0.1
"""The part of an address's share that each of its users has."""
_HEAD_START: Final = 0.5
"""So many seconds less than the others of the address a user waits who has used less than that."""
_FIRST_ESTIMATE: Final = 0.001
_SMOOTHING: Final = 0.05
_FORGET: Final = 1_000
"""Addresses are looked through for idle ones whenever so many were added."""


class LoopTime:
    """The share of the event loop that each address has, as a part of one."""

    def __init__(self, share: float, now: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._now = now
        self._taken: dict[str, float] = {}
        """Until when addresses and users have taken their share; nothing if missing."""
        self._estimate = _FIRST_ESTIMATE
        """How long a request or a message takes, on average."""
        self._look_at = _FORGET
        self._metered = 0.0
        """How many seconds have been charged step by step so far."""

    def wait(self, address: str, user: str = "") -> float:
        """How many seconds this address has to wait, or this user of it."""
        now = self._now()
        wait = self._wait(address, now, self._share)
        if not wait or not user:
            return wait
        own = self._wait(f"{address} {user}", now, self._share * _USER)
        return min(wait, max(own, wait - _HEAD_START))

    def _wait(self, key: str, now: float, share: float) -> float:
        return max(0.0, self._taken.get(key, now) - now - _AT_ONCE / share)

    def spend(self, address: str, seconds: float, user: str = "") -> None:
        """The event loop has worked so long for this address, and for this user of it."""
        now = self._now()
        self._spend(address, now, seconds / self._share)
        if user:
            self._spend(f"{address} {user}", now, seconds / (self._share * _USER))

    def _spend(self, key: str, now: float, taken: float) -> None:
        until = max(now, self._taken.get(key, now)) + taken
        if until <= now:
            self._taken.pop(key, None)
            return
        self._taken[key] = until
        if len(self._taken) >= self._look_at:
            self._taken = {one: until for one, until in self._taken.items() if until > now}
            self._look_at = len(self._taken) + _FORGET

    async def turn(self, address: str, user: str = "") -> None:
        """Wait for a turn, which is charged as an average one; raises `Overworked`."""
        wait = self.wait(address, user)
        if wait <= _LONGEST_WAIT:
            self.spend(address, self._estimate, user)  # the next one comes after this one
        if wait:
            await asyncio.sleep(min(wait, _LONGEST_WAIT))
        if wait > _LONGEST_WAIT:
            raise Overworked

    async def run(self, address: str, work: Coroutine[Any, Any, T], user: str = "") -> T:
        """Do this when it is its turn, charged as it costs; raises `Overworked`."""
        spent, estimate = 0.0, self._estimate

        def note(seconds: float) -> None:
            nonlocal spent
            spent += seconds

        try:
            await self.turn(address, user)
            try:
                return await self._timed(work, note)
            finally:
                self.spend(address, spent - estimate, user)
                self._estimate += _SMOOTHING * (spent - self._estimate)
        finally:
            work.close()

    async def metered(self, address: str, work: Coroutine[Any, Any, T]) -> T:
        """Do this at once, charged as it costs; what it does in turns of its own is not counted."""
        return await self._timed(work, partial(self.spend, address))

    @coroutine
    def _timed(
        self, work: Coroutine[Any, Any, T], note: Callable[[float], None]
    ) -> Generator[Any, Any, T]:
        """Await this, noting how long the event loop is at each step of it."""
        step, given = work.send, None
        while True:
            began, before = self._now(), self._metered
            try:
                awaited = step(given)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                given = None  # an exception that is kept here would refer to itself
                took = self._now() - began
                note(took - (self._metered - before))
                self._metered = before + took
            try:
                step, given = work.send, (yield awaited)
            except BaseException as error:
                step, given = work.throw, error
