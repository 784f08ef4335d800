"""Solving: the best play of a position, proved.

The questions are asked of the native core; here they are put into its codes and its
answers into plays. A `Solution` without a play says that nothing can be laid (or, for an
objective with negative weights, that laying nothing is best). `optimal` is true only if
the answer is proved: with a budget of nodes the best play found so far may come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tilerummy.rules.errors import expect
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver import _core
from tilerummy.solver.codes import DIVIDER, translator
from tilerummy.solver.errors import SolverError
from tilerummy.solver.objectives import Objective, weights_of
from tilerummy.solver.solutions import NODES, CodedQuestion, Solution, check_numbers, solution_of

__all__ = ["Moves", "can_go_out", "moves", "simplest", "solve", "solve_many"]

_NO_BOUND: Final = 1000


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
    keep: str | Iterable[Tile] = (),
    moved: int | None = None,
    touched: int | None = None,
    nodes: int = NODES,
    seconds: float | None = None,
) -> Solution:
    """The best play of the position that leaves the tiles of `keep` on the rack.

    `objective` is "tiles" (most tiles, then most points), "points" (the other way round) or
    `Weights` of your own. `keep` is tiles, or text such as "k7 *"; those that are not on the rack
    are refused. With `moved` the play moves at most that many tiles, laid and rearranged, and with
    `touched` it changes at most that many melds of the table; `moves` counts both. After
    `nodes` or `seconds` the best play found comes back.
    """
    check_numbers(nodes)
    asked = CodedQuestion(position, objective, keep)
    core = asked.code.core
    if moved is None and touched is None:
        return asked.solution(core.solve(*asked.arguments, nodes, seconds))
    bounds = _bound(moved), _bound(touched)
    return asked.solution(core.solve_within(*asked.arguments, nodes, *bounds, seconds))


def simplest(
    position: Position,
    tiles: int,
    objective: Objective = "tiles",
    *,
    keep: str | Iterable[Tile] = (),
    nodes: int = NODES,
    seconds: float | None = None,
) -> Solution:
    """Of the plays that lay at least `tiles` tiles, one that moves fewest.

    Among those of as few moves it is the best by the objective.
    """
    check_numbers(nodes, tiles)
    asked = CodedQuestion(position, objective, keep)
    return asked.solution(asked.code.core.simplest(*asked.arguments, tiles, nodes, seconds))


def moves(position: Position, play: Play) -> Moves:
    """How many tiles a legal play moves, and how many melds it touches."""
    expect(position, Position, "position")
    expect(play, Play, "play")
    code = translator(position.rules)
    before = DIVIDER.join(code.rows(position.table))
    found = code.core.moves(before, DIVIDER.join(code.rows(play.table)))
    return Moves(found.tiles, found.touched)


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
    check_numbers(nodes)
    expect(position, Position, "position")
    code = translator(position.rules)
    rows = code.rows(position.table)
    raw = code.core.go_out(
        DIVIDER.join(rows), code.tiles(position.rack), position.opened, nodes, seconds
    )
    return solution_of(position, code, rows, raw).play


def solve_many(
    positions: Sequence[Position],
    objective: Objective = "tiles",
    *,
    nodes: int = NODES,
    seconds: float | None = None,
    threads: int = 1,
) -> list[Solution]:
    """The best play of every position; the threads run without the interpreter's lock.

    `nodes` apply to each position, `seconds` to all positions of the same rulebook.
    """
    check_numbers(nodes, threads)
    weights = weights_of(objective)
    for position in positions:
        expect(position, Position, "each of the positions")
    found: list[Solution | None] = [None] * len(positions)
    for rules in dict.fromkeys([position.rules for position in positions]):
        code = translator(rules)
        places = [i for i, position in enumerate(positions) if position.rules == rules]
        rows = [code.rows(positions[i].table) for i in places]
        asked = [
            _core.Position(DIVIDER.join(row), code.tiles(positions[i].rack), positions[i].opened)
            for i, row in zip(places, rows, strict=True)
        ]
        answers = code.core.solve_many(asked, code.weights(weights), nodes, threads, seconds)
        for i, row, raw in zip(places, rows, answers, strict=True):
            found[i] = solution_of(positions[i], code, row, raw)
    return [solution for solution in found if solution is not None]
