"""Training the baseline: it plays greedy opponents and does more of what won (REINFORCE).

Rounds run side by side in the core, mirrored: the same deal with the learner in every seat. The
others lay the most tiles, which is what the bot greedy does. After a batch of rounds every
decision is made more likely if its round went better than such rounds usually do. Everything
follows from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilerummy.lab.baselines.policy import Floats, LinearPolicy, features
from tilerummy.lab.environments.layout import Choice
from tilerummy.lab.environments.vector import VectorEnvironment
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Batch", "Measured", "measure", "train"]

_POINT = 0.002
"""What a point counts beside a round won."""
_DECAY = 0.9, 0.999
_TINY = 1e-8


@dataclass(frozen=True, slots=True)
class Batch:
    """The policy after a batch, and how the batch's rounds went."""

    number: int
    rounds: int
    won: float
    points: float
    policy: LinearPolicy


@dataclass(frozen=True, slots=True)
class Measured:
    """Rounds against greedy players on mirrored deals: the share won, its standard error."""

    rounds: int
    won: float
    standard_error: float
    points: float


def train(
    rules: Rulebook,
    *,
    seats: int = 2,
    batches: int = 70,
    deals: int = 64,
    rate: float = 0.08,
    seed: int = 1,
) -> Iterator[Batch]:
    """Learn batch by batch, for as long as the caller asks for more."""
    chance = np.random.default_rng(seed)
    policy = LinearPolicy.new()
    first, second = np.zeros_like(policy.weights), np.zeros_like(policy.weights)
    env = VectorEnvironment(rules, deals * seats, seats=seats, restarts=False)
    usual = 1 / seats
    for number in range(1, batches + 1):
        names = [f"train {seed} {number} {deal}" for deal in range(deals)]
        slope, won, points = _gradient(env, policy, names, chance, usual)
        first = _DECAY[0] * first + (1 - _DECAY[0]) * slope
        second = _DECAY[1] * second + (1 - _DECAY[1]) * slope**2
        step = first / (1 - _DECAY[0] ** number)
        step /= np.sqrt(second / (1 - _DECAY[1] ** number)) + _TINY
        policy = LinearPolicy(policy.weights + rate * step)
        usual += 0.1 * (won.mean() + _POINT * points.mean() - usual)
        yield Batch(number, len(won), float(won.mean()), float(points.mean()), policy)


def measure(
    rules: Rulebook,
    policy: LinearPolicy,
    *,
    seats: int = 2,
    deals: int = 200,
    seed: str = "measure",
) -> Measured:
    """Play without chance in the choices; a deal is one observation."""
    env = VectorEnvironment(rules, deals * seats, seats=seats, restarts=False)
    names = [f"{seed} {deal}" for deal in range(deals)]
    won, points = _play(env, policy, names, None, [])
    shares = won.reshape(deals, seats).mean(axis=1)
    error = float(shares.std(ddof=1) / np.sqrt(deals)) or _least_error(float(shares.mean()), deals)
    return Measured(len(won), float(shares.mean()), error, float(points.mean()))


def _least_error(share: float, deals: int) -> float:
    """The error where all deals went the same way: as if two more had gone one way each."""
    likely = (share * deals + 1) / (deals + 2)
    return float(np.sqrt(likely * (1 - likely) / deals))


def _gradient(
    env: VectorEnvironment,
    policy: LinearPolicy,
    names: list[str],
    chance: np.random.Generator,
    usual: float,
) -> tuple[Floats, Floats, Floats]:
    """Which way to change the weights, and how the rounds went."""
    slopes: list[tuple[NDArray[np.intp], Floats]] = []
    won, points = _play(env, policy, names, chance, slopes)
    worth = won + _POINT * points - usual
    total = np.zeros_like(policy.weights)
    for rows, slope in slopes:
        total += worth[rows] @ slope
    return total / len(won), won, points


def _play(
    env: VectorEnvironment,
    policy: LinearPolicy,
    names: list[str],
    chance: np.random.Generator | None,
    slopes: list[tuple[NDArray[np.intp], Floats]],
) -> tuple[Floats, Floats]:
    """A round of every deal from every seat; with chance the slopes of all decisions."""
    seats = env.seats
    arrays = env.reset([name for name in names for _ in range(seats)])
    mine = np.tile(np.arange(seats, dtype=np.int32), len(names))
    won, points = np.zeros(len(mine)), np.zeros(len(mine))
    playing = np.ones(len(mine), bool)
    while playing.any():
        # The others lay the most tiles.
        actions = arrays.masks[:, Choice.MOST_TILES].astype(np.int32) * int(Choice.MOST_TILES)
        rows = np.flatnonzero(playing & (arrays.turns == mine))
        if len(rows):
            found, masks = features(arrays, rows), arrays.masks[rows]
            if chance is None:
                actions[rows] = policy.best(found, masks)
            else:
                likely = policy.chances(found, masks)
                chosen = (likely.cumsum(axis=1) > chance.random((len(rows), 1))).argmax(axis=1)
                actions[rows] = chosen
                taken = found[np.arange(len(rows)), chosen]
                slopes.append((rows, taken - np.einsum("ra,raf->rf", likely, found)))
        env.step(actions)
        ended = np.flatnonzero(arrays.over)
        points[ended] = arrays.rewards[ended, mine[ended]]
        won[ended] = points[ended] > 0
        playing[ended] = False
    return won, points
