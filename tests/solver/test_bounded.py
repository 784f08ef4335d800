"""The best play within what hands can do: against counting out, and against an integer program."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from benchmarks.positions.records import load, without_duties
from tests.oracle import brute
from tests.oracle.bounded import bounded_value, tiles_moved
from tests.oracle.positions import small_position
from tests.oracle.program import tiles_then_points, worth
from tilerummy.rules import Play, Position, judge, rulebook
from tilerummy.solver import Moves, moves, simplest, solve


def position(table: str, rack: str, rules: str = "jumbo") -> Position:
    return Position.parse(rulebook(rules), table=table, rack=rack, opened=True)


@pytest.mark.parametrize(
    ("table", "rack", "after", "tiles", "melds"),
    [
        ("r3 r4 r5", "r6", "r3 r4 r5 r6", 1, 1),
        ("r3 r4 r5", "k1 k2 k3", "r3 r4 r5 | k1 k2 k3", 3, 0),
        # The end of a run goes elsewhere: it is moved, the rest of the run stays.
        ("r3 r4 r5 r6 | k7 k8 k9", "b6 y6", "r3 r4 r5 | k7 k8 k9 | r6 b6 y6", 3, 1),
        # A run is split in its middle: the shorter side is pushed away.
        ("r3 r4 r5 r6 r7", "r5", "r3 r4 r5 | r5 r6 r7", 3, 1),
        # Two runs are joined: one of them is moved.
        ("r3 r4 r5 | r6 r7 r8", "r9", "r3 r4 r5 r6 r7 r8 r9", 4, 2),
        # A joker is exchanged and used elsewhere.
        ("r3 * r5 | b9 b10 b11", "r4", "r3 r4 r5 | b9 b10 b11 *", 2, 2),
        # What shares a single tile with an old meld does not go on with it.
        ("r5 b5 k5 y5", "r6 r7", "b5 k5 y5 | r5 r6 r7", 3, 1),
    ],
)
def test_tiles_moved_are_those_laid_and_those_that_leave_their_meld(
    table, rack, after, tiles, melds
):
    asked = position(table, rack)
    play = Play.parse(after)
    assert judge(asked, play) == []
    assert moves(asked, play) == Moves(tiles, melds)
    assert tiles_moved(asked.table, play.table) == tiles


@pytest.mark.parametrize("name", ["jumbo", "ravensburger-travel-de", "piatnik-travel"])
def test_the_bounded_play_is_the_best_of_all_that_move_no_more(name):
    random = Random(name)
    rules = rulebook(name)
    compared = proved = 0
    for _ in range(14):
        asked = small_position(rules, random)
        most = random.randint(1, 6)
        found = solve(asked, "tiles", moved=most)
        if found.play is not None:
            assert judge(asked, found.play) == []
            assert moves(asked, found.play).tiles <= most
        try:
            best = counted_out(asked, most)
        except brute.TooMany:
            continue
        compared += 1
        proved += found.optimal
        value = worth(found.laid, tiles_then_points)
        assert value <= best
        if found.optimal:
            assert value == best, f"{asked}, {most} moved"
    assert compared > 7
    assert proved > compared / 2


def counted_out(asked: Position, most: int) -> int:
    """What the best play is worth that moves at most so many tiles, by trying all."""
    best = tried = 0
    for size in range(1, len(asked.rack) + 1):
        for laid in sorted(set(combinations(asked.rack, size))):
            value = worth(laid, tiles_then_points)
            if value <= best:
                continue
            for play in brute.plays(asked, laid):
                tried += 1
                if tried > 1_500:
                    raise brute.TooMany(str(asked))
                if moves(asked, play).tiles <= most and not judge(asked, play):
                    best = value
                    break
    return best


@pytest.mark.parametrize(("file", "moved", "count"), [("game", 4, 20), ("hard", 6, 2)])
def test_the_bounded_play_agrees_with_an_integer_program(file, moved, count):
    proved = bounded = 0
    for record in load(file):
        asked = record.position
        if not asked.opened or has_jokers(asked) > 2:
            continue
        free = solve(asked)
        if free.play is None or moves(asked, free.play).tiles <= moved:
            continue
        bounded += 1
        found = solve(asked, moved=moved)
        value = worth(found.laid, tiles_then_points)
        best = bounded_value(asked, moved)
        assert value <= best
        if found.optimal:
            proved += 1
            assert value == best, str(asked)
        if bounded == count:
            break
    assert proved > bounded / 2


def has_jokers(asked: Position) -> int:
    tiles = [*asked.rack, *[piece for meld in asked.table for piece in meld.tiles]]
    return sum(piece.is_joker for piece in tiles)


def test_a_bound_on_melds_touched_holds():
    asked = position("r3 r4 r5 | b7 b8 b9 | k1 k2 k3", "r6 b10 k4")
    for touched in range(4):
        found = solve(asked, touched=touched)
        assert found.tiles == touched
        assert found.optimal
        if found.play is not None:
            assert moves(asked, found.play).melds <= touched


def test_the_simplest_play_moves_no_more_than_it_must():
    asked = position("r3 r4 r5 r6 | k9 k10 k11", "b6 y6 k12 k13 k8")
    three = simplest(asked, 3)
    assert three.tiles == 3
    assert three.optimal
    assert moves(asked, three.play).tiles == 3
    five = simplest(asked, 5)
    assert (five.tiles, moves(asked, five.play).tiles) == (5, 6)
    assert simplest(asked, 6).play is None


def test_the_simplest_play_against_counting_out():
    random = Random("simplest")
    rules = without_duties("jumbo")
    compared = 0
    for _ in range(16):
        asked = small_position(rules, random)
        wanted = random.randint(1, 3)
        found = simplest(asked, wanted)
        if found.play is None or not found.optimal:
            continue
        fewest = moves(asked, found.play).tiles
        try:
            sizes = [n for n in range(1, fewest) if tiles_within(asked, n) >= wanted]
        except brute.TooMany:
            continue
        compared += 1
        assert sizes == [], str(asked)
        assert found.tiles >= wanted
    assert compared > 4


def tiles_within(asked: Position, most: int) -> int:
    return counted_out(asked, most) // 10_000


def test_an_opening_within_a_bound():
    asked = Position.parse(
        rulebook("ravensburger-travel-de"),
        table="k1 k2 k3",
        rack="r10 r11 r12 b9 k9 y9 b1 b2 b3",
        opened=False,
    )
    assert solve(asked).tiles == 9
    found = solve(asked, moved=6)
    assert judge(asked, found.play) == []
    assert (found.tiles, found.optimal) == (6, True)
    assert solve(asked, moved=2).play is None


def test_a_negative_bound_is_refused():
    with pytest.raises(ValueError, match="not negative"):
        solve(position("r3 r4 r5", "r6"), moved=-1)


@pytest.mark.parametrize("moved", range(2, 12))
def test_a_group_in_another_order_is_the_old_one_also_for_jokers(moved):
    """The joker may not join a group of ones whose own tiles were pushed to the other group."""
    table = (
        "r5 r6 r7 r8 | o9 b9 r9 | o1 b1 r1 | k1 o1 b1 r1 | k6 k7 k8 | b4 b5 b6 | k8 b8 r8 |"
        " r10 r11 r12 r13 | o2 b2 r2 | k2 o2 r2 | o7 b7 r7 | o3 o4 o5 | b4 b5 b6 | b10 b11 b12 |"
        " k10 k11 * | o7 o8 o9 o10 | k13 b13 r13 | k3 b3 r3 | k4 o4 r4 | k1 k2 k3"
    )
    rules = rulebook("piatnik-travel")
    position = Position.parse(rules, table=table, rack="k6 k12", opened=True)
    play = solve(position, moved=moved).play
    assert play is None or judge(position, play) == []
