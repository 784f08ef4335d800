"""Reviews in the making: a queue, a process for each, and a number a day for each person.

A review takes many seconds of a core. It runs in a process of its own with a low priority,
one at a time (or as many as configured), addresses take turns, and whoever asks again meanwhile is
told how far it is. Reviews of this server's rounds are kept in the database; those of files only
for a while.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.engine.errors import RecordError
from tilerummy.server.live.limits import Visitor
from tilerummy.server.live.queues import FairQueue, Overworked, QueueLimits
from tilerummy.server.storage.archive import Archive
from tilerummy.server.wire.reviews import ReviewState

__all__ = ["Reviews", "TooManyReviews"]

_logger: Final = logging.getLogger(__name__)
_LONGEST_QUEUE: Final = 40
_EACH: Final = 8
"""How many reviews of one address may wait."""
_CROWD: Final = 10
"""How many times the reviews of a person an address may have."""
_KEPT: Final = 64
_DAY: Final = 86_400_000
_LIMIT: Final = 600.0
"""A review that takes longer than so many seconds is given up."""


class TooManyReviews(Exception):
    """This person has had as many reviews today as allowed."""


@dataclass(slots=True)
class _Job:
    """A review that waits, is being made, or is done."""

    text: str
    record: str | None
    """The round of this server that it belongs to."""
    state: ReviewState = field(
        default_factory=lambda: ReviewState(progress=0.0, waiting=0, review=None)
    )
    problem: str | None = None
    address: str = ""


class Reviews:
    """All reviews that this server makes."""

    def __init__(
        self, archive: Archive, *, processes: int, a_day: int, effort: float = 1.0
    ) -> None:
        self._archive = archive
        self._effort = effort
        self._a_day = a_day
        self._asked: Counter[str] = Counter()
        self._since = 0
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        # How many may wait is decided where they are asked for.
        limits = QueueLimits(slots=processes, each=_KEPT, waiting=_KEPT, seconds=_DAY)
        self._queue = FairQueue(limits)
        self._making: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop what is being made."""
        for task in self._making:
            task.cancel()
        await asyncio.gather(*self._making, return_exceptions=True)

    async def of_record(self, record: str, text: str, asker: Visitor, now: int) -> ReviewState:
        """The review of a round of this server, as far as it is; the first to ask begins it."""
        kept = await self._archive.review(record)
        if kept is not None:
            return msgspec.json.decode(kept, type=ReviewState)
        return self._state(record, text, record, asker, now)

    def of_text(self, text: str, asker: Visitor, now: int) -> ReviewState:
        """The review of a file, as far as it is."""
        return self._state(sha256(text.encode()).hexdigest(), text, None, asker, now)

    def _state(
        self, key: str, text: str, record: str | None, asker: Visitor, now: int
    ) -> ReviewState:
        job = self._jobs.get(key)
        if job is None:
            waiting = [other.address for other in self._jobs.values() if _waits(other)]
            if len(waiting) >= _LONGEST_QUEUE or waiting.count(asker.address) >= _EACH:
                raise Overworked
            self._count(asker, now)
            job = self._jobs[key] = _Job(text, record, address=asker.address)
            task = asyncio.create_task(self._make_in_turn(job), name="review")
            self._making.add(task)
            task.add_done_callback(self._making.discard)
            while len(self._jobs) > _KEPT + _LONGEST_QUEUE:
                self._jobs.popitem(last=False)
        if job.problem is not None:
            del self._jobs[key]
            raise RecordError(1, job.problem)
        if job.state.progress:
            return job.state
        ahead = [other for other, found in self._jobs.items() if not found.state.progress]
        return msgspec.structs.replace(job.state, waiting=ahead.index(key))

    def _count(self, asker: Visitor, now: int) -> None:
        if now - self._since >= _DAY:
            self._asked.clear()
            self._since = now
        # A client without a cookie is a new person each time, so the address is counted too.
        counted = ((asker.who, self._a_day), (f"at {asker.address}", _CROWD * self._a_day))
        if any(self._asked[key] >= most for key, most in counted):
            raise TooManyReviews
        for key, _ in counted:
            self._asked[key] += 1

    async def _make_in_turn(self, job: _Job) -> None:
        async with self._queue.slot(job.address):
            try:
                await asyncio.wait_for(self._make(job), _LIMIT)
            except (TimeoutError, OSError, SQLAlchemyError, msgspec.MsgspecError) as error:
                _logger.warning("a review failed: %s", type(error).__name__)
                job.problem = "the review could not be made"

    async def _make(self, job: _Job) -> None:
        program = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tilerummy.server.live.review_process",
            str(self._effort),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=1 << 24,
        )
        assert program.stdin and program.stdout and program.stderr
        try:
            program.stdin.write(job.text.encode())
            program.stdin.close()
            async for line in program.stdout:
                job.state = msgspec.json.decode(line, type=ReviewState)
            said = (await program.stderr.read()).decode(errors="replace").strip()
            if await program.wait():
                job.problem = said.splitlines()[-1] if said else "the review could not be made"
            elif job.record is not None:
                await self._archive.keep_review(job.record, msgspec.json.encode(job.state).decode())
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()


def _waits(job: _Job) -> bool:
    """Whether it has not begun."""
    return job.problem is None and not job.state.progress
