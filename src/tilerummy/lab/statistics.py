"""Statistics: win rates and their standard errors.

The rounds of one mirrored deal are not independent of each other, so a deal is one
observation: the bot's mean over the deal's rounds. The standard error is that of the mean
over the deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from msgspec import Struct

from tilerummy.lab.rounds import Habits, PlayedRound

__all__ = ["Standing", "mean_and_error", "standings"]


class Standing(Struct, frozen=True):
    """What a bot achieved; standard errors are missing where a single deal was played."""

    bot: str
    games: int
    wins: int
    win_rate: float
    standard_error: float | None
    mean_score: float
    score_error: float | None
    turns_with_play: float | None = None
    """The share of its turns in which it laid."""
    silent_streak: int | None = None
    """The longest run of turns in which it could have laid and did not."""
    largest_play: int | None = None
    """The most tiles it laid in one turn."""


@dataclass(slots=True)
class _OneDeal:
    games: int = 0
    wins: int = 0
    score: int = 0


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean of independent observations and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, None
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, sqrt(spread / count)


def standings(rounds: Iterable[PlayedRound]) -> list[Standing]:
    """Every bot's figures, in the order in which the bots first appear."""
    deals: dict[str, dict[tuple[tuple[str, ...], int], _OneDeal]] = {}
    habits: dict[str, list[Habits]] = {}
    for played in rounds:
        for name, seen in zip(played.players, played.habits, strict=False):
            habits.setdefault(name, []).append(seen)
        table = (tuple(sorted(played.players)), played.deal)
        for seat, name in enumerate(played.players):
            mine = deals.setdefault(name, defaultdict(_OneDeal))[table]
            mine.games += 1
            mine.wins += played.winner == seat
            mine.score += played.scores[seat]
    return [
        _standing(name, list(own.values()), habits.get(name, [])) for name, own in deals.items()
    ]


def _standing(name: str, deals: list[_OneDeal], habits: list[Habits]) -> Standing:
    rate, rate_error = mean_and_error([deal.wins / deal.games for deal in deals])
    score, score_error = mean_and_error([deal.score / deal.games for deal in deals])
    return Standing(
        bot=name,
        games=sum(deal.games for deal in deals),
        wins=sum(deal.wins for deal in deals),
        win_rate=rate,
        standard_error=rate_error,
        mean_score=score,
        score_error=score_error,
        turns_with_play=_share(habits),
        silent_streak=max([seen.silent_streak for seen in habits], default=None),
        largest_play=max([seen.largest_play for seen in habits], default=None),
    )


def _share(habits: list[Habits]) -> float | None:
    turns = sum(seen.turns for seen in habits)
    return sum(seen.plays for seen in habits) / turns if turns else None
