"""Fair queues: slots for work, given to those who wait by turns.

An owner (an address, a person, a room) that asks for much waits behind its own questions, not in
front of everybody else's: the owners that wait take turns, and none of them has all slots at once
as long as there is more than one. An owner with too many questions is turned away, and so is a
question that would wait too long.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

__all__ = ["FairQueue", "Overworked", "QueueLimits"]


class Overworked(Exception):
    """So much waits already that this would wait too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLimits:
    """How much may be under way."""

    slots: int
    """How much is worked on at once."""
    each: int
    """How much of one owner is worked on or waits."""
    waiting: int
    """How much of all owners waits."""
    seconds: float
    """How long anything waits before it is turned away."""


class FairQueue:
    """Slots, and the owners that wait for one."""

    def __init__(self, limits: QueueLimits) -> None:
        self._limits = limits
        self._share = max(1, limits.slots - 1)
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By owner, the owner whose turn it is first."""

    @asynccontextmanager
    async def slot(self, owner: str) -> AsyncIterator[None]:
        """A slot for something of this owner, as soon as it is its turn."""
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave(owner)

    async def _enter(self, owner: str) -> None:
        limits, mine = self._limits, self._waiting.get(owner, ())
        if self._running[owner] + len(mine) >= limits.each:
            raise Overworked
        if sum(map(len, self._waiting.values())) >= limits.waiting:
            raise Overworked
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        self._give()
        try:
            async with asyncio.timeout(limits.seconds):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._leave(owner)  # the slot came at the very moment of giving up
            else:
                self._withdraw(owner, turn)
            if isinstance(error, TimeoutError):
                raise Overworked from None
            raise

    def _leave(self, owner: str) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._give()

    def _withdraw(self, owner: str, turn: asyncio.Future[None]) -> None:
        mine = self._waiting.get(owner)
        if mine is not None and turn in mine:
            mine.remove(turn)
            if not mine:
                del self._waiting[owner]

    def _give(self) -> None:
        while self._running.total() < self._limits.slots:
            owner = next((one for one in self._waiting if self._running[one] < self._share), None)
            if owner is None:
                return
            mine = self._waiting.pop(owner)
            turn = mine.popleft()
            if mine:
                self._waiting[owner] = mine  # behind the others
            if not turn.cancelled():  # its task has not come to withdraw it yet
                self._running[owner] += 1
                turn.set_result(None)
