"""Whether the evaluation can be believed.

    python -m benchmarks.evaluation [--rounds N] [--reviews N] [--luck N] [--realised N]
        [--rules ID ...] [--seed S]

Rounds between different bots, 2 to 4 seats, four rulebooks:

- calibrated: among turns given a chance of 30 %, about 30 % are won (table, Brier score);
- ordered: the mean loss falls from the weakest bot to the strongest;
- realised: the better action wins as much more as promised, on fresh deals through the engine;
- stable: another seed leaves the class of a turn unchanged;
- adding up: start + luck + skill = result;
- fair: the mean luck is 0;
- seconds a round, in processor time of one core.

The usual sizes take a few minutes; the documents say with which sizes their figures were made.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from time import process_time

import msgspec

from tilerummy.bots import Budget, Dice, bot
from tilerummy.bots.policies import follow
from tilerummy.bots.sight import Glancing
from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.events import Drew
from tilerummy.engine.records import record_of, replay
from tilerummy.engine.rounds import Hidden, Round
from tilerummy.evaluation import Plan, RoundReview, TurnClass, review_round
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.deals import Deals
from tilerummy.evaluation.judging import Judging
from tilerummy.evaluation.luck import luck_of_deal, luck_of_draw
from tilerummy.evaluation.outcomes import dear
from tilerummy.rules.library import rulebook
from tilerummy.solver.playouts import Policy

BOTS = ("beginner", "casual", "greedy", "patient", "expert")
RULES = ("ravensburger-travel-de", "piatnik-travel", "lets-play-rummy-de", "twist")
_EFFORT = 0.05
_DEALS = 48
_FLAGGED = (TurnClass.SMALL, TurnClass.MEDIUM, TurnClass.LARGE)


@dataclass(frozen=True)
class Game:
    """A round that was played: who sat where, and every state."""

    names: tuple[str, ...]
    states: tuple[Round, ...]

    @property
    def winner(self) -> int | None:
        outcome = self.states[-1].outcome
        return None if outcome is None else outcome.winner


def games(
    rules: Sequence[str], count: int, seed: int, names: Sequence[str] = BOTS
) -> Iterator[Game]:
    """Rounds between bots drawn at random, two seats twice as often as three or four."""
    dice = Dice(seed)
    for number in range(count):
        book = rulebook(rules[number % len(rules)])
        seats = dice.choose([2, 2, 3, 4])
        sat = [dice.choose(names)]
        while len(sat) < seats:
            sat.append(dice.choose([name for name in names if seats > 2 or name not in sat]))
        yield played(book.id, tuple(sat), f"evaluation {seed} {number}")


def played(rules: str, names: tuple[str, ...], seed: str) -> Game:
    """One round to its end."""
    dice = [Dice(sum(seed.encode()) * 31 + seat) for seat in range(len(names))]
    states = [Round.deal(rulebook(rules), seats=len(names), seed=seed)]
    while not states[-1].over:
        now = states[-1]
        view = now.view(now.turn)
        states.append(now.apply(bot(names[now.turn]).act(view, dice[now.turn], Budget(_EFFORT))))
    return Game(names, tuple(states))


def turns_of(game: Game) -> Iterator[tuple[Round, Action]]:
    """The turns of a round and what was done in them."""
    for before, after in zip(game.states, game.states[1:], strict=False):
        action = after.actions[-1]
        if isinstance(action, Play | Draw | Pass):
            yield before, action


def calibration(rules: Sequence[str], rounds: int, seed: int) -> None:
    """Chances of three turns of every round against what became of them."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    by_bot: dict[str, list[tuple[float, float]]] = defaultdict(list)
    dice = Dice(seed + 1)
    for game in games(rules, rounds, seed):
        turns = list(turns_of(game))
        share = 1 / len(game.names)
        for _ in range(3):
            now, action = dice.choose(turns)
            contest = Contest(now.view(now.turn), [action], str(seed))
            contest.meet(12 if dear(now.rules) else _DEALS)
            chance = contest.chance(0).value
            won = share if game.winner is None else float(game.winner == now.turn)
            bins[min(9, int(10 * chance))].append((chance, won))
            by_bot[game.names[now.turn]].append((chance, won))
    print(f"\n## Calibrated: {rounds} rounds, three turns each, {_DEALS} deals a turn\n")
    print("| chance | turns | mean chance | won |\n|---|---|---|---|")
    for place, row in enumerate(bins):
        if row:
            mean, won = mean_of([c for c, _ in row]), mean_of([w for _, w in row])
            error = 100 * sqrt(won * (1 - won) / len(row))
            print(
                f"| {10 * place} to {10 * place + 10} % | {len(row)} | {100 * mean:.1f} % "
                f"| {100 * won:.1f} ± {error:.1f} % |"
            )
    rows = [pair for row in bins for pair in row]
    base = mean_of([won for _, won in rows])
    print(f"\nBrier score {brier(rows):.4f}; always the mean would be {base * (1 - base):.4f}.")
    print("\n| bot | turns | mean chance | won | Brier |\n|---|---|---|---|---|")
    for name in BOTS:
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


def reviews(rules: Sequence[str], count: int, seed: int) -> None:
    """Whole reviews: order of the bots, stable classes, sums, seconds."""
    losses: dict[tuple[str, str], list[float]] = defaultdict(list)
    same = turns = 0
    seconds: dict[int, list[float]] = defaultdict(list)
    worst = 0.0
    for game in games(rules, count, seed):
        start = process_time()
        one = reviewed(game, "1")
        if not dear(game.states[0].rules):
            seconds[len(game.names)].append(process_time() - start)
        other = reviewed(game, "2")
        for mine, theirs in zip(one.turns, other.turns, strict=True):
            turns += 1
            same += mine.name is theirs.name
        for turn in (*one.turns, *other.turns):
            if turn.name is not TurnClass.ONLY:
                losses[game.states[0].rules.id, game.names[turn.seat]].append(turn.loss)
        for player in one.players:
            total = player.start + player.luck + player.skill
            worst = max(worst, abs(total - player.result))
    print(f"\n## Ordered: mean loss of a decision in %, {count} rounds reviewed with two seeds\n")
    print(f"| rulebook | {' | '.join(BOTS)} |\n|---|{'---|' * len(BOTS)}")
    for book in (*rules, "all"):
        cells = []
        for name in BOTS:
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


def luck(rules: Sequence[str], rounds: int, seed: int) -> None:
    """The mean luck of the first seat over many rounds; a play-out a draw is enough for that."""
    sums: list[float] = []
    for number, game in enumerate(games(rules, rounds, seed, BOTS[:4])):
        key = f"{seed} {number}"
        total = luck_of_deal(game.states[0], 2, key).gains[0]
        for before, after in zip(game.states, game.states[1:], strict=False):
            event = after.events[len(before.events)]
            if isinstance(event, Drew) and event.tile is not None:
                total += luck_of_draw(before, event.tile, 1, key).gains[0]
        sums.append(total)
    mean = mean_of(sums)
    error = sqrt(sum((value - mean) ** 2 for value in sums)) / max(1, len(sums))
    print(f"\n## Fair: mean luck {mean:+.4f} ± {error:.4f} over {rounds} rounds")


def realised(rules: Sequence[str], count: int, seed: int) -> None:
    """Flagged turns on fresh deals, played through the engine by players of the assumed styles."""
    promised: list[float] = []
    gained: list[float] = []
    for game in games(rules, 10 * count, seed, BOTS[:4]):
        for now, action in turns_of(game):
            view = now.view(now.turn)
            judging = Judging(view, action, "promise")
            if judging.only or len(promised) >= count:
                continue
            judging.first()
            judging.go_on(96)
            verdict = judging.verdict()
            if verdict.name not in _FLAGGED:
                continue
            better = judging.contest.actions[verdict.best]
            deals = Deals(view, "fresh")
            gains = []
            for number in range(16):
                deal = deals.next()
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
            promised.append(verdict.loss.value)
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
    parser.add_argument("--rounds", type=int, default=200, help="rounds for the calibration")
    parser.add_argument("--reviews", type=int, default=8, help="rounds reviewed twice")
    parser.add_argument("--luck", type=int, default=100, help="rounds for the mean luck")
    parser.add_argument("--realised", type=int, default=20, help="flagged turns played again")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.rounds:
        calibration(asked.rules, asked.rounds, asked.seed)
    if asked.reviews:
        reviews(asked.rules, asked.reviews, asked.seed)
    if asked.realised:
        realised(asked.rules, asked.realised, asked.seed)
    if asked.luck:
        luck(asked.rules, asked.luck, asked.seed)


if __name__ == "__main__":
    main()
