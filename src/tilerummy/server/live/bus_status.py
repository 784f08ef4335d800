"""Status of the bus: one log line when a part of it fails, and one when all of it works again."""

from __future__ import annotations

import logging
import time
from typing import Final

__all__ = ["BusStatus"]

_logger: Final = logging.getLogger(__name__)


class BusStatus:
    """Which parts of the bus have failed."""

    def __init__(self) -> None:
        self._parts: set[str] = set()
        self._since = 0.0

    def failed(self, part: str, error: BaseException) -> None:
        """A part has failed."""
        if not self._parts:
            self._since = time.monotonic()
            reason = type(error).__name__
            _logger.warning("bus lost (%s); servers read news from the database", reason)
        self._parts.add(part)

    def recovered(self, part: str) -> None:
        """A part works, perhaps again."""
        if part not in self._parts:
            return
        self._parts.discard(part)
        if not self._parts:
            _logger.warning("bus is back, after %.1f s", time.monotonic() - self._since)
