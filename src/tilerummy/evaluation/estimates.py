"""Estimates: figures that come with their standard error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

__all__ = ["Estimate", "mean_of"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error; an error of 0 means that it is counted, not guessed."""

    value: float
    error: float

    @property
    def exact(self) -> bool:
        """Whether nothing is left to chance."""
        return self.error == 0

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of independent observations.

    Observations that all agree still leave a doubt, which is larger the fewer they are: one
    more of them could have been the first to differ.
    """
    count = len(values)
    if not count:
        return Estimate(0.0, 1.0)
    mean = sum(values) / count
    spread = sum([(value - mean) ** 2 for value in values])
    if count == 1 or not spread:
        return Estimate(mean, 1 / (count + 2))
    return Estimate(mean, sqrt(spread / (count * (count - 1))))
