"""The reference clock: the time of the database, as estimated by this server.

Servers that share rooms stamp entries and work out deadlines by one clock, or a player would have
more time on one server than on another. Each asks the database what time it is and counts on from
there with its monotonic clock, so neither a wrong wall clock nor one that is set meanwhile matters.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

__all__ = ["ReferenceClock"]

_DRIFT: Final = 0.0005
"""How much faster or slower than another a clock may run: an old answer is worth less."""


class ReferenceClock:
    """Milliseconds since the epoch; before the first answer, by this machine's wall clock."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ahead = time.time() - monotonic()
        self._asked: float | None = None
        self._error = 0.0

    def __call__(self) -> int:
        """What time it is."""
        return int((self._monotonic() + self._ahead) * 1000)

    def answered(self, asked: float, now: int) -> None:
        """The database said that it is `now`, when asked at that moment of the monotonic clock.

        It looked at its clock some time between question and answer: half of that is the error. An
        answer counts if it is more exact than the last one has become by now.
        """
        here = self._monotonic()
        error = (here - asked) / 2
        if self._asked is None or error <= self._error + _DRIFT * (here - self._asked):
            self._asked, self._error = asked, error
            self._ahead = now / 1000 - (asked + here) / 2
