"""Workers: where slow work is done, and the source of seeds.

There are four kinds of slow work, and none waits for another: rooms are read, what players lay is
judged, bots and hints think, and questions from outside are answered. Each kind has processes of
its own with a deadline, and a queue in which the addresses that wait take turns, and at each of
them the people. All of it has a lower priority than the server itself, and the less a table waits
for the work, the lower.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from tilerummy.server.live.processes import Processes, TooLong
from tilerummy.server.live.queues import FairQueue, QueueLimits

__all__ = ["QUESTION_SECONDS", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")
QUESTION_SECONDS: Final = 8.0
"""How long a question from outside is worked on."""


def _itself(owner: str) -> str:
    return owner


def _for_tables(slots: int) -> QueueLimits:
    """Tables wait as long as it takes: what they ask for is limited where it is asked."""
    return QueueLimits(slots=slots, each=100_000, waiting=100_000, seconds=60)


class Workers:
    """The processes of one server."""

    def __init__(
        self,
        *,
        question_seconds: float = QUESTION_SECONDS,
        address_of: Callable[[str], str] = _itself,
    ) -> None:
        def queue(limits: QueueLimits) -> FairQueue:
            return FairQueue(limits, address_of)

        thinkers = max(2, os.cpu_count() or 1)
        self._readers = Processes(queue(_for_tables(2)), seconds=30, nice=4)
        self._judges = Processes(queue(_for_tables(2)), seconds=5, nice=4)
        self._thinkers = Processes(queue(_for_tables(thinkers)), seconds=20, nice=8)
        self._answerers = Processes(
            queue(QueueLimits(slots=2, each=6, waiting=24, seconds=10)),
            seconds=question_seconds,
            nice=12,
        )

    async def read(self, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Put a room together from its log."""
        return await self._readers.run(owner, work, *args, **kwargs)

    async def judge(self, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Judge what a player lays."""
        return await self._judges.run(owner, work, *args, **kwargs)

    async def think(self, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Find a play, for a bot or as a hint."""
        return await self._thinkers.run(owner, work, *args, **kwargs)

    async def study(self, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Answer a question from outside; too many of one owner or at once are refused."""
        return await self._answerers.run(owner, work, *args, **kwargs)

    async def start(self) -> None:
        """Have what all processes share ready, so that the first to ask does not wait for it."""
        with contextlib.suppress(TooLong):  # a machine this slow has it later
            await self._answerers.start()

    def seed(self) -> str:
        """The seed of a new round: 256 bits nobody can guess."""
        return secrets.token_hex(32)

    async def close(self) -> None:
        """End what is under way."""
        kinds = (self._readers, self._judges, self._thinkers, self._answerers)
        await asyncio.gather(*[kind.close() for kind in kinds])
