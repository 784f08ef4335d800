"""Reviews of many rounds: do they rank the bots, are they stable, do they add up?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from time import process_time

import msgspec

from benchmarks._rounds import Asked, Game, game, measured, played
from benchmarks._statistics import error_of, mean_of
from tilerummy.engine.records import record_of, replay
from tilerummy.evaluation import Plan, RoundReview, TurnReview, review_round
from tilerummy.evaluation.deals import dice_of
from tilerummy.evaluation.outcomes import dear
from tilerummy.rules.library import rulebook


class Turn(msgspec.Struct, frozen=True):
    """What the reviews with both seeds say of one turn."""

    seat: int
    names: tuple[str, str]
    behind: tuple[float, float]
    given: tuple[float, float]
    loss: tuple[float, float]
    error: tuple[float, float]


class Reviewed(msgspec.Struct, frozen=True):
    """A round reviewed with two seeds."""

    rules: str
    names: tuple[str, ...]
    turns: list[Turn]
    losses: tuple[tuple[float, ...], tuple[float, ...]]
    """The mean loss of every player, with either seed."""
    rounding: float
    """By how much start + luck + skill misses the result."""
    useful: float
    """Processor time until the first figures."""
    seconds: float
    """Processor time of one review."""

    @property
    def same(self) -> int:
        """Turns with the same class under both seeds."""
        return sum([turn.names[0] == turn.names[1] for turn in self.turns])

    @property
    def faults(self) -> int:
        """Turns with a class that is neither `equal` nor `only`, under both seeds together."""
        return sum([name not in ("equal", "only") for turn in self.turns for name in turn.names])


class Ranked(msgspec.Struct, frozen=True):
    """What every player of a round gave away."""

    rules: str
    names: tuple[str, ...]
    losses: tuple[float, ...]
    accuracies: tuple[float, ...]


def reviewed(game: Game, seed: str, plan: Plan | None = None) -> RoundReview:
    """The settled review of a round."""
    *_, last = _sharpened(game, seed, plan)
    return last


def _sharpened(game: Game, seed: str, plan: Plan | None = None) -> Iterator[RoundReview]:
    record = record_of([game.states[-1]], game.names)
    (states,) = replay(record)
    moves = record.rounds[0].moves
    return review_round(states, moves, record.players, seed=seed, plan=plan)


def reviews(asked: Asked, count: int) -> None:
    """Whole reviews with two seeds: stable classes, sums, seconds."""

    def row_of(number: int) -> Reviewed:
        round_ = game(asked, number)
        one, useful, seconds = _timed(round_, "1")
        other = reviewed(round_, "2")
        return Reviewed(
            rules=round_.states[0].rules.id,
            names=round_.names,
            turns=[_turn(*pair) for pair in zip(one.turns, other.turns, strict=True)],
            losses=(_losses(one), _losses(other)),
            rounding=max([abs(p.start + p.luck + p.skill - p.result) for p in one.players]),
            useful=useful,
            seconds=seconds,
        )

    rows = measured(asked, "reviews", count, Reviewed, row_of)
    turns, same = sum([len(row.turns) for row in rows]), sum([row.same for row in rows])
    faults = sum([row.faults for row in rows]) / max(1, 2 * turns)
    print(f"\n## Stable: {100 * same / max(1, turns):.1f} % of {turns} turns keep their class")
    print(f"\n{len(rows)} rounds, two seeds; {100 * faults:.1f} % of the turns are faults.")
    print(f"\n## Adding up: largest difference {max([row.rounding for row in rows]):.1e}")
    print("\n## Seconds a review, one core\n")
    for kind, name in ((False, "usual jokers"), (True, "special jokers")):
        for seats in sorted({len(row.names) for row in rows}):
            there = [
                row for row in rows if len(row.names) == seats and dear(rulebook(row.rules)) is kind
            ]
            if there:
                settled, useful = [r.seconds for r in there], [r.useful for r in there]
                print(
                    f"- {seats} seats, {name}: first figures after {mean_of(useful):.1f} "
                    f"(most {max(useful):.1f}), settled after {mean_of(settled):.1f} "
                    f"(most {max(settled):.1f}); {len(there)} rounds"
                )


def _timed(game: Game, seed: str) -> tuple[RoundReview, float, float]:
    """A settled review, and the processor time until its first and its last figures."""
    start = process_time()
    found = _sharpened(game, seed)
    first = next(found)
    useful = process_time() - start
    *_, last = (first, *found)
    return last, useful, process_time() - start


def _turn(one: TurnReview, other: TurnReview) -> Turn:
    return Turn(
        seat=one.seat,
        names=(one.name.value, other.name.value),
        behind=(one.behind, other.behind),
        given=(one.given, other.given),
        loss=(one.loss, other.loss),
        error=(one.error, other.error),
    )


def _losses(review: RoundReview) -> tuple[float, ...]:
    return tuple([player.mean_loss for player in review.players])


def order(asked: Asked, count: int) -> None:
    """The mean loss of every bot for each rulebook and number of seats, so many rounds of each.

    With two seats all pairs meet in turn; with more the bots at a table are drawn, all different.
    """
    tables = [(rules, seats) for seats in sorted(set(asked.seats)) for rules in asked.rules]
    pairs = list(combinations(asked.bots, 2))
    dice_of("pairs", asked.seed).shuffle(pairs)

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
    """Next to nothing but the deals that hold every turn against the model players.

    So few deals call no turn a mistake: what those add to a mean loss is left out.
    """
    model = 8 if dear(rulebook(rules)) else 24
    return Plan(look=1, choose=1, final=2, first=1, chance=1, model=model, deal=1, draw=1, more=())


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
