"""Calibration: from the share of play-outs won to the chance to win.

Play-outs know the others only by their styles, so their shares lie too near the middle, and
they let the player whose turn it is go on better than it may. In rounds between different bots
the odds were e^-0.4 times the 1.5th power of those shares' odds (540 turns of 180 rounds, 2 to 4
seats, three rulebooks). The map is the same for everybody and keeps 0, 1 and every order.
"""

from __future__ import annotations

from math import exp
from typing import Final

from tilerummy.evaluation.estimates import Estimate

__all__ = ["calibrated", "calibrated_gain"]

_FACTOR: Final = exp(-0.4)
_POWER: Final = 1.5
_NARROW: Final = 1e-3


def calibrated(share: Estimate) -> Estimate:
    """The chance to win, if that share of the play-outs is won."""
    if share.exact:
        return share
    return Estimate(_chance(share.value), share.error * _slope(share.value))


def calibrated_gain(share: float, gain: Estimate) -> Estimate:
    """By how much the chance rises, if the share of play-outs won rises by so much from there."""
    if gain.exact:
        return gain
    after = min(1.0, max(0.0, share + gain.value))
    slope = _slope((share + after) / 2)
    return Estimate(_chance(after) - _chance(share), gain.error * slope)


def _chance(share: float) -> float:
    if not 0 < share < 1:
        return share
    odds: float = _FACTOR * (share / (1 - share)) ** _POWER
    return odds / (1 + odds)


def _slope(share: float) -> float:
    """How steep the map is; near its ends it is taken a little inside."""
    inside = min(1 - 0.02, max(0.02, share))
    return (_chance(inside + _NARROW) - _chance(inside - _NARROW)) / (2 * _NARROW)
