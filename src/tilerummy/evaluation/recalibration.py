"""Recalibration: from the share of play-outs that were won to a chance that can be believed.

Play-outs are surer than they should be: everybody is taken to go on in one of a few styles, and who
plays how is known only after some turns. Where none of them is won, a fifth of the rounds are. The
chance is a logistic function of that share, of the number of seats, of the styles that seem likely
for the player and for the others, and of what the player sees: its jokers, its tiles, the smallest
other rack, and whether there are special jokers. It rises with the share, so it never changes which
choice of a turn is the better one. What is counted out stays as it is.

The share enters as an angle, the arc sine of its root: chance moves that by as much wherever the
share is, so a few deals tell the same chance on average as many do.

The numbers were fitted by `python -m benchmarks.recalibration`, which tells how; see
docs/evaluation.md for the figures on rounds that had no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, exp, log, sqrt
from typing import Final

from tilerummy.engine.views import View
from tilerummy.evaluation.estimates import Estimate, mean_of
from tilerummy.evaluation.outcomes import dear

__all__ = ["Recalibration", "angle_of", "marks_of"]

_SLOPE: Final = 0.726
_SEATS: Final = 0.91
_OWN: Final = (-0.57, -1.96, -0.32, 0.07, -0.28, 0.05, -0.04, 2.07)
"""For the styles of the player, the weakest first."""
_OTHERS: Final = (-0.33, 4.10, -0.51, -0.75, 0.16, -0.47, 0.50, -3.70)
"""For the styles of the others."""
_SEEN: Final = (0.62, -0.07, -0.15)
"""For the jokers, the own tiles and those of the smallest other rack."""
_SPECIAL: Final = -0.25
"""For a game with special jokers."""
_WEIGHTS: Final = (_SEATS, *_OWN, *_OTHERS, *_SEEN, _SPECIAL)


def angle_of(wins: float, deals: int) -> float:
    """The share of play-outs won, as an angle from 0 to a quarter turn."""
    return asin(sqrt(wins / deals))


def marks_of(view: View, styles: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """What the chance depends on beside the play-outs: all of it is known to the player."""
    others = [seat for seat in range(view.seats) if seat != view.turn]
    shares = [sum([styles[seat][place] for seat in others]) for place in range(len(styles[0]))]
    sizes = [view.rack_sizes[seat] for seat in others if seat not in view.left]
    return (
        -log(view.seats - 1),
        *styles[view.turn],
        *[share / len(others) for share in shares],
        float(sum([tile.is_joker for tile in view.rack])),
        log(len(view.rack) + 1),
        log(min(sizes, default=0) + 1),
        float(dear(view.rules)),
    )


class Recalibration:
    """The chances of one turn."""

    def __init__(self, view: View, styles: Sequence[Sequence[float]]) -> None:
        marks = marks_of(view, styles)
        self._offset = sum([w * mark for w, mark in zip(_WEIGHTS, marks, strict=True)])

    def chance(self, won: Sequence[float]) -> Estimate:
        """The chance after so many play-outs, with the standard error that their number leaves."""
        if not won:
            return mean_of(won)
        odds = exp(self._offset + _SLOPE * angle_of(sum(won), len(won)))
        chance = odds / (1 + odds)
        # The standard error of the angle is the same for every share.
        return Estimate(chance, _SLOPE * chance * (1 - chance) / (2 * sqrt(len(won))))
