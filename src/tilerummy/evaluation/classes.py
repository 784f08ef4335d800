"""Classes: what a loss of winning chance is called.

The borders are those of other games' reviewers: below a quarter of a percent a loss is
noise, up to three percent it is small, up to seven medium, above large. A turn is called
what it is at least: the lower end of its error bar decides. Where that end is within the
noise, the choices are about equal, whatever the figure says. An error bar spans three standard
errors, and four percent at least, however many deals there were: chances rest on how people
are taken to go on.

The accuracy of a turn falls with the loss of winning chance as chess players know it from
lichess. A turn decides less here than a move there, so the accuracy of a round is that of
what five turns gave away on average.
"""

from __future__ import annotations

from enum import Enum
from math import erf, exp, pi, sqrt
from typing import Final

from tilerummy.evaluation.estimates import Estimate

__all__ = [
    "BORDERS",
    "TurnClass",
    "accuracy_of",
    "class_of",
    "counted",
    "expected",
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
_SURE: Final = 3.0
"""How many standard errors below the figure the lower end of its error bar lies."""
_ASSUMED: Final = 0.04
"""The least that an error bar spans: what other assumptions about the players would change."""
_SPREAD: Final = 0.03
"""How far a choice that is not the model player's is taken to be from it, before any deal."""
_LIKELY: Final = 1.5
_TURNS: Final = 5


def class_of(loss: Estimate) -> TurnClass:
    """What the loss is at least."""
    return _named(loss.value - _bar(loss))


def settled(loss: Estimate) -> bool:
    """Whether more deals would hardly change the class."""
    shift = _LIKELY * loss.error
    return _named(loss.value - shift - _bar(loss)) is _named(loss.value + shift - _ASSUMED)


def _bar(loss: Estimate) -> float:
    return max(_SURE * loss.error, _ASSUMED)


def counted(gain: Estimate) -> float:
    """What counts of a gain: nothing within its error, nearly all of one far beyond it.

    This is positive-part shrinkage (James and Stein): a single turn is not blamed for chance.
    """
    if gain.value <= gain.error:
        return 0.0
    return gain.value - gain.error**2 / gain.value


def expected(behind: Estimate) -> float:
    """What a choice is expected to give away, if it fell so far behind that of the model player.

    The figure is not the whole truth: deals leave it to chance, and other assumptions about the
    players would change it. Before any deal, such a choice is taken to be as good as the model
    player's, give or take a little. Both together make a normal distribution of what the choice is
    worth less (Bayes' rule); the mean of its positive part is what was given away. The more deals
    there are, the more the figure decides.
    """
    doubt = behind.error**2 + _ASSUMED**2
    variance = 1 / (1 / doubt + 1 / _SPREAD**2)
    mean = variance * behind.value / doubt
    steps = mean / sqrt(variance)
    below = (1 + erf(steps / sqrt(2))) / 2
    return mean * below + sqrt(variance) * exp(-steps * steps / 2) / sqrt(2 * pi)


def _named(least: float) -> TurnClass:
    for border, name in BORDERS:
        if least <= border:
            return name
    return TurnClass.LARGE


def turn_accuracy(loss: float) -> float:
    """The accuracy of one turn, from 0 to 100."""
    return min(100.0, max(0.0, 103.17 * exp(-4.354 * loss) - 2.17))


def accuracy_of(mean_loss: float) -> float:
    """The accuracy of a round: that of a turn which gives away what five of its turns do."""
    return turn_accuracy(_TURNS * mean_loss)
