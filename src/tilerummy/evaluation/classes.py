"""Classes: what a loss of winning chance is called.

The borders are those of other games' reviewers: below a quarter of a percent a loss is
noise, up to three percent it is small, up to seven medium, above large. A turn is called
what it is at least: the lower end of its error bar decides. Where that end is within the
noise, the choices are about equal, whatever the figure says.

The accuracy of a turn falls with the loss of winning chance as chess players know it from
lichess; the accuracy of a round is the mean of the plain and the harmonic mean of its
turns, so that one bad blunder counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import exp
from typing import Final

from tilerummy.evaluation.estimates import Estimate

__all__ = [
    "BORDERS",
    "TurnClass",
    "accuracy_of",
    "class_of",
    "counted",
    "settled",
    "turn_accuracy",
]


class TurnClass(Enum):
    """How much of the chance to win a turn gave away."""

    ONLY = "only"
    """There was nothing to choose."""
    EQUAL = "equal"
    """Nothing was given away, or so little that it cannot be told."""
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


BORDERS: Final = (
    (0.0025, TurnClass.EQUAL),
    (0.03, TurnClass.SMALL),
    (0.07, TurnClass.MEDIUM),
)
_SURE: Final = 2.0
"""How many standard errors below the figure the lower end of its error bar lies."""
_CLEAR: Final = 1.0
_FINE: Final = 0.02
"""An error above this may hide something; a loss is not settled before."""


def class_of(loss: Estimate) -> TurnClass:
    """What the loss is at least."""
    return _named(loss.value - _SURE * loss.error)


def settled(loss: Estimate) -> bool:
    """Whether more deals would hardly change the class."""
    low = loss.value - _SURE * loss.error
    return loss.error <= _FINE and _named(low - _CLEAR * loss.error) is _named(
        low + _CLEAR * loss.error
    )


def counted(gain: Estimate) -> float:
    """What counts of a gain: nothing within its error, nearly all of one far beyond it.

    This is positive-part shrinkage (James and Stein): a single turn is not blamed for chance.
    """
    if gain.value <= gain.error:
        return 0.0
    return gain.value - gain.error**2 / gain.value


def _named(least: float) -> TurnClass:
    for border, name in BORDERS:
        if least <= border:
            return name
    return TurnClass.LARGE


def turn_accuracy(loss: float) -> float:
    """The accuracy of one turn, from 0 to 100."""
    return min(100.0, max(0.0, 103.17 * exp(-4.354 * loss) - 2.17))


def accuracy_of(losses: Sequence[float]) -> float:
    """The accuracy of a round; 100 where nothing was to be chosen."""
    turns = [turn_accuracy(loss) for loss in losses]
    if not turns:
        return 100.0
    harmonic = len(turns) / sum([1 / max(turn, 1.0) for turn in turns])
    return (sum(turns) / len(turns) + harmonic) / 2
