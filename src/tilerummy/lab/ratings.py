"""Ratings: Elo for a league, with error bars.

A round is evidence that its winner is stronger than each other player at the table. The ratings
are those under which the results of all rounds are most likely (Bradley and Terry), with
half a draw added to each pair so that a bot that always wins stays finite; their mean is
1500. The error is the spread of the ratings over resampled leagues (bootstrap over the deals), and
never less than what as many independent rounds could show: where a bot wins every round, all
resampled leagues are alike, which proves nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log, log10, sqrt

from msgspec import Struct

from tilerummy.bots import Dice
from tilerummy.lab.rounds import PlayedRound
from tilerummy.lab.statistics import mean_and_error

__all__ = ["Rating", "ratings"]

Beaten = dict[tuple[str, str], float]
_MEAN = 1500.0
_LEAGUES = 100
_STEPS = 500
_ENOUGH = 1e-6


class Rating(Struct, frozen=True):
    """A bot's Elo and its standard error, which is missing where a single deal was played."""

    bot: str
    elo: float
    standard_error: float | None


def ratings(rounds: Sequence[PlayedRound]) -> list[Rating]:
    """The rating of every bot, the strongest first."""
    names = sorted({name for played in rounds for name in played.players})
    if not names:
        return []
    deals: dict[tuple[tuple[str, ...], int], Beaten] = defaultdict(lambda: defaultdict(float))
    for played in rounds:
        if played.winner is None:
            continue
        beaten = deals[tuple(sorted(played.players)), played.deal]
        best = played.players[played.winner]
        for name in set(played.players):
            if name != best:
                beaten[best, name] += 1
    observed = [deals[key] for key in sorted(deals)]
    several = len({deal for _, deal in deals}) > 1
    elo = _fit(names, observed)
    dice = Dice(1)
    again: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(_LEAGUES if several else 0):
        drawn = _fit(names, [dice.choose(observed) for _ in observed])
        for name in names:
            again[name].append(drawn[name])
    least = _least_errors(elo, observed)
    found = [Rating(name, elo[name], _larger(_spread(again[name]), least[name])) for name in names]
    return sorted(found, key=lambda rating: -rating.elo)


def _spread(values: Sequence[float]) -> float | None:
    if not values:
        return None
    _, error = mean_and_error(values)
    return None if error is None else float(error * len(values) ** 0.5)


def _larger(spread: float | None, least: float) -> float | None:
    return None if spread is None else max(spread, least)


def _least_errors(elo: dict[str, float], deals: Iterable[Beaten]) -> dict[str, float]:
    """What independent rounds could tell of each rating, if all others were known."""
    told = dict.fromkeys(elo, 0.0)
    for deal in deals:
        for (best, other), count in deal.items():
            chance = 1 / (1 + 10 ** ((elo[other] - elo[best]) / 400))
            for name in (best, other):
                told[name] += count * chance * (1 - chance)
    # The mean of all ratings is fixed, so a bot's own share of an error is a little less.
    scale = 400 / log(10) * (len(elo) - 1) / len(elo)
    return {name: scale / sqrt(sum_) if sum_ else scale for name, sum_ in told.items()}


def _fit(names: Sequence[str], deals: Iterable[Beaten]) -> dict[str, float]:
    """Strengths of highest likelihood, each step making them more likely than the last."""
    wins: Beaten = defaultdict(float)
    for deal in deals:
        for pair, count in deal.items():
            wins[pair] += count
    games: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    won = dict.fromkeys(names, 0.0)
    for name in names:
        for other in names:
            met = wins[name, other] + wins[other, name]
            if other != name and met:
                games[name].append((other, met + 1))
                won[name] += wins[name, other] + 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_STEPS):
        before = dict(strength)
        for name in names:
            if games[name]:
                strength[name] = won[name] / sum(
                    met / (strength[name] + strength[other]) for other, met in games[name]
                )
        if all(abs(strength[name] / before[name] - 1) < _ENOUGH for name in names):
            break
    points = {name: 400 * log10(strength[name]) for name in names}
    middle = sum(points.values()) / len(names)
    return {name: _MEAN + value - middle for name, value in points.items()}
