"""Reviews of many rounds: do they rank the bots, are they stable, do they add up?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from time import process_time

import msgspec

from benchmarks._rounds import Asked, Game, game, measured, played
from benchmarks._statistics import error_of, mean_of
from tilerummy.engine.records import record_of, replay
from tilerummy.evaluation import Plan, RoundReview, review_round
from tilerummy.evaluation.deals import dice_of
from tilerummy.evaluation.outcomes import dear
from tilerummy.rules.library import rulebook


class Reviewed(msgspec.Struct, frozen=True):
    """A round reviewed with two seeds."""

    seats: int
    dear: bool
    turns: int
    same: int
    """Turns with the same class under both seeds."""
    faults: int
    """Turns with a class that is neither `equal` nor `only`, under both seeds together."""
    rounding: float
    """By how much start + luck + skill misses the result."""
    seconds: float
    """Processor time of one review."""


class Ranked(msgspec.Struct, frozen=True):
    """What every player of a round gave away."""

    rules: str
    names: tuple[str, ...]
    losses: tuple[float, ...]
    accuracies: tuple[float, ...]


def reviewed(game: Game, seed: str, plan: Plan | None = None) -> RoundReview:
    """The settled review of a round."""
    record = record_of([game.states[-1]], game.names)
    (states,) = replay(record)
    moves = record.rounds[0].moves
    *_, last = review_round(states, moves, record.players, seed=seed, plan=plan)
    return last


def reviews(asked: Asked, count: int) -> None:
    """Whole reviews with two seeds: stable classes, sums, seconds."""

    def row_of(number: int) -> Reviewed:
        round_ = game(asked, number)
        start = process_time()
        one = reviewed(round_, "1")
        seconds = process_time() - start
        other = reviewed(round_, "2")
        pairs = list(zip(one.turns, other.turns, strict=True))
        calm = ("equal", "only")
        return Reviewed(
            seats=len(round_.names),
            dear=dear(round_.states[0].rules),
            turns=len(pairs),
            same=sum([mine.name is theirs.name for mine, theirs in pairs]),
            faults=sum([turn.name.value not in calm for pair in pairs for turn in pair]),
            rounding=max([abs(p.start + p.luck + p.skill - p.result) for p in one.players]),
            seconds=seconds,
        )

    rows = measured(asked, "reviews", count, Reviewed, row_of)
    turns, same = sum([row.turns for row in rows]), sum([row.same for row in rows])
    faults = sum([row.faults for row in rows]) / max(1, 2 * turns)
    print(f"\n## Stable: {100 * same / max(1, turns):.1f} % of {turns} turns keep their class")
    print(f"\n{len(rows)} rounds, two seeds; {100 * faults:.1f} % of the turns are faults.")
    print(f"\n## Adding up: largest difference {max([row.rounding for row in rows]):.1e}")
    print("\n## Seconds a review, one core\n")
    for kind, name in ((False, "usual jokers"), (True, "special jokers")):
        for seats in sorted({row.seats for row in rows}):
            row = [r.seconds for r in rows if r.seats == seats and r.dear is kind]
            if row:
                print(
                    f"- {seats} seats, {name}: mean {mean_of(row):.1f}, most {max(row):.1f} "
                    f"({len(row)} rounds)"
                )


def order(asked: Asked, count: int) -> None:
    """The mean loss of every bot for each rulebook and number of seats, so many rounds of each.

    With two seats all pairs meet in turn; with more the bots at a table are drawn, all different.
    """
    tables = [(rules, seats) for seats in sorted(set(asked.seats)) for rules in asked.rules]
    pairs = list(combinations(asked.bots, 2))

    def row_of(number: int) -> Ranked:
        rules, seats = tables[number % len(tables)]
        turn, dice = number // len(tables), dice_of("order", asked.seed, number)
        sat = list(pairs[turn % len(pairs)] if seats == 2 else asked.bots)
        dice.shuffle(sat)
        names = tuple(sat[:seats])
        found = reviewed(played(rules, names, f"order {asked.seed} {number}"), "1", _quick(rules))
        losses = tuple([player.mean_loss for player in found.players])
        return Ranked(rules, names, losses, tuple([p.accuracy for p in found.players]))

    rows = measured(asked, "order", count * len(tables), Ranked, row_of)
    print(f"\n## Ordered: mean loss of a turn in %, {len(rows)} rounds\n")
    print(f"| rulebook | seats | {' | '.join(asked.bots)} |\n|---|---|{'---|' * len(asked.bots)}")
    for rules, seats in tables:
        chosen = [row for row in rows if row.rules == rules and len(row.names) == seats]
        print(f"| {rules} | {seats} | {' | '.join(_cells(asked.bots, chosen))} |")
    print(f"| all | all | {' | '.join(_cells(asked.bots, rows))} |")
    cells = []
    for name in asked.bots:
        told = [
            accuracy
            for row in rows
            for who, accuracy in zip(row.names, row.accuracies, strict=True)
            if who == name
        ]
        cells.append(f"{mean_of(told):.1f}")
    print(f"| accuracy | all | {' | '.join(cells)} |")
    _print_meetings(asked.bots, rows)


def _quick(rules: str) -> Plan:
    """About a third of the usual deals, and next to none for luck."""
    if dear(rulebook(rules)):
        return Plan(
            look=4, choose=8, final=16, first=8, chance=8, model=24, deal=1, draw=1, more=()
        )
    return Plan(
        look=8, choose=12, final=32, first=32, chance=16, model=64, deal=1, draw=1, more=(64,)
    )


def _cells(bots: Sequence[str], rows: Sequence[Ranked]) -> list[str]:
    cells = []
    for name in bots:
        losses = [
            100 * loss
            for row in rows
            for who, loss in zip(row.names, row.losses, strict=True)
            if who == name
        ]
        cells.append(f"{mean_of(losses):.2f} ± {error_of(losses):.2f}" if losses else "")
    return cells


def _print_meetings(bots: Sequence[str], rows: Sequence[Ranked]) -> None:
    """How often the weaker of two at a table gave away more."""
    meetings: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows:
        loss = dict(zip(row.names, row.losses, strict=True))
        for weak, strong in combinations([name for name in bots if name in loss], 2):
            meetings[weak, strong].append(loss[weak] > loss[strong])
    total = [right for found in meetings.values() for right in found]
    print(f"\nIn {sum(total)} of {len(total)} meetings the weaker bot gave away more:\n")
    for (weak, strong), found in meetings.items():
        print(f"- {weak} and {strong}: {sum(found)} of {len(found)}")
