"""Processes: work that has a deadline and can be cancelled.

Python cannot end a thread, and a thread that computes slows all others down. What strangers ask
for is therefore answered in processes: each has a deadline after which it is killed and replaced,
a lower priority than the server where that is wanted, and a bound on its memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from tilerummy.server.live.queues import FairQueue
from tilerummy.server.logs import LogForm, form_in_use, start_logging

__all__ = ["Processes", "TooLong"]

P = ParamSpec("P")
T = TypeVar("T")
_MEMORY: Final = 4 << 30
_OURS: Final = "tilerummy."


class TooLong(Exception):
    """The deadline has passed; the process that was at it has been ended."""


class Processes:
    """A few processes for one kind of work; they start when they are first needed."""

    def __init__(self, queue: FairQueue, *, seconds: float, nice: int = 0) -> None:
        self._slots = queue.slots
        self._queue = queue
        self._seconds = seconds
        self._nice = nice
        self._pool: ProcessPool | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start now what would otherwise start when it is first needed."""
        await self.run("", _nothing)

    async def run(self, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do this for an owner when it is its turn; raises `Overworked` or `TooLong`."""
        async with self._queue.slot(owner):
            pool = self._pool or await self._first()
            future = pool.schedule(work, args=list(args), kwargs=kwargs, timeout=self._seconds)
            try:
                return await asyncio.wrap_future(future)
            except (TimeoutError, ProcessExpired):
                raise TooLong from None

    async def close(self) -> None:
        """End the processes, whatever they are at."""
        async with self._starting:
            if self._pool is not None:
                self._pool.stop()  # type: ignore[no-untyped-call]
                await asyncio.to_thread(self._pool.join)

    async def _first(self) -> ProcessPool:
        """The processes, which are started in a thread: that takes long for the event loop."""
        async with self._starting:
            if self._pool is None:
                self._pool = await asyncio.to_thread(self._started)
        return self._pool

    def _started(self) -> ProcessPool:
        if sys.platform == "win32":
            context = multiprocessing.get_context("spawn")
        else:
            context = multiprocessing.get_context("forkserver")
            # What is imported here is needed there, and a fork server imports it once for all.
            context.set_forkserver_preload([name for name in sys.modules if name.startswith(_OURS)])
        pool = ProcessPool(
            max_workers=self._slots,
            context=context,
            initializer=_settle,
            initargs=(self._nice, form_in_use()),
        )
        pool.schedule(_nothing)  # with the first work its processes start
        return pool


def _nothing() -> None:
    """The work of a process that is to be there."""


def _settle(nice: int, form: LogForm) -> None:
    """What a process does first: it leaves interrupts to the server, bounds itself and logs."""
    start_logging(form)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(nice)
        with contextlib.suppress(ImportError, OSError, ValueError):
            import resource

            _, most = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, most))
