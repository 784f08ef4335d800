"""Means with their standard errors, and scores of forecasts."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt


def mean_of(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def error_of(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean, count = mean_of(values), len(values)
    return sqrt(sum([(value - mean) ** 2 for value in values]) / max(1, count * (count - 1)))


def brier(rows: Sequence[tuple[float, float]]) -> float:
    """The mean square of what a forecast was wrong by."""
    return mean_of([(chance - won) ** 2 for chance, won in rows])
