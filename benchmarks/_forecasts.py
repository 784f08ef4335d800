"""Chances against what became of them: reliability tables and Brier scores."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchmarks._statistics import brier, error_of, mean_of


class Forecast(msgspec.Struct, frozen=True):
    """The chance of a player in one turn, and what became of it."""

    bot: str
    rules: str
    seats: int
    chance: float
    won: float


def print_forecasts(found: Sequence[Forecast]) -> None:
    """A table by chance, and one by player, rulebook and number of seats."""
    print("\n| chance | turns | mean chance | won |\n|---|---|---|---|")
    for place in range(10):
        _print(
            f"{10 * place} to {10 * place + 10} %",
            [row for row in found if min(9, int(10 * row.chance)) == place],
        )
    base = mean_of([row.won for row in found])
    print("\n| | turns | mean chance | won | Brier score |\n|---|---|---|---|---|")
    _print("all", found, told=True)
    for rules in sorted({row.rules for row in found}):
        _print(rules, [row for row in found if row.rules == rules], told=True)
    for seats in sorted({row.seats for row in found}):
        _print(f"{seats} seats", [row for row in found if row.seats == seats], told=True)
    for name in sorted({row.bot for row in found}):
        _print(name, [row for row in found if row.bot == name], told=True)
    print(f"\nThe Brier score of always telling the mean would be {base * (1 - base):.4f}.")


def _print(name: str, rows: Sequence[Forecast], *, told: bool = False) -> None:
    if not rows:
        return
    won = [row.won for row in rows]
    mean = mean_of([row.chance for row in rows])
    score = f" {brier([(row.chance, row.won) for row in rows]):.4f} |" if told else ""
    print(
        f"| {name} | {len(rows)} | {100 * mean:.1f} % "
        f"| {100 * mean_of(won):.1f} ± {100 * error_of(won):.1f} % |{score}"
    )
