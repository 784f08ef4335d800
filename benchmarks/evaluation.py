"""Whether the evaluation can be believed.

    python -m benchmarks.evaluation [--rounds N] [--order N] [--reviews N] [--realised N] [--luck N]
        [--rules ID ...] [--bots NAME ...] [--seats N ...] [--seconds S] [--seed S ...]
        [--store FOLDER]

Rounds between different bots, 2 to 4 seats, four rulebooks:

- calibrated: among turns given a chance of 30 %, about 30 % are won (table, Brier score);
- ordered: the mean loss falls from the weakest bot to the strongest, table by table;
- stable: another seed leaves the class of a turn unchanged;
- adding up: start + luck + skill = result;
- seconds a round, in processor time of one core;
- realised: the better action wins as much more as promised, on fresh deals through the engine;
- fair: the mean luck is 0.

With several seeds the calibration is that of the rounds of all of them, so that processes can share
the work; the others take the first seed. The usual sizes take a few minutes; the documents say with
which sizes their figures were made. A measurement that has used up its seconds of processor time
tells what it has so far. With `--store`, what was found of each round is kept, and the same command
goes on from there. Bots that search do so at a twentieth of their effort, or as much as
`name@effort` says.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from math import inf
from pathlib import Path

import msgspec

from benchmarks._forecasts import Forecast, print_forecasts
from benchmarks._reviews import order, reviews
from benchmarks._rounds import BOTS, RULES, Asked, game, measured, played_on, turns_of
from benchmarks._statistics import error_of, mean_of
from tilerummy.bots import Budget, Dice
from tilerummy.bots.glancing import Glancing
from tilerummy.bots.policies import follow
from tilerummy.engine.actions import Action
from tilerummy.engine.events import Drew
from tilerummy.engine.rounds import Hidden, Round
from tilerummy.evaluation import TurnClass
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.deals import Deals, dice_of
from tilerummy.evaluation.judging import Judging
from tilerummy.evaluation.luck import luck_of_deal, luck_of_draw
from tilerummy.evaluation.outcomes import dear, goes_out
from tilerummy.solver.playouts import Policy

_DEALS = 16
_FEW_DEALS = 8
_TURNS = 2
_TRIED = 12
"""Turns of a round looked at until one is flagged."""
_PROMISE_DEALS = 192
_FRESH_DEALS = 16
_FLAGGED = (TurnClass.SMALL, TurnClass.MEDIUM, TurnClass.LARGE)


def calibration(runs: Sequence[Asked], rounds: int) -> None:
    """The chances in two turns of every round against what became of it, for several seeds."""

    def row_of(asked: Asked, number: int) -> list[Forecast]:
        round_ = game(asked, number)
        dice = dice_of("turns", asked.seed, number)
        found = []
        for now, action in [dice.choose(list(turns_of(round_))) for _ in range(_TURNS)]:
            contest = Contest(now.view(now.turn), [action], f"{asked.seed} {number}")
            contest.meet(_FEW_DEALS if dear(now.rules) else _DEALS)
            seats, winner = len(round_.names), round_.winner
            won = 1 / seats if winner is None else float(winner == now.turn)
            name = round_.names[now.turn]
            found.append(Forecast(name, now.rules.id, seats, contest.chance(0).value, won))
        return found

    rows = [
        row
        for asked in runs
        for row in measured(asked, "calibration", rounds, list[Forecast], partial(row_of, asked))
    ]
    found = [forecast for row in rows for forecast in row]
    print(f"\n## Calibrated: {len(found)} turns of {len(rows)} rounds, {_DEALS} deals a turn\n")
    print_forecasts(found)


def luck(asked: Asked, rounds: int) -> None:
    """The mean luck of the first seat over many rounds.

    The luck of one draw, chosen at random, times the number of draws has the same mean as that of
    all draws, and one play-out of each kind is enough for a mean.
    """

    def row_of(number: int) -> float:
        round_ = game(asked, number)
        key = f"{asked.seed} {number}"
        draws = [
            (before, event.tile)
            for before, after in zip(round_.states, round_.states[1:], strict=False)
            for event in after.events[len(before.events) :][:1]
            if isinstance(event, Drew) and event.tile is not None
        ]
        total = luck_of_deal(round_.states[0], 1, key).gains[0]
        if draws:
            before, tile = dice_of("draw", key).choose(draws)
            total += len(draws) * luck_of_draw(before, tile, 1, key).gains[0]
        return total

    sums = measured(asked, "luck", rounds, float, row_of)
    mean, error = mean_of(sums), error_of(sums)
    print(f"\n## Fair: mean luck {mean:+.4f} ± {error:.4f} over {len(sums)} rounds")


class Promise(msgspec.Struct, frozen=True):
    """What a better action was said to gain in a flagged turn, and what it gained."""

    name: str
    promised: float
    gained: float


def realised(asked: Asked, count: int) -> None:
    """One flagged turn of a round on fresh deals, played through the engine.

    The players go on as assumed; after a missed way out, where the chance of what was done is all
    that is in question, the bots of the round go on themselves. `count` is the number of rounds
    looked at.
    """

    def row_of(number: int) -> list[Promise]:
        round_ = game(asked, number)
        turns = list(turns_of(round_))
        dice_of("flagged", asked.seed, number).shuffle(turns)
        for now, action in turns[:_TRIED]:
            found = _promise(round_.names, now, action, number)
            if found is not None:
                return [found]
        return []

    found = [
        row for rows in measured(asked, "realised", count, list[Promise], row_of) for row in rows
    ]
    for name in ("all", *[kind.value for kind in _FLAGGED]):
        rows = [row for row in found if name in ("all", row.name)]
        gap = [row.gained - row.promised for row in rows]
        print(
            f"\n## Realised, {name}: {len(gap)} flagged turns, "
            f"promised {100 * mean_of([row.promised for row in rows]):.1f} %, "
            f"gained {100 * mean_of([row.gained for row in rows]):.1f} %, "
            f"difference {100 * mean_of(gap):+.1f} ± {100 * error_of(gap):.1f} %"
        )


def _promise(names: tuple[str, ...], now: Round, action: Action, number: int) -> Promise | None:
    view = now.view(now.turn)
    judging = Judging(view, action, f"promise {number}")
    if judging.only:
        return None
    judging.look(12)
    judging.choose(24, 96)
    judging.go_on(_PROMISE_DEALS)
    verdict = judging.verdict()
    if verdict.name not in _FLAGGED:
        return None
    better = judging.contest.actions[verdict.best]
    deals = Deals(view, f"fresh {number}", strong=True)
    gains = []
    out = goes_out(view, better)
    for place in range(1 if deals.certain else _FRESH_DEALS):
        deal = deals.next()
        hidden = Hidden(deal.hands.racks, deal.hands.pool, now.hidden.seed)
        at = msgspec.structs.replace(now, hidden=hidden)
        if out:
            dice = dice_of("bots", number, place)
            end = played_on([at.apply(action)], names, [dice] * len(names))[-1]
            gains.append(1 - _share(end, now.turn))
            continue
        better_end, end = [
            finished(at.apply(choice), deal.policies, place) for choice in (better, action)
        ]
        gains.append(_share(better_end, now.turn) - _share(end, now.turn))
    return Promise(verdict.name.value, verdict.loss, mean_of(gains))


def _share(now: Round, seat: int) -> float:
    """1 for the winner, 0 for the others; a void round is shared."""
    if now.outcome is None or now.outcome.winner is None:
        return 1 / now.seats
    return float(now.outcome.winner == seat)


def finished(now: Round, policies: Sequence[Policy], seed: int) -> Round:
    """The round played to its end through the engine."""
    dice = Dice(seed)
    while not now.over:
        view, policy = now.view(now.turn), policies[now.turn]
        if policy.sight:
            sight = Glancing(policy.sight, policy.glances, policy.overlooks / 100)
            now = now.apply(sight.act(view, dice, Budget()))
        else:
            now = now.apply(follow(policy, view))
    return now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", default=RULES)
    parser.add_argument("--bots", nargs="*", default=BOTS, help="the weakest first")
    parser.add_argument("--seats", nargs="*", type=int, default=(2, 2, 3, 4))
    parser.add_argument("--rounds", type=int, default=200, help="rounds for the calibration")
    parser.add_argument("--order", type=int, default=2, help="rounds for each rulebook and seats")
    parser.add_argument("--reviews", type=int, default=8, help="rounds reviewed twice")
    parser.add_argument("--realised", type=int, default=20, help="rounds with a flagged turn")
    parser.add_argument("--luck", type=int, default=400, help="rounds for the mean luck")
    parser.add_argument("--seconds", type=float, default=inf, help="for each measurement")
    parser.add_argument("--seed", type=int, nargs="*", default=[1])
    parser.add_argument("--store", type=Path, help="a folder that keeps what was found")
    told = parser.parse_args()
    if told.store is not None:
        told.store.mkdir(parents=True, exist_ok=True)
    runs = [
        Asked(told.rules, told.bots, told.seats, told.seconds, seed, told.store)
        for seed in told.seed
    ]
    if told.rounds:
        calibration(runs, told.rounds)
    for measure, size in (
        (order, told.order),
        (reviews, told.reviews),
        (realised, told.realised),
        (luck, told.luck),
    ):
        if size:
            measure(runs[0], size)


if __name__ == "__main__":
    main()
