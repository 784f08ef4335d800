"""Scoring: what the racks cost at the end of a round, and who gets it.

Losers pay what is left on their racks and the winner gets the sum, so every round adds up
to zero. When nobody goes out, the lowest rack wins: the others pay the difference to it,
or, in some booklets, their whole rack. Fewer tiles break a tie, then the order of turns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from tilerummy.rules.rulebook import BlockedScore, Rulebook
from tilerummy.rules.tiles import Tile

__all__ = ["EndReason", "Outcome", "score_alone", "score_blocked", "score_out", "score_void"]


class EndReason(Enum):
    """Why a round is over."""

    OUT = "out"
    """Somebody laid their last tile."""
    BLOCKED = "blocked"
    """The pool is empty and nobody lays any more, or everybody had their last turn."""
    VOID = "void"
    """The round does not count."""
    ALONE = "alone"
    """All others left."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: why, who won, and the score of each seat."""

    reason: EndReason
    """Why the round is over."""
    winner: int | None
    """The seat that won; None if the round is void."""
    scores: tuple[int, ...]
    """What each seat gets (positive) or pays; they add up to zero."""

    @property
    def adds_up(self) -> bool:
        """The check of the booklets: what the winner gets is what the others pay."""
        return sum(self.scores) == 0


def score_out(rules: Rulebook, racks: Sequence[Collection[Tile]], out: int) -> Outcome:
    """Somebody went out: the others pay their racks."""
    return _paid(EndReason.OUT, [rules.rack_points(rack) for rack in racks], out)


def score_alone(rules: Rulebook, racks: Sequence[Collection[Tile]], last: int) -> Outcome:
    """All others left: they pay their racks to the one who stayed."""
    return _paid(EndReason.ALONE, [rules.rack_points(rack) for rack in racks], last)


def score_void(seats: int) -> Outcome:
    """The round does not count."""
    return Outcome(EndReason.VOID, None, (0,) * seats)


def score_blocked(
    rules: Rulebook,
    racks: Sequence[Collection[Tile]],
    *,
    start: int = 0,
    left: Collection[int] = (),
) -> Outcome:
    """Nobody went out: the lowest rack wins, as the rulebook counts it.

    A player who left can neither win nor gain from a difference.
    """
    seats = len(racks)
    if rules.scoring.blocked is BlockedScore.VOID:
        return score_void(seats)
    points = [rules.rack_points(rack) for rack in racks]
    winner = min(
        (seat for seat in range(seats) if seat not in left),
        key=lambda seat: (points[seat], len(racks[seat]), (seat - start) % seats),
    )
    if rules.scoring.blocked is BlockedScore.DIFFERENCE:
        points = [max(0, paid - points[winner]) for paid in points]
    return _paid(EndReason.BLOCKED, points, winner)


def _paid(reason: EndReason, points: list[int], winner: int) -> Outcome:
    scores = [-paid for paid in points]
    scores[winner] = 0
    scores[winner] = -sum(scores)
    return Outcome(reason, winner, tuple(scores))
