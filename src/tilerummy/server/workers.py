"""Workers: threads for what takes longer than a blink, and the source of seeds.

Bots and hints run here, and rooms are read. What a player has laid is judged in threads of its
own where the solver has to be asked, so that it does not wait for bots. Whoever asks for a verdict,
the best play of a position or the analysis of a record from outside has other threads, and few of
them: some questions take long, and no table should wait for them. The native solver lets other
threads go on meanwhile.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

__all__ = ["Overworked", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")
_MOST_STUDIES: Final = 24


class Overworked(Exception):
    """So many questions wait already that another one would wait too long."""


class Workers:
    """A few threads for the tables, and fewer for verdicts and for questions from outside."""

    def __init__(self, threads: int = 4, studies: int = 2) -> None:
        self._tables = ThreadPoolExecutor(threads, thread_name_prefix="table")
        self._verdicts = ThreadPoolExecutor(2, thread_name_prefix="verdict")
        self._studies = ThreadPoolExecutor(studies, thread_name_prefix="study")
        self._studying = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what a table waits for in a thread, and wait for its result."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._tables, lambda: work(*args, **kwargs))

    async def judge(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Judge in a thread what a player has laid, and wait for the verdict."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._verdicts, lambda: work(*args, **kwargs))

    async def study(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what no table waits for in a thread; too much at once is refused."""
        if self._studying >= _MOST_STUDIES:
            raise Overworked
        self._studying += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._studies, lambda: work(*args, **kwargs))
        finally:
            self._studying -= 1

    def seed(self) -> str:
        """The seed of a new round: 256 bits nobody can guess."""
        return secrets.token_hex(32)

    def close(self) -> None:
        """Let the threads finish what they are at."""
        for pool in (self._tables, self._verdicts, self._studies):
            pool.shutdown(wait=False, cancel_futures=True)
