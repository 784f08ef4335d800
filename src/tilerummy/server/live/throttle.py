"""Throttle: work that runs at once, but not again before an interval has passed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Throttle"]


class Throttle:
    """Calls within the interval are merged into one run at its end."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds = seconds
        self._work = work
        self._pause: asyncio.TimerHandle | None = None
        self._wanted = False

    def __call__(self) -> None:
        """Run the work now, or at the end of the interval."""
        if self._pause is None:
            self._do()
        else:
            self._wanted = True

    def close(self) -> None:
        """Do not run the work again."""
        if self._pause is not None:
            self._pause.cancel()

    def _do(self) -> None:
        self._wanted = False
        self._work()
        loop = asyncio.get_running_loop()
        self._pause = loop.call_later(self._seconds, self._again)

    def _again(self) -> None:
        self._pause = None
        if self._wanted:
            self._do()
