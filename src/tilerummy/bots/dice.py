"""Random numbers of bots.

SplitMix64, the generator of the play-outs in the core, so that bots in Python can draw the same
numbers. They are not for secrets: deals are shuffled in `engine/shuffle.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Dice"]

_MASK = (1 << 64) - 1
_Item = TypeVar("_Item")


class Dice:
    """A stream of random numbers that its seed decides."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """A number of 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1: the upper bits of a product, which is fair enough here."""
        return (self.next() * n) >> 64

    def chance(self, probability: float) -> bool:
        """True with that probability."""
        return self.next() < probability * (1 << 64)

    def choose(self, items: Sequence[_Item]) -> _Item:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[_Item]) -> None:
        """Shuffle the list in place, from its end (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
