"""Whether the evaluation can be believed.

    python -m benchmarks.evaluation [--rounds N] [--reviews N] [--duels N] [--luck N]
        [--realised N] [--rules ID ...] [--bots NAME ...] [--seats N ...] [--seconds S] [--seed S]

Rounds between different bots, 2 to 4 seats, four rulebooks:

- calibrated: among turns given a chance of 30 %, about 30 % are won (table, Brier score);
- ordered: the mean loss falls from the weakest bot to the strongest, in duels as well;
- realised: the better action wins as much more as promised, on fresh deals through the engine;
- stable: another seed leaves the class of a turn unchanged;
- adding up: start + luck + skill = result;
- fair: the mean luck is 0;
- seconds a round, in processor time of one core.

The usual sizes take a few minutes; the documents say with which sizes their figures were made.
A measurement that has used up its seconds of processor time tells what it has so far.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import inf, sqrt
from time import process_time

import msgspec

from benchmarks._rounds import BOTS, RULES, Asked, Game, games, played, turns_of
from tilerummy.bots import Budget, Dice
from tilerummy.bots.policies import follow
from tilerummy.bots.sight import Glancing
from tilerummy.engine.events import Drew
from tilerummy.engine.records import record_of, replay
from tilerummy.engine.rounds import Hidden, Round
from tilerummy.evaluation import Plan, RoundReview, TurnClass, review_round
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.deals import Deals
from tilerummy.evaluation.judging import Judging
from tilerummy.evaluation.luck import luck_of_deal, luck_of_draw
from tilerummy.evaluation.outcomes import dear, goes_out
from tilerummy.solver.playouts import Policy

_DEALS = 32
_FEW_DEALS = 12
QUICK = Plan(look=8, choose=12, first=24, chance=24, deal=1, draw=1, more=(64,), play_outs=8_000)
"""About a third of the usual deals, and hardly any for luck."""
_FLAGGED = (TurnClass.SMALL, TurnClass.MEDIUM, TurnClass.LARGE)


def calibration(asked: Asked, rounds: int) -> None:
    """The chance in one turn of every round against what became of it."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    by_bot: dict[str, list[tuple[float, float]]] = defaultdict(list)
    dice = Dice(asked.seed + 1)
    for game in games(asked, rounds):
        now, action = dice.choose(list(turns_of(game)))
        contest = Contest(now.view(now.turn), [action], str(asked.seed))
        contest.meet(_FEW_DEALS if dear(now.rules) else _DEALS)
        chance = contest.chance(0).value
        won = 1 / len(game.names) if game.winner is None else float(game.winner == now.turn)
        bins[min(9, int(10 * chance))].append((chance, won))
        by_bot[game.names[now.turn]].append((chance, won))
    rows = [pair for row in bins for pair in row]
    print(f"\n## Calibrated: one turn of each of {len(rows)} rounds, {_DEALS} deals a turn\n")
    print("| chance | turns | mean chance | won |\n|---|---|---|---|")
    for place, row in enumerate(bins):
        if row:
            mean, won = mean_of([c for c, _ in row]), mean_of([w for _, w in row])
            error = 100 * sqrt(won * (1 - won) / len(row))
            print(
                f"| {10 * place} to {10 * place + 10} % | {len(row)} | {100 * mean:.1f} % "
                f"| {100 * won:.1f} ± {error:.1f} % |"
            )
    base = mean_of([won for _, won in rows])
    print(f"\nBrier score {brier(rows):.4f}; always the mean would be {base * (1 - base):.4f}.")
    print("\n| bot | turns | mean chance | won | Brier |\n|---|---|---|---|---|")
    for name in asked.bots:
        row = by_bot[name]
        if row:
            print(
                f"| {name} | {len(row)} | {100 * mean_of([c for c, _ in row]):.1f} % "
                f"| {100 * mean_of([w for _, w in row]):.1f} % | {brier(row):.3f} |"
            )


def brier(rows: Sequence[tuple[float, float]]) -> float:
    """The mean square of what a forecast was wrong by."""
    return mean_of([(chance - won) ** 2 for chance, won in rows])


def mean_of(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def reviewed(game: Game, seed: str, plan: Plan | None = None) -> RoundReview:
    """The settled review of a round."""
    record = record_of([game.states[-1]], game.names)
    (states,) = replay(record)
    moves = record.rounds[0].moves
    *_, last = review_round(states, moves, record.players, seed=seed, plan=plan)
    return last


def reviews(asked: Asked, count: int) -> None:
    """Whole reviews: order of the bots, stable classes, sums, seconds."""
    losses: dict[tuple[str, str], list[float]] = defaultdict(list)
    same = turns = rounds = 0
    seconds: dict[int, list[float]] = defaultdict(list)
    worst = 0.0
    for game in games(asked, count):
        rounds += 1
        start = process_time()
        one = reviewed(game, "1")
        if not dear(game.states[0].rules):
            seconds[len(game.names)].append(process_time() - start)
        other = reviewed(game, "2")
        for mine, theirs in zip(one.turns, other.turns, strict=True):
            turns += 1
            same += mine.name is theirs.name
        for turn in (*one.turns, *other.turns):
            losses[game.states[0].rules.id, game.names[turn.seat]].append(turn.gain)
        for player in one.players:
            total = player.start + player.luck + player.skill
            worst = max(worst, abs(total - player.result))
    print(f"\n## Ordered: mean loss of a turn in %, {rounds} rounds reviewed with two seeds\n")
    print(f"| rulebook | {' | '.join(asked.bots)} |\n|---|{'---|' * len(asked.bots)}")
    for book in (*asked.rules, "all"):
        cells = []
        for name in asked.bots:
            row = [
                loss
                for (rule, who), found in losses.items()
                for loss in found
                if who == name and book in (rule, "all")
            ]
            cells.append(f"{100 * mean_of(row):.2f} ({len(row)})" if row else "")
        print(f"| {book} | {' | '.join(cells)} |")
    print(f"\n## Stable: {100 * same / max(1, turns):.1f} % of {turns} turns keep their class")
    print(f"\n## Adding up: largest difference {worst:.1e}")
    print("\n## Seconds a review, one core, without special jokers\n")
    for seats, row in sorted(seconds.items()):
        print(f"- {seats} seats: mean {mean_of(row):.1f}, most {max(row):.1f} ({len(row)} rounds)")


def duels(asked: Asked, count: int) -> None:
    """Every pair of bots in so many rounds of each rulebook, reviewed quickly."""
    losses: dict[str, list[float]] = defaultdict(list)
    right = rounds = 0
    start = process_time()
    for number in range(count):
        for book in asked.rules:
            for weak, strong in combinations(asked.bots, 2):
                sat = (weak, strong) if number % 2 else (strong, weak)
                game = played(book, sat, f"duel {asked.seed} {number} {weak} {strong}")
                found = {player.player: player for player in reviewed(game, "1", QUICK).players}
                for name in sat:
                    losses[name].append(found[name].mean_loss)
                right += found[weak].mean_loss > found[strong].mean_loss
                rounds += 1
        if process_time() - start > asked.seconds:
            break
    print(f"\n## Duels: in {right} of {rounds} rounds the weaker bot gave away more\n")
    for name in asked.bots:
        print(f"- {name}: {100 * mean_of(losses[name]):.2f} % a turn ({len(losses[name])} rounds)")


def luck(asked: Asked, rounds: int) -> None:
    """The mean luck of the first seat over many rounds.

    The luck of one draw, chosen at random, times the number of draws has the same mean as that of
    all draws, and one play-out of each kind is enough for a mean.
    """
    dice = Dice(asked.seed + 2)
    sums: list[float] = []
    for number, game in enumerate(games(asked, rounds)):
        key = f"{asked.seed} {number}"
        draws = [
            (before, event.tile)
            for before, after in zip(game.states, game.states[1:], strict=False)
            for event in after.events[len(before.events) :][:1]
            if isinstance(event, Drew) and event.tile is not None
        ]
        total = luck_of_deal(game.states[0], 1, key).gains[0]
        if draws:
            before, tile = dice.choose(draws)
            total += len(draws) * luck_of_draw(before, tile, 1, key).gains[0]
        sums.append(total)
    mean = mean_of(sums)
    error = sqrt(sum((value - mean) ** 2 for value in sums)) / max(1, len(sums))
    print(f"\n## Fair: mean luck {mean:+.4f} ± {error:.4f} over {len(sums)} rounds")


def realised(asked: Asked, count: int) -> None:
    """Flagged turns on fresh deals, played through the engine by players of the assumed styles."""
    promised: list[float] = []
    gained: list[float] = []
    for game in games(asked, 10 * count):
        for now, action in turns_of(game):
            view = now.view(now.turn)
            judging = Judging(view, action, "promise")
            if judging.only or len(promised) >= count:
                continue
            judging.look(12)
            judging.choose(24)
            judging.go_on(96)
            verdict = judging.verdict()
            if verdict.name not in _FLAGGED:
                continue
            better = judging.contest.actions[verdict.best]
            deals = Deals(view, "fresh", strong=True)
            gains = []
            for number in range(16):
                drawn = deals.next()
                deal = drawn.as_usual if goes_out(view, better) else drawn
                hidden = Hidden(deal.hands.racks, deal.hands.pool, now.hidden.seed)
                at = msgspec.structs.replace(now, hidden=hidden)
                won = [
                    finished(at.apply(choice), deal.policies, number).outcome
                    for choice in (better, action)
                ]
                gains.append(
                    mean_of([float(won[0] is not None and won[0].winner == now.turn)])
                    - mean_of([float(won[1] is not None and won[1].winner == now.turn)])
                )
            promised.append(verdict.loss)
            gained.append(mean_of(gains))
        if len(promised) >= count:
            break
    gap = [mine - theirs for mine, theirs in zip(gained, promised, strict=True)]
    mean = mean_of(gap)
    error = sqrt(sum((value - mean) ** 2 for value in gap)) / max(1, len(gap))
    print(
        f"\n## Realised: {len(gap)} flagged turns, promised {100 * mean_of(promised):.1f} %, "
        f"gained {100 * mean_of(gained):.1f} %, difference {100 * mean:+.1f} ± {100 * error:.1f} %"
    )


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
    parser.add_argument("--reviews", type=int, default=8, help="rounds reviewed twice")
    parser.add_argument("--duels", type=int, default=0, help="rounds of every pair of bots")
    parser.add_argument("--luck", type=int, default=400, help="rounds for the mean luck")
    parser.add_argument("--realised", type=int, default=20, help="flagged turns played again")
    parser.add_argument("--seconds", type=float, default=inf, help="for each measurement")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    asked = Asked(told.rules, told.bots, told.seats, told.seconds, told.seed)
    for measure, size in (
        (calibration, told.rounds),
        (reviews, told.reviews),
        (duels, told.duels),
        (realised, told.realised),
        (luck, told.luck),
    ):
        if size:
            measure(asked, size)


if __name__ == "__main__":
    main()
