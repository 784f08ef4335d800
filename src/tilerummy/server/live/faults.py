"""Faults: one line in the log when something breaks, and one when all of it works again."""

from __future__ import annotations

import logging
import time
from typing import Final

__all__ = ["Faults"]

_logger: Final = logging.getLogger(__name__)


class Faults:
    """What of the bus does not work at the moment."""

    def __init__(self) -> None:
        self._parts: set[str] = set()
        self._since = 0.0

    def note(self, part: str, error: BaseException) -> None:
        """A part does not work."""
        if not self._parts:
            self._since = time.monotonic()
            reason = type(error).__name__
            _logger.warning("bus lost (%s); servers read news from the database", reason)
        self._parts.add(part)

    def clear(self, part: str) -> None:
        """A part works."""
        if part not in self._parts:
            return
        self._parts.discard(part)
        if not self._parts:
            _logger.warning("bus is back, after %.1f s", time.monotonic() - self._since)
