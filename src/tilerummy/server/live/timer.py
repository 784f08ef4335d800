"""The timer of a room: it fires when the next thing is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Timer"]


class Timer:
    """One alarm at a time; one that rings too early lets its room look again."""

    def __init__(self, now: Callable[[], int], ring: Callable[[], None]) -> None:
        self._now = now
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0
        self._closed = False

    def set(self, at: int | None) -> None:
        """Ring at that time, or before; None: not at all."""
        if self._handle is not None:
            if at is not None and self._at <= at and not self._closed:
                return
            self._handle.cancel()
            self._handle = None
        if at is None or self._closed:
            return
        self._at = at
        wait = max(0.0, (at - self._now()) / 1000)
        self._handle = asyncio.get_running_loop().call_later(wait, self._rings)

    def close(self) -> None:
        """Ring no more."""
        self._closed = True
        self.set(None)

    def _rings(self) -> None:
        self._handle = None
        self._ring()
