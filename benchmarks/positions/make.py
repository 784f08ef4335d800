"""Make the stored positions again: games, hard tables and small ones, with their optima.

    python -m benchmarks.positions.make [NAME ...]

Games are played with the most tiles laid each turn. Full positions have a table of most of the set
and a large rack, hard ones a large rack of which not everything can be laid, and the racks of the
largest hold nearly half of the set. Where a legal play lays the whole rack, that is the optimum.
Other optima are found by CP-SAT and confirmed by HiGHS (where either needs more than half a minute,
another position is taken); those of the small positions, where the joker rules of every rulebook
count, by brute force and the judge. Openings on crowded tables are kept where a legal one is worth
as much as the best play of a player who has opened and owes nothing: none can be worth more. So
are positions in which duties towards jokers keep the first proposal from being played, and
the slow ones, positions that once took this solver long; only their optima are found again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from benchmarks.positions.records import Best, Count, Record, load, save, without_duties
from tests.oracle import brute, cpsat
from tests.oracle.highs import Highs
from tests.oracle.positions import small_position
from tests.oracle.program import (
    Undecided,
    Weigh,
    has_duties,
    points_then_tiles,
    tiles_then_points,
)
from tilerummy.rules import RULEBOOK_IDS, Position, Rulebook, Tile, judge, rulebook
from tilerummy.rules.tiles import in_order
from tilerummy.solver import can_go_out, solve

__all__ = ["SETS", "crowded", "games", "hard"]

PATIENCE: Final = 30.0


def games(rules: Rulebook, random: Random, *, share: float) -> Iterator[Position]:
    """Positions from greedy games without end; a share of all turns is taken."""
    while True:
        deck = list(rules.deck)
        random.shuffle(deck)
        seats = random.choice((2, 3, 4))
        racks = [[deck.pop() for _ in range(rules.deal.tiles)] for _ in range(seats)]
        opened = [False] * seats
        table: Position = Position(rules, (), (), opened=True)
        passes = seat = 0
        while passes < seats and all(racks):
            position = replace(table, rack=in_order(racks[seat]), opened=opened[seat])
            if random.random() < share:
                yield position
            answer = solve(position)
            if answer.play is not None:
                table = replace(table, table=answer.play.table)
                for tile in answer.laid:
                    racks[seat].remove(tile)
                opened[seat], passes = True, 0
            elif deck:
                racks[seat].append(deck.pop())
            else:
                passes += 1
            seat = (seat + 1) % seats


def crowded(
    rules: Rulebook,
    random: Random,
    *,
    least: int,
    most: int,
    jokers_in_play: int = 8,
    rack_sizes: tuple[int, int] = (14, 24),
) -> Iterator[Position]:
    """Tables of many tiles and large racks, with all jokers or as many as said."""
    while True:
        deck = [tile for tile in rules.deck if not tile.is_joker]
        jokers = [tile for tile in rules.deck if tile.is_joker]
        random.shuffle(deck)
        random.shuffle(jokers)
        del jokers[jokers_in_play:]
        on_table = random.randint(0, len(jokers))
        count = random.randint(least, most)
        start = Position(rules, (), in_order([*deck[:count], *jokers[:on_table]]), opened=True)
        answer = solve(start)
        if answer.play is None:
            continue
        left: list[Tile] = list(start.rack)
        for tile in answer.laid:
            left.remove(tile)
        left += [*jokers[on_table:], *deck[count:]]
        random.shuffle(left)
        loose_jokers = [tile for tile in left if tile.is_joker]
        others = [tile for tile in left if not tile.is_joker]
        rack = in_order([*loose_jokers, *others[: random.randint(*rack_sizes)]])
        yield Position(rules, answer.play.table, rack, opened=True)


def hard(
    rules: Rulebook, random: Random, *, least: int, most: int, jokers_in_play: int = 8
) -> Iterator[Position]:
    """Crowded positions with something to choose: not everything can be laid."""
    for position in crowded(rules, random, least=least, most=most, jokers_in_play=jokers_in_play):
        if can_go_out(position) is None:
            yield position


def large(rules: Rulebook, random: Random) -> Iterator[Position]:
    """Racks without end: nearly half of the set, of which not everything can be laid."""
    for position in crowded(rules, random, least=15, most=45, rack_sizes=(30, 50)):
        if can_go_out(position) is None:
            yield position


def openings(random: Random) -> Iterator[Position]:
    """Crowded tables before a player who has not opened, where duties towards jokers count."""
    books = [rulebook(name) for name in RULEBOOK_IDS]
    sources = [
        crowded(rules, random, least=15, most=60)
        for rules in books
        if has_duties(rules) and rules.jokers.special_replaces_other and rules.opening.goes_on
    ]
    while True:
        for source in sources:
            yield replace(next(source), opened=False)


def mended(rules: Rulebook, random: Random, *, least: int, most: int) -> Iterator[Position]:
    """Crowded positions in which the best play without duties towards jokers breaks one."""
    freed = without_duties(rules.id)
    jokers = 4 if rules.tiles.jokers.mirror else 8
    for position in crowded(rules, random, least=least, most=most, jokers_in_play=jokers):
        play = solve(replace(position, rules=freed)).play
        if play is not None and judge(position, play):
            yield position


def small(random: Random) -> Iterator[Position]:
    """Small positions under every rulebook in turn, opened ones more often."""
    while True:
        for name in RULEBOOK_IDS:
            yield small_position(rulebook(name), random, opened=random.random() < 0.7)


def by_going_out(position: Position) -> Best | None:
    """The optimum, if a legal play lays the whole rack: nothing can be better."""
    play = can_go_out(position)
    if play is None or judge(position, play):
        return None
    return Best(Count.of(position.rack), Count.of(position.rack))


def by_programs(position: Position, highs: Highs) -> Best:
    """The optimum, on which two solvers of integer programs agree."""

    def count(weigh: Weigh) -> Count:
        answer = cpsat.best(position, weigh, seconds=PATIENCE)
        other = highs.best(position, weigh)
        if answer.value != other.value:
            raise AssertionError(f"CP-SAT {answer.value}, HiGHS {other.value}: {position}")
        return Count.of(answer.laid)

    return Best(count(tiles_then_points), count(points_then_tiles))


def by_relaxing(position: Position, highs: Highs) -> Best | None:
    """The optimum as if the player had opened and owed nothing, if legal plays are worth it."""
    free = replace(position, rules=without_duties(position.rules.id), opened=True)
    best = by_programs(free, highs)
    for objective, count in (("tiles", best.tiles), ("points", best.points)):
        answer = solve(position, "tiles" if objective == "tiles" else "points")
        if answer.play is None or judge(position, answer.play):
            return None
        if Count.of(answer.laid) != count:
            return None
    return best


def by_brute_force(position: Position) -> Best:
    """The optimum of a small position under all its rules."""
    by_tiles = brute.best(position, tiles_then_points, limit=3_000)
    by_points = brute.best(position, points_then_tiles, limit=3_000)
    return Best(Count.of(by_tiles.laid), Count.of(by_points.laid))


def with_programs(
    name: str, count: int, rules: Rulebook, positions: Callable[[Random], Iterator[Position]]
) -> Iterator[Record]:
    with Highs() as highs:
        found = 0
        for position in positions(Random(name)):
            try:
                best = by_going_out(position) or by_programs(position, highs)
            except Undecided:
                continue
            duties = not has_duties(rulebook(rules.id))
            yield Record.of(f"{name}-{found:03}", position, best, duties=duties)
            found += 1
            if found == count:
                return


def with_brute_force(name: str, count: int) -> Iterator[Record]:
    found = 0
    for position in small(Random(name)):
        try:
            best = by_brute_force(position)
        except brute.TooMany:
            continue
        yield Record.of(f"{name}-{found:04}", position, best, duties=True)
        found += 1
        if found == count:
            return


def with_relaxing(name: str, count: int, positions: Iterator[Position]) -> Iterator[Record]:
    found = 0
    with Highs() as highs:
        for position in positions:
            try:
                best = by_relaxing(position, highs)
            except Undecided:
                continue
            if best is None:
                continue
            yield Record.of(f"{name}-{found:03}", position, best, duties=True)
            found += 1
            if found == count:
                return


def again(name: str) -> Iterator[Record]:
    with Highs() as highs:
        for record in load(name):
            best = by_relaxing(record.position, highs)
            if best is None:
                raise AssertionError(f"no legal play is worth the best without duties: {record.id}")
            yield Record.of(record.id, record.position, best, duties=True)


def _game_set(name: str, rules_id: str, count: int, share: float) -> Iterator[Record]:
    rules = without_duties(rules_id)
    return with_programs(name, count, rules, lambda random: games(rules, random, share=share))


def _full_set(name: str, rules_id: str, count: int, least: int, most: int) -> Iterator[Record]:
    rules = without_duties(rules_id)
    return with_programs(
        name, count, rules, lambda random: crowded(rules, random, least=least, most=most)
    )


def _hard_set(
    name: str, rules_id: str, count: int, least: int, most: int, jokers: int = 8
) -> Iterator[Record]:
    rules = without_duties(rules_id)

    def positions(random: Random) -> Iterator[Position]:
        return hard(rules, random, least=least, most=most, jokers_in_play=jokers)

    return with_programs(name, count, rules, positions)


def _duties_set(name: str, rules_id: str, count: int, least: int, most: int) -> Iterator[Record]:
    positions = mended(rulebook(rules_id), Random(name), least=least, most=most)
    return with_relaxing(name, count, positions)


SETS: Final[dict[str, Callable[[], Iterator[Record]]]] = {
    "game": lambda: _game_set("game", "jumbo", 400, 0.2),
    "game-travel": lambda: _game_set("game-travel", "ravensburger-travel-de", 200, 0.2),
    "game-108": lambda: _game_set("game-108", "lets-play-rummy-de", 100, 0.2),
    "game-xp": lambda: _game_set("game-xp", "jumbo-xp", 120, 0.2),
    "game-twist": lambda: _game_set("game-twist", "twist", 100, 0.25),
    "hard": lambda: _hard_set("hard", "jumbo", 200, 30, 60),
    "hard-108": lambda: _hard_set("hard-108", "jumbo-xp-quick", 60, 20, 50),
    "hard-xp": lambda: _hard_set("hard-xp", "jumbo-xp", 60, 30, 80),
    "hard-twist": lambda: _hard_set("hard-twist", "twist", 30, 15, 35, jokers=3),
    "large": lambda: with_programs(
        "large", 16, rulebook("jumbo"), lambda random: large(rulebook("jumbo"), random)
    ),
    "opening": lambda: with_relaxing("opening", 30, openings(Random("opening"))),
    "duties-fr": lambda: _duties_set("duties-fr", "ravensburger-travel-fr", 15, 50, 85),
    "duties-it": lambda: _duties_set("duties-it", "ravensburger-travel-it", 15, 50, 85),
    "duties-piatnik": lambda: _duties_set("duties-piatnik", "piatnik-travel", 15, 50, 85),
    "duties-twist": lambda: _duties_set("duties-twist", "twist", 10, 15, 35),
    "full": lambda: _full_set("full", "jumbo", 120, 60, 85),
    "full-xp": lambda: _full_set("full-xp", "jumbo-xp", 40, 90, 130),
    "full-twist": lambda: _full_set("full-twist", "twist", 30, 30, 60),
    "slow": lambda: again("slow"),
    "small": lambda: with_brute_force("small", 1_500),
}


def main(wanted: list[str]) -> None:
    for name in wanted or SETS:
        records = list(SETS[name]())
        save(name, records)
        print(f"{name}: {len(records)} positions", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
