"""Fit the recalibration of chances to rounds between bots.

    python -m benchmarks.recalibration [--rounds N] [--seed S] [--bots NAME ...] [--store FOLDER]

Three turns of each round are drawn, 2 to 4 seats, four rulebooks. For each of them: the share of
play-outs won (64 deals, 16 with special jokers), the marks of `tilerummy.evaluation.recalibration`,
and whether the player won the round. A logistic regression with a small penalty (ridge, 2) makes
the numbers of that module of them. The table and the Brier score are told by cross-validation:
each fifth of the rounds with numbers fitted to the other four. Turns that are counted out are
left alone.
"""

from __future__ import annotations

import argparse
from math import inf
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmarks._rounds import RULES, Asked, game, measured, turns_of
from benchmarks._statistics import error_of
from tilerummy.bots.roster import ROSTER
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.deals import dice_of
from tilerummy.evaluation.outcomes import dear, goes_out
from tilerummy.evaluation.recalibration import log_odds, marks_of
from tilerummy.evaluation.styles import styles_of

_TURNS = 3
_DEALS = 64
_FEW_DEALS = 16
_RIDGE = 2.0
_STEPS = 30
_FOLDS = 5
Figures = NDArray[np.float64]


class Sample(msgspec.Struct, frozen=True):
    """One turn: the play-outs won, the marks of the view, and what became of it."""

    share: float
    odds: float
    marks: tuple[float, ...]
    won: float


def samples_of(asked: Asked, number: int) -> list[Sample]:
    """Some turns of a round that are not counted out."""
    round_ = game(asked, number)
    turns = list(turns_of(round_))
    dice_of("calib", asked.seed, number).shuffle(turns)
    found = []
    for now, action in turns[:_TURNS]:
        view = now.view(now.turn)
        contest = Contest(view, [action], f"{asked.seed} {number}")
        if contest.exact or goes_out(view, action):
            continue
        contest.meet(_FEW_DEALS if dear(now.rules) else _DEALS)
        wins = contest.won_by(0)
        seats, winner = view.seats, round_.winner
        found.append(
            Sample(
                share=sum(wins) / len(wins),
                odds=log_odds(sum(wins), len(wins), seats),
                marks=marks_of(view, styles_of(view)),
                won=1 / seats if winner is None else float(winner == now.turn),
            )
        )
    return found


def fitted(rows: Figures, won: Figures) -> Figures:
    """The numbers of a logistic regression (Newton's method)."""
    numbers = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-rows @ numbers))
        weight = (chance * (1 - chance))[:, None]
        slope = rows.T @ (chance - won) + _RIDGE * numbers
        numbers -= np.linalg.solve((rows * weight).T @ rows + _RIDGE * np.eye(len(numbers)), slope)
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="*", default=[entry.name for entry in ROSTER])
    parser.add_argument("--store", type=Path, help="a folder that keeps what was found")
    told = parser.parse_args()
    if told.store is not None:
        told.store.mkdir(parents=True, exist_ok=True)
    asked = Asked(RULES, told.bots, (2, 3, 2, 4), inf, told.seed, told.store)
    turns = measured(
        asked, "recalibration", told.rounds, list[Sample], lambda n: samples_of(asked, n)
    )
    found = [sample for row in turns for sample in row]
    rows = np.array([[sample.odds, *sample.marks] for sample in found])
    won = np.array([sample.won for sample in found])
    fold = np.array([number % _FOLDS for number, row in enumerate(turns) for _ in row])
    chance = np.zeros(len(found))
    for part in range(_FOLDS):
        numbers = fitted(rows[fold != part], won[fold != part])
        chance[fold == part] = 1 / (1 + np.exp(-rows[fold == part] @ numbers))
    share = np.array([sample.share for sample in found])
    slope, *weights = fitted(rows, won)
    print(f"{len(found)} turns of {len(turns)} rounds\n")
    for name, told_by in (("share of play-outs won", share), ("recalibrated", chance)):
        print(f"| {name} | turns | mean | won |\n|---|---|---|---|")
        for place in range(10):
            there = np.minimum(9, np.floor(10 * told_by)) == place
            print(
                f"| {10 * place} to {10 * place + 10} % | {there.sum()} "
                f"| {100 * told_by[there].mean():.1f} % "
                f"| {100 * won[there].mean():.1f} ± {100 * error_of(won[there].tolist()):.1f} % |"
            )
        print()
    print(f"Brier score of the share of play-outs won: {np.mean((share - won) ** 2):.4f}")
    print(f"Brier score recalibrated, cross-validated: {np.mean((chance - won) ** 2):.4f}")
    print(f"_SLOPE: {slope:.3f}")
    print("_WEIGHTS:", ", ".join([f"{weight:.2f}" for weight in weights]))


if __name__ == "__main__":
    main()
