"""Those who solve the benchmark's positions, each in a process of its own.

    python -m benchmarks._peers PEER SET [COUNT]

prints one line of JSON a position. Only the solver's own work is timed: from the position to the
`Play` for tilerummy, from the finished program to its solution for CP-SAT and HiGHS, from the
finished game state to the proposed sets for rummikub-solver.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Final

import msgspec

from benchmarks.positions.records import Count, Record, load
from tests.oracle.program import Question, Undecided
from tilerummy.rules import Position, Tile, rulebook

__all__ = ["PEERS", "Timing", "chosen"]

PASSES: Final = 3
PATIENCE: Final = 10.0
"""How many seconds CP-SAT and HiGHS get for one position."""


class Timing(msgspec.Struct, frozen=True):
    """How long a position took and what was laid; nothing if no answer came in time."""

    seconds: float
    laid: Count | None


def _one(tile: Tile) -> int:
    return 1


def chosen(name: str, count: int | None = None) -> list[Record]:
    """The positions of a set that are measured: players who have opened."""
    return [record for record in load(name) if record.opened][:count]


def tilerummy(records: list[Record]) -> Iterator[Timing]:
    """This solver, under the rulebook as printed; the median of three passes."""
    from tilerummy.solver import solve

    positions = [record.under(rulebook(record.rules)) for record in records]
    for position in positions[:20]:
        solve(position)
    passes: list[list[Timing]] = []
    for _ in range(PASSES):
        timings: list[Timing] = []
        for position in positions:
            started = perf_counter()
            solution = solve(position)
            seconds = perf_counter() - started
            timings.append(Timing(seconds, Count(solution.tiles, solution.points)))
        passes.append(timings)
    for same in zip(*passes, strict=True):
        yield Timing(median(timing.seconds for timing in same), same[0].laid)


def cpsat(records: list[Record]) -> Iterator[Timing]:
    """CP-SAT on the integer program, one thread."""
    from tests.oracle.cpsat import solve

    for record in records:
        question = Question(record.position, _one)
        started = perf_counter()
        try:
            columns = solve(question.program, seconds=PATIENCE)
        except Undecided:
            yield Timing(perf_counter() - started, None)
            continue
        seconds = perf_counter() - started
        yield Timing(seconds, Count.of(question.answer(columns).laid))


def highs(records: list[Record]) -> Iterator[Timing]:
    """HiGHS on the same program, as it comes (presolve on), one thread."""
    from tests.oracle.highs import Task, solve_here

    for record in records:
        question = Question(record.position, _one)
        result = solve_here(Task(question.program, presolve=True, patience=PATIENCE))
        laid = Count.of(question.answer(result.columns).laid) if result.finished else None
        yield Timing(result.seconds, laid)


def rummikub_solver(records: list[Record]) -> Iterator[Timing]:
    """The package of that name with GLPK; it knows no special jokers."""
    from rummikub_solver import MILPSolver, RuleSet, SolverMode

    rules = rulebook(records[0].rules)
    tiles = rules.tiles
    ruleset = RuleSet(
        repeats=tiles.copies, jokers=tiles.jokers.normal, solver_backend=MILPSolver.GLPK_MI
    )
    order = [colour for colour in rules.colours for _ in range(tiles.numbers)]
    known = {(order[i], i % tiles.numbers + 1): t for i, t in enumerate(ruleset.tiles[:-1])}

    def translated(tile: Tile) -> int:
        return ruleset.tiles[-1] if tile.colour is None else known[tile.colour, tile.number]

    def solved(position: Position) -> Timing:
        game = ruleset.new_game()
        game.initial = False
        game.add_table(*(translated(tile) for meld in position.table for tile in meld.tiles))
        game.add_rack(*(translated(tile) for tile in position.rack))
        started = perf_counter()
        solution = ruleset.solve(game, SolverMode.TILE_COUNT)
        seconds = perf_counter() - started
        laid = solution.tiles if solution else ()
        points = sum(getattr(tile, "value", 0) for tile in laid)
        return Timing(seconds, Count(len(laid), points))

    solved(records[0].position)
    for record in records:
        yield solved(record.position)


PEERS: Final[dict[str, Callable[[list[Record]], Iterator[Timing]]]] = {
    "tilerummy": tilerummy,
    "HiGHS": highs,
    "CP-SAT": cpsat,
    "rummikub-solver": rummikub_solver,
}


def main(peer: str, name: str, count: int | None) -> None:
    for timing in PEERS[peer](chosen(name, count)):
        sys.stdout.buffer.write(msgspec.json.encode(timing) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
