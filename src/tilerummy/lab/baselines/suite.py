"""The suite: the frozen tables on which learners are compared.

Rulebooks, opponents, deals and seed stay as they are, so figures of different days can stand
in one table. A new suite would have a new name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from tilerummy.lab.arena import Plan, run
from tilerummy.lab.journal import Journal
from tilerummy.lab.players import Player
from tilerummy.lab.statistics import standings
from tilerummy.lab.workers import Workers
from tilerummy.rules import rulebook

__all__ = ["SUITE", "SUITE_NAME", "Result", "Table", "enter", "league_line"]

SUITE_NAME: Final = "2026-11"
_SEED: Final = "tilerummy suite 2026-11"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the suite: a rulebook and who sits behind the learner."""

    rules: str
    opponents: tuple[str, ...]
    deals: int

    def __str__(self) -> str:
        return f"{self.rules}, {' '.join(self.opponents)}"


SUITE: Final = (
    Table("jumbo", ("greedy",), 100),
    Table("jumbo", ("patient",), 100),
    Table("ravensburger-travel-de", ("greedy",), 100),
    Table("twist", ("greedy",), 50),
    Table("jumbo", ("greedy", "greedy", "greedy"), 50),
)


class Result(Struct, frozen=True):
    """How the learner did at one table; fair is the share that chance would give it."""

    table: str
    rounds: int
    won: float
    standard_error: float | None
    points: float
    fair: float

    @property
    def told(self) -> str:
        """The share won in %; where every deal went the same way, no error is known."""
        if not self.rounds:
            return "itself"
        if not self.standard_error:
            return f"{round(self.won * self.rounds)} of {self.rounds}"
        return f"{100 * self.won:.1f} ± {100 * self.standard_error:.1f}"


def enter(
    name: str,
    workers: Workers,
    tick: Callable[[int], object] = lambda _: None,
    *,
    share: float = 1.0,
) -> Iterator[Result]:
    """Let a bot play the suite, but not against itself.

    A `share` of the deals is for trying things out.
    """
    for table in SUITE:
        rules = rulebook(table.rules)
        names = (name, *table.opponents)
        if name in table.opponents:
            yield Result(str(table), 0, 1 / len(names), None, 0.0, 1 / len(names))
            continue
        players = tuple([Player.parse(part) for part in names])
        deals = max(2, round(share * table.deals))
        plan = Plan(rules, (players,), deals, _SEED)
        with Journal(rules, _SEED) as journal:
            rounds = run(plan, workers, journal, tick)
        first = next(row for row in standings(rounds) if row.bot == str(players[0]))
        yield Result(
            str(table),
            first.games,
            first.win_rate,
            first.standard_error,
            first.mean_score,
            1 / len(players),
        )


def league_line(name: str, results: list[Result]) -> str:
    """A line of the league table in docs/environment.md."""
    cells = [result.told for result in results]
    return f"| {name} | {' | '.join(cells)} |"
