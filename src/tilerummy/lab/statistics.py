"""Statistics: who won how often, and how surely.

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

from tilerummy.lab.rounds import PlayedRound

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
    for played in rounds:
        table = (tuple(sorted(played.players)), played.deal)
        for seat, name in enumerate(played.players):
            mine = deals.setdefault(name, defaultdict(_OneDeal))[table]
            mine.games += 1
            mine.wins += played.winner == seat
            mine.score += played.scores[seat]
    return [_standing(name, list(own.values())) for name, own in deals.items()]


def _standing(name: str, deals: list[_OneDeal]) -> Standing:
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
    )
