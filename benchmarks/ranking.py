"""Measure the k best plays beside the best one: `python -m benchmarks.ranking [--count N]`.

Positions are from greedy games under every rulebook, as they were and with racks cut or filled up
to so many tiles, opened and unopened. Times are processor time of the whole call in Python, one
call for each position after a call for another one, so that neither question finds its answer in
a cache. `times` is the time for all k best over the time for all best plays; the median and the
95 % are of single positions. A list is not complete if its budget, about ten times that of the best
play, ended before it was known that nothing is missing.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Final

import msgspec

from benchmarks.positions.make import games
from tilerummy.rules import RULEBOOK_IDS, Position, rulebook
from tilerummy.rules.tiles import in_order
from tilerummy.solver import best_plays, solve

SIZES: Final = (14, 20, 27, 40)
HEADER: Final = (
    "| rulebook | positions | best, ms | k best, ms | times | median | 95 % | not complete |\n"
    "|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Line:
    """What was measured on one kind of positions, in seconds for each of them."""

    rules: str
    kind: str
    best: tuple[float, ...]
    ranked: tuple[float, ...]
    incomplete: int

    @property
    def times(self) -> float:
        """How many times as long as the best plays the k best took."""
        return sum(self.ranked) / sum(self.best)

    @property
    def ratios(self) -> list[float]:
        """The same for single positions, the lowest first."""
        return sorted(b / a for a, b in zip(self.best, self.ranked, strict=True))

    def row(self) -> str:
        """A line of the table."""
        count, ratios = len(self.best), self.ratios
        best, ranked = (1000 * sum(times) / count for times in (self.best, self.ranked))
        return (
            f"| {self.rules} | {self.kind} | {best:.3f} | {ranked:.3f} | {self.times:.1f} "
            f"| {median(ratios):.1f} | {ratios[int(0.95 * (count - 1))]:.1f} "
            f"| {self.incomplete} of {count} |"
        )


def resized(position: Position, size: int, random: Random) -> Position:
    """The position with so many tiles on the rack."""
    lying = Counter(tile for meld in position.table for tile in meld.tiles)
    others = list((Counter(position.rules.deck) - Counter(position.rack) - lying).elements())
    own = list(position.rack)
    random.shuffle(own)
    random.shuffle(others)
    return replace(position, rack=in_order([*own, *others][:size]))


def kinds(rules: str, count: int) -> Iterator[tuple[str, list[Position]]]:
    """All kinds of positions under a rulebook."""
    random = Random(rules)
    played = list(islice(games(rulebook(rules), random, share=0.15), count))
    yield "from play", played
    for size in SIZES:
        for opened in (True, False):
            name = f"{size} tiles, {'opened' if opened else 'unopened'}"
            yield name, [replace(resized(p, size, random), opened=opened) for p in played]


def measured(rules: str, kind: str, positions: list[Position], k: int) -> Line:
    """Solve and rank every position once."""
    best: list[float] = []
    ranked: list[float] = []
    incomplete = 0
    for position in positions:
        start = process_time()
        solve(position)
        between = process_time()
        found = best_plays(position, k)
        best.append(between - start)
        ranked.append(process_time() - between)
        incomplete += not found.complete
    return Line(rules, kind, tuple(best), tuple(ranked), incomplete)


def main(books: list[str], count: int, k: int, *, json: bool) -> None:
    if not json:
        print(HEADER)
    for rules in books:
        for kind, positions in kinds(rules, count):
            line = measured(rules, kind, positions, k)
            print(msgspec.json.encode(line).decode() if json else line.row(), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the k best plays beside the best one.")
    parser.add_argument("rules", nargs="*", metavar="RULEBOOK", help="all of them if none is named")
    parser.add_argument("--count", type=int, default=40, help="positions of each kind")
    parser.add_argument("--best", type=int, default=8, metavar="K", help="how many plays")
    parser.add_argument("--json", action="store_true", help="print lines of JSON")
    options = parser.parse_args()
    unknown = [name for name in options.rules if name not in RULEBOOK_IDS]
    if unknown:
        parser.error(f"there is no rulebook {unknown[0]!r}; there are {', '.join(RULEBOOK_IDS)}")
    main(options.rules or list(RULEBOOK_IDS), options.count, options.best, json=options.json)
