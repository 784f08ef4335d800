"""Recalibration: from the share of play-outs that were won to a chance that can be believed.

Play-outs are surer than they should be: everybody is taken to go on in one of a few styles, and
who plays how is known only after some turns. So 4 % of play-outs won means a chance of 17 %. The
chance is a logistic function of that share, on the scale of log odds, of the number of seats, of
the styles that seem likely for the player and for the others, and of what the player sees:
its jokers, its tiles and the smallest other rack. It rises with the share, so it never changes
which choice of a turn is the better one. What is counted out stays as it is.

The numbers were fitted by `python -m benchmarks.recalibration`, which tells how; see
docs/evaluation.md for the figures on rounds that had no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from tilerummy.engine.views import View
from tilerummy.evaluation.estimates import Estimate, mean_of

__all__ = ["DOUBT", "Recalibration", "log_odds", "marks_of"]

DOUBT: Final = 2.0
"""An equal share counts as much as so many deals, so that a few deals are never certain."""
_SLOPE: Final = 0.401
_SEATS: Final = 0.44
_OWN: Final = (0.46, -1.11, -0.16, -0.07, -0.52, 0.34, 0.00, 1.73)
"""For the styles of the player, the weakest first."""
_OTHERS: Final = (0.04, 2.31, 0.08, 0.74, 0.70, 0.31, -1.18, -2.32)
"""For the styles of the others."""
_SEEN: Final = (0.47, -0.49, 0.33)
"""For the jokers, the own tiles and those of the smallest other rack."""
_WEIGHTS: Final = (_SEATS, *_OWN, *_OTHERS, *_SEEN)


def log_odds(wins: float, deals: int, seats: int) -> float:
    """The share of play-outs won, as the logarithm of its odds."""
    won = wins + DOUBT / seats
    return log(won / (deals + DOUBT - won))


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
    )


class Recalibration:
    """The chances of one turn."""

    def __init__(self, view: View, styles: Sequence[Sequence[float]]) -> None:
        self._seats = view.seats
        marks = marks_of(view, styles)
        self._offset = sum([w * mark for w, mark in zip(_WEIGHTS, marks, strict=True)])

    def chance(self, won: Sequence[float]) -> Estimate:
        """The chance after so many play-outs, with the standard error that their number leaves."""
        if not won:
            return mean_of(won)
        found, share = mean_of(won), (sum(won) + DOUBT / self._seats) / (len(won) + DOUBT)
        odds = exp(self._offset + _SLOPE * log_odds(sum(won), len(won), self._seats))
        chance = odds / (1 + odds)
        steepness = _SLOPE * chance * (1 - chance) / (share * (1 - share))
        return Estimate(chance, found.error * steepness)
