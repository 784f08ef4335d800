"""Workers: threads for what takes longer than a blink, and the source of seeds.

Bots, hints and analyses run here. The native solver lets other threads go on meanwhile, so
the tables are not held up.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

__all__ = ["Workers"]

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """A few threads."""

    def __init__(self, threads: int = 4) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="worker")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work in a thread and wait for its result."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: work(*args, **kwargs))

    def seed(self) -> str:
        """The seed of a new round: 256 bits nobody can guess."""
        return secrets.token_hex(32)

    def close(self) -> None:
        """Let the threads finish what they are at."""
        self._pool.shutdown(wait=False, cancel_futures=True)
