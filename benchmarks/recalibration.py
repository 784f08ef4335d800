"""Fit the recalibration of chances to rounds between bots.

    python -m benchmarks.recalibration [--rounds N] [--seed S] [--bots NAME ...] [--store FOLDER]

Two turns of each round are drawn, 2 to 4 seats, four rulebooks. For each of them: the share of
play-outs won (16 deals, 8 with special jokers), the marks of `tilerummy.evaluation.recalibration`,
and whether the player won the round. A logistic regression with a small penalty (ridge, 0.5) makes
the numbers of that module of them. The tables and Brier scores are told by cross-validation: each
fifth of the rounds with numbers fitted to the other four. Turns that are counted out are told as
they are.
"""

from __future__ import annotations

import argparse
from functools import partial
from math import inf
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmarks._forecasts import Forecast, print_forecasts
from benchmarks._rounds import RULES, Asked, game, measured, turns_of
from tilerummy.bots.roster import ROSTER
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.deals import dice_of
from tilerummy.evaluation.outcomes import dear
from tilerummy.evaluation.recalibration import angle_of, marks_of
from tilerummy.evaluation.styles import styles_of

_TURNS = 2
_DEALS = 16
_FEW_DEALS = 8
_RIDGE = 0.5
_STEPS = 30
_FOLDS = 5
Figures = NDArray[np.float64]


class Sample(msgspec.Struct, frozen=True):
    """One turn: the play-outs won, the marks of the view, and what became of it."""

    bot: str
    rules: str
    seats: int
    share: float
    counted: bool
    """Whether the share is counted out."""
    marks: tuple[float, ...]
    won: float


def samples_of(asked: Asked, number: int) -> list[Sample]:
    """Some turns of a round."""
    round_ = game(asked, number)
    turns = list(turns_of(round_))
    dice_of("calib", asked.seed, number).shuffle(turns)
    found = []
    for now, action in turns[:_TURNS]:
        view = now.view(now.turn)
        contest = Contest(view, [action], f"{asked.seed} {number}")
        contest.meet(_FEW_DEALS if dear(now.rules) else _DEALS)
        wins = contest.won_by(0)
        counted = contest.counted(0)
        seats, winner = view.seats, round_.winner
        found.append(
            Sample(
                bot=round_.names[now.turn],
                rules=now.rules.id,
                seats=seats,
                share=contest.chance(0).value if counted else sum(wins) / len(wins),
                counted=counted,
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
    parser.add_argument("--seed", type=int, nargs="*", default=[1], help="so many rounds of each")
    parser.add_argument("--bots", nargs="*", default=[entry.name for entry in ROSTER])
    parser.add_argument("--store", type=Path, help="a folder that keeps what was found")
    told = parser.parse_args()
    if told.store is not None:
        told.store.mkdir(parents=True, exist_ok=True)
    turns: list[list[Sample]] = []
    for seed in told.seed:
        asked = Asked(RULES, told.bots, (2, 3, 2, 4), inf, seed, told.store)
        turns += measured(
            asked, "recalibration", told.rounds, list[Sample], partial(samples_of, asked)
        )
    found = [sample for row in turns for sample in row]
    rows = np.array([[angle_of(sample.share, 1), *sample.marks] for sample in found])
    won = np.array([sample.won for sample in found])
    open_ = np.array([not sample.counted for sample in found])
    fold = np.array([number % _FOLDS for number, row in enumerate(turns) for _ in row])
    share = np.array([sample.share for sample in found])
    chance = share.copy()
    for part in range(_FOLDS):
        here, others = open_ & (fold == part), open_ & (fold != part)
        chance[here] = 1 / (1 + np.exp(-rows[here] @ fitted(rows[others], won[others])))
    slope, *weights = fitted(rows[open_], won[open_])
    print(f"{len(found)} turns of {len(turns)} rounds, {int((~open_).sum())} of them counted out")
    for name, told_by in (("share of play-outs won", share), ("recalibrated chance", chance)):
        print(f"\n## By the {name}")
        print_forecasts(
            [
                Forecast(one.bot, one.rules, one.seats, float(told_as), one.won)
                for one, told_as in zip(found, told_by, strict=True)
            ]
        )
    print(f"\n_SLOPE: {slope:.3f}")
    print("_WEIGHTS:", ", ".join([f"{weight:.2f}" for weight in weights]))


if __name__ == "__main__":
    main()
