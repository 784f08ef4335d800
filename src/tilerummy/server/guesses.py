"""Guesses: who asks for rooms that do not exist, and how often.

Whoever knows the code of a room may enter it, so nobody may find codes by trying many.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

__all__ = ["Guesses"]

_MOST: Final = 60
_WINDOW: Final = 60.0


class Guesses:
    """How many wrong codes came from each address in the last minute or so."""

    def __init__(self) -> None:
        self._wrong: Counter[str] = Counter()
        self._since = 0.0

    def missed(self, address: str, now: float) -> None:
        """That address asked for a room that is not there."""
        self._forget(now)
        self._wrong[address] += 1

    def too_many(self, address: str, now: float) -> bool:
        """Whether that address has to wait."""
        self._forget(now)
        return self._wrong[address] >= _MOST

    def _forget(self, now: float) -> None:
        if now - self._since >= _WINDOW:
            self._wrong.clear()
            self._since = now
