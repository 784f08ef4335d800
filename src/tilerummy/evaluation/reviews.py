"""Reviews: finished rounds, turn by turn, for every player.

Every turn is judged by what its player could know: the view of that moment, in which
other racks and the pool are closed. Beside it stands what chance did, in the deal and in
every draw. For each player

    start + luck + skill = result

where `start` is an equal share, `result` 1 for the winner and 0 for the others, `luck`
what `tilerummy.evaluation.luck` counts, and `skill` all the rest: what everybody's choices
made of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.engine.actions import Action
from tilerummy.evaluation.analysis import Choice
from tilerummy.evaluation.classes import TurnClass, accuracy_of
from tilerummy.evaluation.luck import Luck
from tilerummy.evaluation.reasons import Reason
from tilerummy.rules.tiles import Tile

__all__ = ["MatchReview", "PlayerReview", "RoundReview", "TurnReview", "account_of"]

_TURNING_POINTS = 3
_MOST_COUNTED = 0.2
"""The most that a single turn adds to the sum of which the mean loss is made."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn: what was done and what would have been best."""

    number: int
    """The place of the action in the record, from 1."""
    seat: int
    action: Action
    played: str
    chance: float
    best: str
    best_action: Action
    best_chance: float
    loss: float
    """What the turn gave away for certain enough to be told: shrunk towards 0 by its error."""
    gain: float
    """By how much the best rival was ahead on fresh deals, as it was found."""
    behind: float
    """By how much a model player's choice did better, on average (below 0: worse)."""
    given: float
    """What the turn is expected to have given away if its player goes on well."""
    error: float
    """The standard error of the gain; of the chance, where there was no choice."""
    name: TurnClass
    choices: tuple[Choice, ...]
    most: tuple[Tile, ...]
    """The most tiles that could have been laid, which is not the same as the best turn."""
    luck: float
    """What the tile drawn was worth to the player; 0 without a draw."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A round of one player in figures."""

    player: str
    seat: int
    start: float
    deal: float
    """The part of the luck that came with the deal."""
    luck: float
    luck_error: float
    skill: float
    result: float
    mean_loss: float
    """What a turn of the player is expected to have given away: the mean over all its turns.

    A turn gives away what its choice is worth less than those of both model players, which follow
    the strongest simple ways to play that we know (`tilerummy.evaluation.models`), or less than a
    better one that was told. What cannot be known for certain counts as much as is to be expected
    (`tilerummy.evaluation.classes`). No turn counts for more than a fifth of a round: otherwise a
    single missed way out would say more about a player than all other turns together.
    """
    accuracy: float
    """From 0 to 100."""

    @property
    def adjusted(self) -> float:
        """The result without luck."""
        return self.result - self.luck


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A round: its players, its turns, and how far the review has come (1: settled)."""

    players: tuple[PlayerReview, ...]
    turns: tuple[TurnReview, ...]
    progress: float

    @property
    def turning_points(self) -> tuple[TurnReview, ...]:
        """The three turns that gave away the most, the worst first."""
        faults = [t for t in self.turns if t.name not in (TurnClass.ONLY, TurnClass.EQUAL)]
        return tuple(sorted(faults, key=lambda turn: -turn.loss)[:_TURNING_POINTS])

    def curve(self, seat: int) -> tuple[tuple[int, float], ...]:
        """The chance of a player after each of its turns, by the number of the turn."""
        return tuple([(turn.number, turn.chance) for turn in self.turns if turn.seat == seat])


@dataclass(frozen=True, slots=True)
class MatchReview:
    """All rounds of a record."""

    rounds: tuple[RoundReview, ...]
    """The rounds in their order."""
    progress: float
    """How much of the work is done, from 0 to 1."""

    @property
    def adjusted(self) -> tuple[float, ...]:
        """For each seat how many rounds it would have won without luck."""
        rows = [[player.adjusted for player in played.players] for played in self.rounds]
        return tuple([sum(column) for column in zip(*rows, strict=True)])


def account_of(
    player: str,
    seat: int,
    seats: int,
    winner: int | None,
    turns: tuple[TurnReview, ...],
    deal: Luck,
    draws: tuple[Luck, ...],
) -> PlayerReview:
    """The figures of one player, which add up."""
    start = 1 / seats
    result = start if winner is None else float(winner == seat)
    luck = deal.gains[seat] + sum([draw.gains[seat] for draw in draws])
    error = (deal.error**2 + sum([draw.error**2 for draw in draws])) ** 0.5
    own = [turn for turn in turns if turn.seat == seat]
    mean_loss = sum([min(turn.given, _MOST_COUNTED) for turn in own]) / max(1, len(own))
    return PlayerReview(
        player=player,
        seat=seat,
        start=start,
        deal=deal.gains[seat],
        luck=luck,
        luck_error=error,
        skill=result - start - luck,
        result=result,
        mean_loss=mean_loss,
        accuracy=accuracy_of(mean_loss),
    )
