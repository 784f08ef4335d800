"""A bounded turn as an integer program, and by counting out: how far can hands go?

In the program every meld that may lie there afterwards comes once for itself and once for each old
meld that could go on as it; the tiles that do not stay are moved. It knows nothing of how the
solver leaves out long melds, and nothing of duties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

from tests.oracle import cpsat
from tests.oracle.melds import canonical
from tests.oracle.program import Program, Row, Weigh, tiles_then_points
from tilerummy.rules import Colour, Meld, Position, Tile
from tilerummy.rules.positions import Table, loose
from tilerummy.rules.tiles import HIGHEST, in_order, joker, tile

__all__ = ["bounded_value", "tiles_moved"]


def shared(one: Sequence[Tile], other: Sequence[Tile]) -> int:
    """How many tiles stay if one meld goes on as the other: two at least, or none."""
    common = sum((Counter(one) & Counter(other)).values())
    return common if common > 1 else 0


def tiles_moved(before: Table, after: Table) -> int:
    """Tiles moved, by trying every way in which old melds can go on as new ones."""
    total = sum(len(meld.tiles) for meld in after)
    new: list[Meld | None] = [*after, *[None] * len(before)]
    most = 0
    for choice in permutations(new, len(before)):
        stays = [
            shared(old.tiles, now.tiles)
            for old, now in zip(before, choice, strict=True)
            if now is not None
        ]
        most = max(most, sum(stays))
    return total - most


def bounded_value(position: Position, moved: int, weigh: Weigh = tiles_then_points) -> int:
    """What the best play is worth that moves at most so many tiles; the player has opened."""
    grammar = position.rules.grammar
    lying = Counter(canonical(t, grammar) for t in loose(position.table))
    rack = Counter(canonical(t, grammar) for t in position.rack)
    have = lying + rack
    old = [tuple(canonical(t, grammar) for t in meld.tiles) for meld in position.table]
    limits: list[int] = []
    objective: list[int] = []
    uses: dict[Tile, list[tuple[int, int]]] = {kind: [] for kind in have}
    bodies: list[list[tuple[int, int]]] = [[] for _ in old]
    moves: list[tuple[int, int]] = []
    for handful in _handfuls(have, position.rules.colours):
        counted = Counter(handful)
        most = min(have[t] // n for t, n in counted.items())
        ways = [(None, 0), *[(i, shared(meld, handful)) for i, meld in enumerate(old)]]
        for body, stays in ways:
            if body is not None and not stays:
                continue
            column = len(limits)
            limits.append(most if body is None else 1)
            objective.append(0)
            for kind, n in counted.items():
                uses[kind].append((column, n))
            moves.append((column, len(handful) - stays))
            if body is not None:
                bodies[body].append((column, 1))
    rows: list[Row] = [Row(tuple(terms), 0, 1) for terms in bodies]
    for kind, count in have.items():
        if rack[kind]:
            uses[kind].append((len(limits), -1))
            limits.append(rack[kind])
            objective.append(weigh(kind))
        rows.append(Row(tuple(uses[kind]), lying[kind], lying[kind]))
        assert count >= lying[kind]
    rows.append(Row(tuple(moves), 0, moved))
    found = cpsat.solve(Program(tuple(limits), tuple(objective), tuple(rows)))
    assert found is not None, "the table as it lies is a solution"
    return sum(n * w for n, w in zip(found, objective, strict=True))


def _handfuls(have: Counter[Tile], colours: Sequence[Colour]) -> set[tuple[Tile, ...]]:
    """Every run and group, of any length, that numbers and plain jokers can make."""
    rows = [[tile(colour, n) for n in range(a, b + 1)] for colour in colours for a, b in _spans()]
    for number in range(1, HIGHEST + 1):
        for size in (3, 4):
            rows += [[tile(c, number) for c in some] for some in combinations(colours, size)]
    jokers = have[joker()]
    found: set[tuple[Tile, ...]] = set()
    for row in rows:
        lacking = [place for place, piece in enumerate(row) if not have[piece]]
        if len(lacking) > min(jokers, len(row) - 1):
            continue
        there = [place for place in range(len(row)) if place not in lacking]
        for more in range(min(jokers - len(lacking), len(there) - 1) + 1):
            for some in combinations(there, more):
                places = {*lacking, *some}
                found.add(
                    in_order([joker() if i in places else piece for i, piece in enumerate(row)])
                )
    return found


def _spans() -> list[tuple[int, int]]:
    return [(a, b) for a in range(1, HIGHEST + 1) for b in range(a + 2, HIGHEST + 1)]
