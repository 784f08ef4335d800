"""Fair queues: slots for work, shared between those who wait in turn.

An owner (a person, a room, an address) that asks for much waits behind its own questions, not in
front of everybody else's. One address can have many owners, so addresses take turns first, and then
the owners of the address whose turn it is; no address has all slots at once as long as there is
more than one. An owner with too many questions is turned away, and so is a question that would
wait too long.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

__all__ = ["FairQueue", "Overworked", "QueueLimits"]


class Overworked(Exception):
    """The queue is full: this request would wait too long."""


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


def _itself(owner: str) -> str:
    return owner


class FairQueue:
    """Slots, and the owners that wait for one; `address_of` says where an owner is."""

    def __init__(self, limits: QueueLimits, address_of: Callable[[str], str] = _itself) -> None:
        self.slots = limits.slots
        self._limits = limits
        self._address_of = address_of
        self._share = max(1, limits.slots - 1)
        self._running: Counter[str] = Counter()
        """By owner."""
        self._busy: Counter[str] = Counter()
        """By address."""
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """By address and owner, those whose turn it is first."""

    @asynccontextmanager
    async def slot(self, owner: str) -> AsyncIterator[None]:
        """A slot for something of this owner, as soon as it is its turn."""
        address = self._address_of(owner)
        await self._enter(owner, address)
        try:
            yield
        finally:
            self._leave(owner, address)

    async def _enter(self, owner: str, address: str) -> None:
        limits, mine = self._limits, self._waiting.get(address, {}).get(owner, ())
        if self._running[owner] + len(mine) >= limits.each:
            raise Overworked
        waiting = sum(len(turns) for owners in self._waiting.values() for turns in owners.values())
        if waiting >= limits.waiting:
            raise Overworked
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {}).setdefault(owner, deque()).append(turn)
        self._give()
        try:
            async with asyncio.timeout(limits.seconds):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._leave(owner, address)  # the slot came at the very moment of giving up
            else:
                self._withdraw(owner, address, turn)
            if isinstance(error, TimeoutError):
                raise Overworked from None
            raise

    def _leave(self, owner: str, address: str) -> None:
        for counted, key in ((self._running, owner), (self._busy, address)):
            counted[key] -= 1
            if not counted[key]:
                del counted[key]
        self._give()

    def _withdraw(self, owner: str, address: str, turn: asyncio.Future[None]) -> None:
        owners = self._waiting.get(address, {})
        mine = owners.get(owner)
        if mine is not None and turn in mine:
            mine.remove(turn)
            if not mine:
                del owners[owner]
            if not owners:
                del self._waiting[address]

    def _give(self) -> None:
        while self._running.total() < self._limits.slots:
            free = (one for one in self._waiting if self._busy[one] < self._share)
            address = next(free, None)
            if address is None:
                return
            owners = self._waiting.pop(address)
            owner = next(iter(owners))
            mine = owners.pop(owner)
            turn = mine.popleft()
            if mine:
                owners[owner] = mine  # behind the others of this address
            if owners:
                self._waiting[address] = owners  # behind the other addresses
            if not turn.cancelled():  # its task has not come to withdraw it yet
                self._running[owner] += 1
                self._busy[address] += 1
                turn.set_result(None)
