"""Draft queue: drafts that wait for a verdict; one draft of each seat is judged at a time.

A player who drags tiles sends a draft after every move, in as many windows as they like. While one
is judged the newest of the others waits; those between are never judged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["DraftQueue", "QueuedDraft"]

_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QueuedDraft:
    """A draft that somebody wants a verdict on."""

    judge: Callable[[], Awaitable[None]]
    replaced: Callable[[], None]
    """Called instead if a newer one of the same seat came first."""


class DraftQueue:
    """The drafts of one room."""

    def __init__(self) -> None:
        self._newest: dict[int, QueuedDraft] = {}
        self._judging: dict[int, asyncio.Task[None]] = {}

    def submit(self, seat: int, draft: QueuedDraft) -> None:
        """Have a draft of a seat judged, instead of one that still waits."""
        older = self._newest.get(seat)
        self._newest[seat] = draft
        if older is not None:
            older.replaced()
        if seat not in self._judging:
            self._judging[seat] = asyncio.create_task(self._judge(seat))

    async def idle(self) -> None:
        """Wait until everything that was submitted is judged."""
        while self._judging:
            await asyncio.wait(self._judging.values())

    def close(self) -> None:
        """Drop what waits and cancel what is being judged."""
        self._newest.clear()
        for task in self._judging.values():
            task.cancel()

    async def _judge(self, seat: int) -> None:
        try:
            while (draft := self._newest.pop(seat, None)) is not None:
                try:
                    await draft.judge()
                except Exception as error:  # one draft fails, the next is judged
                    _logger.warning("a draft was not judged (%s)", type(error).__name__)
        finally:
            del self._judging[seat]
