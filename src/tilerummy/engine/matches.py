"""Matches: rounds added up.

A match is as many rounds as were agreed; some booklets say as many as there are players,
most leave it open, and then it is over when the players say so. Every round has a seed of
its own, unrelated to the others, so that revealing one says nothing about the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.engine.errors import SetupError
from tilerummy.engine.scoring import Outcome
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Match", "Standing", "totals"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place in the ranking (tied seats share one) and its total."""

    place: int
    """1 for the highest total."""
    seat: int
    """Whose place it is."""
    total: int
    """The scores of all rounds added up."""


def totals(rows: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    """The scores of all rounds added up, seat by seat."""
    return tuple([sum([row[seat] for row in rows]) for seat in range(seats)])


@dataclass(frozen=True, slots=True)
class Match:
    """The scores of the rounds so far."""

    rules: Rulebook
    """What is played."""
    seats: int
    """How many seats there are."""
    length: int | None
    """How many rounds are to be played; None as long as nobody has agreed on that."""
    outcomes: tuple[Outcome, ...] = ()
    """How the rounds so far ended, in their order."""

    @staticmethod
    def begin(rules: Rulebook, seats: int, *, rounds: int | None = None) -> Match:
        """A new match over the agreed rounds, or as many as the rulebook says."""
        if rounds is not None and rounds < 1:
            raise SetupError(f"a match has at least one round, not {rounds}")
        if rounds is None and rules.match.rounds == "players":
            rounds = seats
        return Match(rules, seats, rounds)

    def add(self, outcome: Outcome) -> Match:
        """The match with one more round; a void round counts as played."""
        if self.over:
            raise SetupError("the match is over")
        if len(outcome.scores) != self.seats:
            raise SetupError(f"a score for each of {self.seats} seats is needed")
        return replace(self, outcomes=(*self.outcomes, outcome))

    @property
    def totals(self) -> tuple[int, ...]:
        """What every seat has so far."""
        return totals(tuple([outcome.scores for outcome in self.outcomes]), self.seats)

    @property
    def over(self) -> bool:
        """Whether all agreed rounds have been played."""
        return self.length is not None and len(self.outcomes) >= self.length

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest total; more than one if they are tied."""
        sums = self.totals
        return tuple([seat for seat in range(self.seats) if sums[seat] == max(sums)])

    @property
    def winner(self) -> int | None:
        """Who has won the match: nobody before its end, and nobody alone in a tie."""
        return self.leaders[0] if self.over and len(self.leaders) == 1 else None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All seats, best first; tied seats share a place."""
        sums = self.totals
        ranked = sorted(range(self.seats), key=lambda seat: -sums[seat])
        return tuple(
            [
                Standing(1 + sum([other > sums[seat] for other in sums]), seat, sums[seat])
                for seat in ranked
            ]
        )
