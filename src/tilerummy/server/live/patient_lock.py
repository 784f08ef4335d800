"""A lock that a task may wait for with a limit.

Most tasks find it free. They get it at once and need no timer, which costs more than the lock.
"""

from __future__ import annotations

import asyncio

__all__ = ["PatientLock"]


class PatientLock:
    """One task has it at a time, in the order in which they asked."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._wanted = 0
        """How many have it or wait for it."""

    async def acquire(self, limit: float | None = None) -> None:
        """Wait for it; with a limit, raises `TimeoutError` if that many seconds are not enough."""
        self._wanted += 1
        try:
            if self._wanted == 1:
                await self._lock.acquire()
            else:
                async with asyncio.timeout(limit):
                    await self._lock.acquire()
        except BaseException:
            self._wanted -= 1
            raise

    def release(self) -> None:
        """Let the next one have it."""
        self._wanted -= 1
        self._lock.release()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()
