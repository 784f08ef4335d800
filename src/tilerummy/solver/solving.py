"""Solving: the best play of a position, proved.

The questions are asked of the native core; here they are put into its codes and its
answers into plays. A `Solution` without a play says that nothing can be laid (or, for an
objective with negative weights, that laying nothing is best). `optimal` is true only if
the answer is proved: with a budget of nodes the best play found so far may come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Final

from msgspec import Struct

from tilerummy.rules.changes import compare
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.codes import DIVIDER, Translator, translator
from tilerummy.solver.objectives import Objective, weights_of
from tilerummy.solver.painting import paint

__all__ = ["NODES", "Solution", "best_plays", "can_go_out", "solve", "solve_many"]

NODES: Final = 2_000_000
"""How many states a question may look at before the best play found is returned."""

_Raw = tuple[bool, bytes, bytes, bytes, int, bool, int]


class Solution(Struct, frozen=True):
    """The best play found, what it lays, and whether nothing better exists."""

    play: Play | None
    laid: tuple[Tile, ...]
    tiles: int
    points: int
    optimal: bool
    seconds: float


def solve(
    position: Position,
    objective: Objective = "tiles",
    *,
    keep: Iterable[Tile] = (),
    nodes: int = NODES,
) -> Solution:
    """The best play of the position that leaves the tiles of `keep` on the rack."""
    start = perf_counter()
    code = translator(position.rules)
    kept = tuple(keep)
    rows = code.rows(position.table)
    raw = code.core.solve(
        DIVIDER.join(rows),
        code.tiles(position.rack),
        position.opened,
        code.weights(weights_of(objective)),
        code.tiles(kept),
        nodes,
    )
    return _solution(_without(position, kept), code, rows, raw, start)


def can_go_out(position: Position, *, nodes: int = NODES) -> Play | None:
    """A play that lays the whole rack, if there is one."""
    start = perf_counter()
    code = translator(position.rules)
    rows = code.rows(position.table)
    raw = code.core.go_out(DIVIDER.join(rows), code.tiles(position.rack), position.opened, nodes)
    return _solution(position, code, rows, raw, start).play


def best_plays(
    position: Position,
    k: int,
    objective: Objective = "tiles",
    *,
    keep: Iterable[Tile] = (),
    nodes: int = NODES,
) -> list[Solution]:
    """The k best plays that differ in the tiles they lay, best first; plain jokers are alike."""
    start = perf_counter()
    code = translator(position.rules)
    kept = tuple(keep)
    rows = code.rows(position.table)
    found = code.core.best_plays(
        DIVIDER.join(rows),
        code.tiles(position.rack),
        position.opened,
        code.weights(weights_of(objective)),
        code.tiles(kept),
        k,
        nodes,
    )
    free = _without(position, kept)
    return [_solution(free, code, rows, raw, start) for raw in found]


def solve_many(
    positions: Sequence[Position],
    objective: Objective = "tiles",
    *,
    nodes: int = NODES,
    threads: int = 1,
) -> list[Solution]:
    """The best play of every position; the threads run without the interpreter's lock."""
    start = perf_counter()
    weights = weights_of(objective)
    found: list[Solution | None] = [None] * len(positions)
    for rules in dict.fromkeys([position.rules for position in positions]):
        code = translator(rules)
        places = [i for i, position in enumerate(positions) if position.rules == rules]
        rows = [code.rows(positions[i].table) for i in places]
        asked = [
            (DIVIDER.join(row), code.tiles(positions[i].rack), positions[i].opened)
            for i, row in zip(places, rows, strict=True)
        ]
        answers = code.core.solve_many(asked, code.weights(weights), nodes, threads)
        for i, row, raw in zip(places, rows, answers, strict=True):
            found[i] = _solution(positions[i], code, row, raw, start)
    return [solution for solution in found if solution is not None]


def _without(position: Position, kept: tuple[Tile, ...]) -> Position:
    """The position as it is for a player who does not touch those tiles."""
    if not kept:
        return position
    rest = Counter(position.rack) - Counter(kept)
    return replace(position, rack=in_order(rest.elements()))


def _solution(
    position: Position, code: Translator, rows: list[bytes], raw: _Raw, start: float
) -> Solution:
    found, after, opening, laid, _, optimal, _ = raw
    if not found:
        return Solution(None, (), 0, 0, optimal, perf_counter() - start)
    before: dict[bytes, Meld] = {}
    if not code.paints_jokers:
        before = dict(zip(rows, position.table, strict=True))
    opens = None if position.opened else code.melds(opening, {})
    play = Play(code.melds(after, before), opens)
    tiles = code.loose(laid)
    if code.paints_jokers:
        play = paint(position, play)
        tiles = compare(position.table, play.table).laid
    points = sum([tile.number for tile in tiles])
    return Solution(play, tiles, len(tiles), points, optimal, perf_counter() - start)
