"""Batches: writes of many rooms, gathered and committed in one transaction.

All callers of a batch are answered together. A write that fails is reported to its callers; a
draft was answered before it is written, so drafts are kept until a batch with them succeeds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from msgspec import Struct

from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage.archive import FinishedGame

__all__ = ["Append", "Batch", "Batches", "NewRoom", "RoomIndex"]

T = TypeVar("T")
_INTERVAL: Final = 0.032
"""At least so many seconds lie between two transactions: a busy store writes more in each. A full
sync costs much more than an entry does, and nobody sees whether a move comes two frames later."""
_LAST_TRIES: Final = 3
"""How often drafts are tried again when the store closes."""
_RETRY: Final = 0.25
"""How long after a failed write drafts are written again."""


class RoomIndex(Struct, frozen=True):
    """What the index knows of a room."""

    host: str
    public: bool
    open: bool
    changed: int
    summary: str


class Append(Struct, frozen=True):
    """An entry to be written, and the round's id if it ended one."""

    room: str
    number: int
    body: str
    index: RoomIndex | None
    """The room as it is afterwards; None: as the index knows it already."""
    record: str | None = None
    games: Sequence[FinishedGame] = ()
    """The round as its players find it again."""


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room to be written with all its first entries, or not at all."""

    code: str
    bodies: Sequence[str]
    index: RoomIndex


@dataclass(slots=True)
class Batch:
    """What is written together."""

    appends: list[tuple[Append, asyncio.Future[bool]]] = field(default_factory=list)
    rooms: list[tuple[NewRoom, asyncio.Future[bool]]] = field(default_factory=list)
    drafts: dict[str, Draft] = field(default_factory=dict)
    written: asyncio.Event = field(default_factory=asyncio.Event)

    def __len__(self) -> int:
        return len(self.appends) + len(self.rooms) + len(self.drafts)

    def succeeded(self, won: set[int]) -> None:
        """Tell everybody who waits whether theirs is among what was written."""
        self.written.set()
        for item, done in self._waiting():
            done.set_result(id(item) in won)

    def failed(self, error: Exception) -> None:
        """Tell everybody who waits that nothing was written, and why."""
        for _, done in self._waiting():
            done.set_exception(error)
        self.appends, self.rooms = [], []

    def leave_out_the_gone(self) -> None:
        """Drop what nobody waits for any more."""
        self.appends = [one for one in self.appends if not one[1].done()]
        self.rooms = [one for one in self.rooms if not one[1].done()]

    def _waiting(self) -> list[tuple[object, asyncio.Future[bool]]]:
        waiting: list[tuple[object, asyncio.Future[bool]]] = [*self.appends, *self.rooms]
        return [one for one in waiting if not one[1].done()]


class Batches:
    """Writes batches one after the other; `write` returns the identities of what was written."""

    def __init__(self, write: Callable[[Batch], Awaitable[set[int]]]) -> None:
        self._write = write
        self._next = Batch()
        self._current = Batch()
        self._wake = asyncio.Event()
        self._closing = False
        self._writer = asyncio.create_task(self._write_all(), name="store writer")

    async def append(self, append: Append) -> bool:
        """Write an entry; False if that number is taken."""
        return await self._written(self._next.appends, append)

    async def create(self, room: NewRoom) -> bool:
        """Write a room with its first entries; False if there is one with that code."""
        return await self._written(self._next.rooms, room)

    def keep_draft(self, room: str, draft: Draft) -> asyncio.Event:
        """Keep the latest draft of a room; the event is set when it is written."""
        self._next.drafts[room] = draft
        self._wake.set()
        return self._next.written

    def draft(self, room: str) -> Draft | None:
        """The latest draft of a room, if it is not written yet."""
        return self._next.drafts.get(room) or self._current.drafts.get(room)

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        await self._writer

    def _written(
        self, waiting: list[tuple[T, asyncio.Future[bool]]], item: T
    ) -> asyncio.Future[bool]:
        if self._closing:
            raise ConnectionError("the store is closed")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        waiting.append((item, done))
        self._wake.set()
        return done

    async def _write_all(self) -> None:
        loop, began, tries = asyncio.get_running_loop(), 0.0, _LAST_TRIES
        while not (self._closing and not self._next):
            await self._wake.wait()
            wait = began + _INTERVAL - loop.time()
            if wait > 0 and not self._closing:
                await asyncio.sleep(wait)
            self._wake.clear()
            self._next.leave_out_the_gone()
            self._current, self._next = self._next, Batch()
            if not len(self._current):
                continue
            began = loop.time()
            try:
                self._current.succeeded(await self._write(self._current))
            except Exception as error:  # every waiter gets the error; the writer continues
                self._current.failed(error)
                if isinstance(error, TimeoutError):
                    # The others have waited for a silent database as well: nobody waits twice.
                    self._next.failed(error)
                tries -= self._closing
                if tries and self._current.drafts:
                    await self._keep_for_later()
            self._current = Batch()

    async def _keep_for_later(self) -> None:
        self._next.drafts = self._current.drafts | self._next.drafts
        await asyncio.sleep(_RETRY)
        self._wake.set()
