"""Pacing: something that is done at once, but not again before some time has passed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Paced"]


class Paced:
    """What is asked for too soon is done once, as soon as it may be."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds = seconds
        self._work = work
        self._pause: asyncio.TimerHandle | None = None
        self._wanted = False

    def __call__(self) -> None:
        """Do it now or soon."""
        if self._pause is None:
            self._do()
        else:
            self._wanted = True

    def close(self) -> None:
        """Do it no more."""
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
