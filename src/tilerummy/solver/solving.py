"""Solving: the best play of a position, proved.

The questions are asked of the native core; here they are put into its codes and its
answers into plays. A `Solution` without a play says that nothing can be laid (or, for an
objective with negative weights, that laying nothing is best). `optimal` is true only if
the answer is proved: with a budget of nodes the best play found so far may come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from msgspec import Struct

from tilerummy.rules.changes import compare
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver._core import Answer
from tilerummy.solver.codes import DIVIDER, Translator, translator
from tilerummy.solver.errors import SolverError
from tilerummy.solver.objectives import Objective, weights_of
from tilerummy.solver.painting import paint

__all__ = [
    "NODES",
    "Moves",
    "Solution",
    "best_plays",
    "can_go_out",
    "moves",
    "simplest",
    "solve",
    "solve_many",
]

NODES: Final = 2_000_000
"""How many states a question may look at before the best play found is returned."""

_NO_BOUND: Final = 1000


class Solution(Struct, frozen=True):
    """The best play found, what it lays, and whether nothing better exists."""

    play: Play | None
    laid: tuple[Tile, ...]
    tiles: int
    points: int
    optimal: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Moves:
    """What a play asks of a player's hands."""

    tiles: int
    """Tiles moved: those laid, and those of the table whose meld does not go on with them."""
    melds: int
    """Melds touched: those that do not lie there as they did."""


def solve(
    position: Position,
    objective: Objective = "tiles",
    *,
    keep: Iterable[Tile] = (),
    moved: int | None = None,
    touched: int | None = None,
    nodes: int = NODES,
    seconds: float | None = None,
) -> Solution:
    """The best play of the position that leaves the tiles of `keep` on the rack.

    With `moved` it moves at most so many tiles, laid and rearranged, and with `touched` it
    changes at most so many melds of the table; `moves` counts both. After so many `nodes` or
    `seconds` the best play found comes back.
    """
    _check(nodes)
    start = perf_counter()
    code = translator(position.rules)
    kept = tuple(keep)
    rows = code.rows(position.table)
    asked = (
        DIVIDER.join(rows),
        code.tiles(position.rack),
        position.opened,
        code.weights(weights_of(objective)),
        code.tiles(kept),
        nodes,
    )
    if moved is None and touched is None:
        raw = code.core.solve(*asked, seconds)
    else:
        raw = code.core.solve_within(*asked, _bound(moved), _bound(touched), seconds)
    return _solution(_without(position, kept), code, rows, raw, start)


def simplest(
    position: Position,
    tiles: int,
    objective: Objective = "tiles",
    *,
    keep: Iterable[Tile] = (),
    nodes: int = NODES,
    seconds: float | None = None,
) -> Solution:
    """Of the plays that lay at least so many tiles, one that moves fewest.

    Among those of as few moves it is the best by the objective.
    """
    _check(nodes, tiles)
    start = perf_counter()
    code = translator(position.rules)
    kept = tuple(keep)
    rows = code.rows(position.table)
    raw = code.core.simplest(
        DIVIDER.join(rows),
        code.tiles(position.rack),
        position.opened,
        code.weights(weights_of(objective)),
        code.tiles(kept),
        tiles,
        nodes,
        seconds,
    )
    return _solution(_without(position, kept), code, rows, raw, start)


def moves(position: Position, play: Play) -> Moves:
    """How many tiles a legal play moves, and how many melds it touches."""
    code = translator(position.rules)
    before = DIVIDER.join(code.rows(position.table))
    return Moves(*code.core.moves(before, DIVIDER.join(code.rows(play.table))))


def _bound(most: int | None) -> int:
    if most is None:
        return _NO_BOUND
    if most < 0:
        raise SolverError("a bound on a turn is not negative")
    return min(most, _NO_BOUND)


def can_go_out(
    position: Position, *, nodes: int = NODES, seconds: float | None = None
) -> Play | None:
    """A play that lays the whole rack, if there is one and it is found in time."""
    _check(nodes)
    start = perf_counter()
    code = translator(position.rules)
    rows = code.rows(position.table)
    raw = code.core.go_out(
        DIVIDER.join(rows), code.tiles(position.rack), position.opened, nodes, seconds
    )
    return _solution(position, code, rows, raw, start).play


def best_plays(
    position: Position,
    k: int,
    objective: Objective = "tiles",
    *,
    keep: Iterable[Tile] = (),
    nodes: int = NODES,
    seconds: float | None = None,
) -> list[Solution]:
    """The k best plays that differ in the tiles they lay, best first; plain jokers are alike.

    A play is `optimal` if nothing better is missing before it. Fewer than k come back if there
    are no more; if instead nodes or seconds ran out, the last one is not `optimal`.
    """
    _check(nodes, k)
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
        seconds,
    )
    free = _without(position, kept)
    return [_solution(free, code, rows, raw, start) for raw in found]


def solve_many(
    positions: Sequence[Position],
    objective: Objective = "tiles",
    *,
    nodes: int = NODES,
    seconds: float | None = None,
    threads: int = 1,
) -> list[Solution]:
    """The best play of every position; the threads run without the interpreter's lock.

    So many `nodes` are for each position, the `seconds` for all of the same rulebook.
    """
    _check(nodes, threads)
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
        answers = code.core.solve_many(asked, code.weights(weights), nodes, threads, seconds)
        for i, row, raw in zip(places, rows, answers, strict=True):
            found[i] = _solution(positions[i], code, row, raw, start)
    return [solution for solution in found if solution is not None]


def _check(nodes: int, number: int = 0) -> None:
    """Refuse what the core's numbers cannot hold."""
    if not 0 <= nodes < 1 << 64:
        raise SolverError("nodes lie between 0 and 2^64")
    if not 0 <= number < 1 << 31:
        raise SolverError("a number of tiles, plays or threads is not negative")


def _without(position: Position, kept: tuple[Tile, ...]) -> Position:
    """The position as it is for a player who does not touch those tiles."""
    if not kept:
        return position
    rest = Counter(position.rack) - Counter(kept)
    return replace(position, rack=in_order(rest.elements()))


def _solution(
    position: Position, code: Translator, rows: list[bytes], raw: Answer, start: float
) -> Solution:
    if not raw.found:
        return Solution(None, (), 0, 0, raw.optimal, perf_counter() - start)
    before: dict[bytes, Meld] = {}
    if not code.paints_jokers:
        before = dict(zip(rows, position.table, strict=True))
    opens = None if position.opened else code.melds(raw.opening, {})
    play = Play(code.melds(raw.after, before), opens)
    tiles = code.loose(raw.laid)
    if code.paints_jokers:
        play = paint(position, play)
        tiles = compare(position.table, play.table).laid
    points = sum([tile.number for tile in tiles])
    return Solution(play, tiles, len(tiles), points, raw.optimal, perf_counter() - start)
