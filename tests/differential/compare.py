"""What can be wrong with an answer of the solver.

An answer is held against the judge, against itself (do play, tiles and points fit together?) and
against what another method found. Complaints are sentences; no complaint means it stands.
"""

from __future__ import annotations

from dataclasses import replace

from tests.oracle import brute
from tests.oracle.program import Weigh, points_then_tiles, tiles_then_points, worth
from tilerummy.rules import JokerKind, Position, Tile, format_tiles, judge
from tilerummy.rules.changes import compare
from tilerummy.rules.tiles import ALL_TILES, in_order, joker
from tilerummy.solver import Solution, Weights, best_plays, can_go_out, solve
from tilerummy.solver.objectives import Objective
from tilerummy.solver.solutions import NODES

__all__ = [
    "WEIGHS",
    "against_brute_force",
    "complaints",
    "described",
    "going_out_against_brute_force",
    "objective_of",
    "ranking_against_brute_force",
    "shrunk",
]

WEIGHS: dict[str, Weigh] = {"tiles": tiles_then_points, "points": points_then_tiles}


def objective_of(weigh: Weigh) -> Objective:
    """The solver's words for the weights."""
    for name, known in WEIGHS.items():
        if weigh is known:
            return "tiles" if name == "tiles" else "points"
    return Weights(tuple(weigh(tile) for tile in ALL_TILES))


def complaints(position: Position, solution: Solution, weigh: Weigh, expected: int) -> list[str]:
    """Everything wrong with the solution, if the best is worth `expected`."""
    found: list[str] = []
    if not solution.optimal:
        found.append("not proved optimal")
    got = worth(solution.laid, weigh)
    if got != expected:
        found.append(f"worth {got}, but the best is worth {expected}")
    if solution.play is None:
        return found + (["tiles laid without a play"] if solution.laid else [])
    found += [f"illegal: {violation.message}" for violation in judge(position, solution.play)]
    laid = compare(position.table, solution.play.table).laid
    if sorted(laid) != sorted(solution.laid):
        found.append(f"says it lays {format_tiles(solution.laid)}, but lays {format_tiles(laid)}")
    if solution.tiles != len(solution.laid):
        found.append(f"counts {solution.tiles} tiles")
    if solution.points != sum(tile.number for tile in solution.laid):
        found.append(f"counts {solution.points} points")
    return found


def against_brute_force(position: Position, weigh: Weigh, *, limit: int = 5_000) -> list[str]:
    """What brute force finds wrong with the solver's answer; it may be too slow to say."""
    expected = brute.best(position, weigh, limit=limit)
    wrong = complaints(position, solve(position, objective_of(weigh)), weigh, expected.value)
    return [*wrong, f"a best play is {expected.play}"] if wrong else []


def ranking_against_brute_force(
    position: Position, weigh: Weigh, k: int, *, limit: int = 5_000
) -> list[str]:
    """What is wrong with the solver's k best plays: illegal ones, the same twice, any missed.

    A play worth nothing is as good as none, so it may be listed or not. Plain jokers are alike
    where their colours do not bind them.
    """
    found = list(brute.ranking(position, weigh, k, limit=limit))
    different = {_unpainted(position, each.laid): each.value for each in reversed(found)}
    expected = list(reversed(different.values()))
    solutions = best_plays(position, k, objective_of(weigh), nodes=NODES)
    got = [value for solution in solutions if (value := worth(solution.laid, weigh)) > 0]
    if len(found) == k:
        got = got[: len(expected)]
    wrong = [f"k best are worth {got}, but should be {expected}"] if got != expected else []
    for solution in solutions:
        value = worth(solution.laid, weigh)
        wrong += complaints(position, solution, weigh, value)
    if len({in_order(solution.laid) for solution in solutions}) < len(solutions):
        wrong.append("the same tiles twice among the k best")
    return wrong


def _unpainted(position: Position, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    if position.rules.jokers.colour_must_match:
        return tiles
    return in_order(joker() if tile.joker is JokerKind.NORMAL else tile for tile in tiles)


def going_out_against_brute_force(position: Position, *, limit: int = 5_000) -> list[str]:
    """What is wrong with the solver's answer to whether the whole rack can go."""
    expected = brute.best_of(position, [in_order(position.rack)], limit=limit)
    play = can_go_out(position)
    if play is None:
        return [f"goes out with {expected}"] if expected else []
    wrong = [f"illegal: {violation.message}" for violation in judge(position, play)]
    if sorted(compare(position.table, play.table).laid) != sorted(position.rack):
        wrong.append(f"does not go out with {play}")
    return wrong


def shrunk(position: Position, weigh: Weigh) -> Position:
    """A smaller position on which the solver is still wrong."""
    smaller = [
        replace(position, table=position.table[:i] + position.table[i + 1 :])
        for i in range(len(position.table))
    ] + [
        replace(position, rack=position.rack[:i] + position.rack[i + 1 :])
        for i in range(len(position.rack))
    ]
    for candidate in smaller:
        if against_brute_force(candidate, weigh):
            return shrunk(candidate, weigh)
    return position


def described(position: Position, weigh: Weigh, wrong: list[str]) -> str:
    """A failure as people can use it: the position, and what is wrong with the answer."""
    solution = solve(position, objective_of(weigh))
    known = [name for name, other in WEIGHS.items() if other is weigh]
    weights = ", ".join(f"{tile}: {weigh(tile)}" for tile in dict.fromkeys(position.rack))
    objective = known[0] if known else f"weights {weights}"
    return f"{position}; {objective}; got {solution.play}; " + "; ".join(wrong)
