"""Learning: weights of a policy that decides between playing and waiting, found by play alone.

The policy of the core's play-outs weighs a few features of a turn (how many tiles go, how many are
left, the smallest rack of the others, the pool, jokers, the silence so far) and plays if the sum is
above zero. The cross-entropy method draws weights at random, lets each of them play mirrored rounds
against several opponents, and draws the next ones around the best. The same seed gives the same
weights, and every generation meets other deals than the one before. At the end the weights meet the
opponents on deals that no generation has seen.

    python -m tilerummy.lab.learning --seed 1 --out weights.json
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tilerummy.bots.greedy import GREEDY
from tilerummy.engine.shuffle import seed_text
from tilerummy.engine.start import deal_tiles
from tilerummy.lab.statistics import mean_and_error
from tilerummy.rules import rulebook
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver.playouts import Hands, Moment, Policy, play_out

__all__ = ["FEATURES", "Learned", "learn", "share_won"]

FEATURES: Final = (
    "always",
    "tiles",
    "left",
    "smallest other rack",
    "pool",
    "jokers held",
    "silent turns",
    "left below eight",
    "jokers played",
)
_MEAN: Final = np.array([-300.0, 30, 10, 0, 0, 0, 0, 0, -200])
_SPREAD: Final = np.array([300.0, 60, 40, 30, 8, 60, 60, 40, 150])
_BEST: Final = 0.25
"""The share of a generation around which the next one is drawn."""
_KEPT: Final = 0.5
"""How much of the old mean and spread goes into the new ones."""


class Learned(Struct, frozen=True):
    """What was learned, and how."""

    weights: dict[str, int]
    rules: str
    seats: int
    seed: int
    generations: int
    population: int
    deals: int
    against: tuple[tuple[str, float, float | None], ...]
    """Each opponent, the share of rounds won against it on fresh deals, and its error."""


def share_won(
    own: Policy, other: Policy, rules: Rulebook, seats: int, seeds: Sequence[str]
) -> tuple[float, float | None]:
    """How often a seat of the one policy wins among others, with its error, on mirrored deals."""
    dealt = [deal_tiles(rules, seats, seed_text(seed), 0) for seed in seeds]
    hands = [Hands(deal.racks, deal.pool) for deal in dealt]
    won = [0] * len(seeds)
    for seat in range(seats):
        seated = [own if place == seat else other for place in range(seats)]
        for deal, end in enumerate(play_out(Moment(rules, (), 0), hands, seated)):
            won[deal] += end.winner == seat
    return mean_and_error([count / seats for count in won])


def learn(
    start: Policy,
    opponents: Sequence[Policy],
    rules: Rulebook,
    *,
    seats: int,
    generations: int,
    population: int,
    deals: int,
    seed: int,
) -> Policy:
    """The policy with the mean of the weights after this many generations."""
    chance = np.random.default_rng(seed)
    mean, spread = _MEAN.copy(), _SPREAD.copy()
    for generation in range(generations):
        seeds = [f"learning/{seed}/{generation}/{deal}" for deal in range(deals)]
        drawn = np.rint(chance.normal(mean, spread, (population, len(FEATURES)))).astype(int)
        worth = [
            sum(share_won(_with(start, row), other, rules, seats, seeds)[0] for other in opponents)
            for row in drawn
        ]
        best = drawn[np.argsort(worth)[::-1][: max(2, round(_BEST * population))]]
        mean = _KEPT * mean + (1 - _KEPT) * best.mean(axis=0)
        spread = _KEPT * spread + (1 - _KEPT) * best.std(axis=0)
        print(
            f"generation {generation + 1}: mean {100 * np.mean(worth) / len(opponents):.1f} %, "
            f"best {100 * max(worth) / len(opponents):.1f} %",
            flush=True,
        )
    return _with(start, np.rint(mean).astype(int))


def _with(policy: Policy, weights: NDArray[np.int_]) -> Policy:
    return replace(policy, weights=tuple([int(weight) for weight in weights]))


def main() -> None:
    """Learn, and write the weights with a record of how they were made."""
    parser = argparse.ArgumentParser(description="Learn when to play and when to wait.")
    parser.add_argument("--rules", default="ravensburger-travel-de")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--generations", type=int, default=15)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--deals", type=int, default=25)
    parser.add_argument("--check", type=int, default=200, help="fresh deals at the end")
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    rules = rulebook(chosen.rules)
    start = Policy(keep_jokers=True, patience=4, stints=True, hands=chosen.hands)
    named = {
        "greedy": GREEDY,
        "builder": replace(start, wait=3, hold=20),
    }
    found = learn(
        start,
        tuple(named.values()),
        rules,
        seats=chosen.seats,
        generations=chosen.generations,
        population=chosen.population,
        deals=chosen.deals,
        seed=chosen.seed,
    )
    fresh = [f"fresh/{chosen.seed}/{deal}" for deal in range(chosen.check)]
    against = [
        (name, *share_won(found, other, rules, chosen.seats, fresh))
        for name, other in named.items()
    ]
    record = Learned(
        weights=dict(zip(FEATURES, found.weights, strict=True)),
        rules=chosen.rules,
        seats=chosen.seats,
        seed=chosen.seed,
        generations=chosen.generations,
        population=chosen.population,
        deals=chosen.deals,
        against=tuple(against),
    )
    text = msgspec.json.format(msgspec.json.encode(record), indent=2)
    if chosen.out is not None:
        chosen.out.write_bytes(text + b"\n")
    print(text.decode())


if __name__ == "__main__":
    main()
