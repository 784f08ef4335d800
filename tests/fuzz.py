"""Look for wrong answers of the solver with random positions, for as long as you like.

    python -m tests.fuzz [--seconds N] [--seed S] [--rules ID ...]

Small positions under every rulebook go to brute force and the judge: the best play by tiles, by
points and by random weights, the k best plays, plays that keep tiles, going out. One in thirty
is a table from a whole game or a hard one and goes to CP-SAT, with the duties towards jokers
lifted. A failure is made smaller and printed. `make fuzz FUZZ="--seconds 600"` runs it.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from time import monotonic
from types import FrameType

from benchmarks.positions.make import games, hard
from benchmarks.positions.records import without_duties
from tests.differential import compare
from tests.oracle import brute, cpsat
from tests.oracle.positions import small_position
from tests.oracle.program import Undecided, Weigh
from tilerummy.rules import RULEBOOK_IDS, JokerKind, Position, Rulebook, Tile, rulebook
from tilerummy.rules.tiles import in_order, joker
from tilerummy.solver import solve

PATIENCE = 10
"""How many seconds an oracle gets for one position."""


class TooSlow(Exception):
    """An oracle took too long; the position is left alone."""


@contextmanager
def patience(seconds: int) -> Iterator[None]:
    """Give up on what happens inside after some seconds."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def random_weigh(position: Position, random: Random) -> Weigh:
    """Most tiles, most points, or a weight for each tile, some of them negative.

    Plain jokers have one weight, whatever colour they are printed in.
    """
    if random.random() < 0.6:
        return compare.WEIGHS[random.choice(("tiles", "points"))]
    weights = {tile: random.randint(-10, 30) for tile in dict.fromkeys(position.rack)}
    weights[joker()] = random.randint(-10, 30)

    def weigh(tile: Tile) -> int:
        return weights.get(joker() if tile.joker is JokerKind.NORMAL else tile, 0)

    return weigh


def small_failure(names: list[str], random: Random) -> str | None:
    """Ask one question about one small position."""
    rules = rulebook(random.choice(names))
    position = small_position(rules, random, opened=random.random() < 0.7)
    weigh = random_weigh(position, random)
    question = random.choice(("best", "best", "best", "ranking", "keep", "out"))
    if question == "ranking":
        wrong = compare.ranking_against_brute_force(position, weigh, random.randint(2, 5))
    elif question == "out":
        wrong = compare.going_out_against_brute_force(position)
    elif question == "keep":
        wrong = kept_tiles_failure(position, weigh, random)
    else:
        wrong = compare.against_brute_force(position, weigh)
        if wrong:
            position = compare.shrunk(position, weigh)
            wrong = compare.against_brute_force(position, weigh)
    return f"{question}: {compare.described(position, weigh, wrong)}" if wrong else None


def kept_tiles_failure(position: Position, weigh: Weigh, random: Random) -> list[str]:
    """Ask for the best play that leaves one or two tiles on the rack."""
    keep = random.sample(position.rack, random.randint(1, 2))
    rest = in_order((Counter(position.rack) - Counter(keep)).elements())
    expected = brute.best(replace(position, rack=rest), weigh, limit=5_000)
    solution = solve(position, compare.objective_of(weigh), keep=keep)
    wrong = compare.complaints(position, solution, weigh, expected.value)
    if Counter(solution.laid) - Counter(rest):
        wrong.append("a tile to be kept is laid")
    return [f"keeping {' '.join(map(str, keep))}", *wrong] if wrong else []


def large_failure(streams: list[Iterator[Position]], random: Random) -> str | None:
    """Ask about one position from a game, or a hard one."""
    position = next(random.choice(streams))
    weigh = random_weigh(position, random)
    expected = cpsat.best(position, weigh, seconds=PATIENCE)
    solution = solve(position, compare.objective_of(weigh))
    wrong = compare.complaints(position, solution, weigh, expected.value)
    return f"large: {compare.described(position, weigh, wrong)}" if wrong else None


def hard_ones(rules: Rulebook, random: Random) -> Iterator[Position]:
    """Hard positions; with all special jokers in play nearly every rack can be laid at once."""
    if rules.tiles.jokers.mirror:
        return hard(rules, random, least=15, most=35, jokers_in_play=3)
    return hard(rules, random, least=40, most=80)


def main(seconds: float, seed: int, names: list[str]) -> int:
    random = Random(seed)
    freed = [without_duties(name) for name in names]
    streams = [games(rules, random, share=0.3) for rules in freed]
    streams += [hard_ones(rules, random) for rules in freed]
    counts = Counter[str]()
    end = monotonic() + seconds
    while monotonic() < end:
        try:
            large = random.random() < 1 / 30
            if large:
                failure = large_failure(streams, random)
            else:
                with patience(PATIENCE):
                    failure = small_failure(names, random)
        except (TooSlow, brute.TooMany, Undecided):
            counts["given up"] += 1
            continue
        counts["large" if large else "small"] += 1
        if failure:
            counts["wrong"] += 1
            print(failure, flush=True)
    print(", ".join(f"{what}: {count}" for what, count in sorted(counts.items())))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Look for wrong answers of the solver.")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long (120)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other positions (1)")
    parser.add_argument("--rules", nargs="+", default=list(RULEBOOK_IDS), choices=RULEBOOK_IDS)
    options = parser.parse_args()
    sys.exit(main(options.seconds, options.seed, options.rules))
