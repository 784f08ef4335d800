"""With a Twist: special jokers that only one meld can use."""

from __future__ import annotations

import pytest

from tilerummy.rules import Position, Tile, judge, rulebook
from tilerummy.solver import Weights, can_go_out, solve


def test_two_runs_end_where_two_of_the_same_colour_begin() -> None:
    rack = "r1 r1 r2 r2 *2 *2 r4 r4 r5 r5 r6 r6"
    position = Position.parse(rulebook("twist"), table="", rack=rack)
    play = can_go_out(position)
    assert play is not None
    assert not judge(position, play)


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        ("", "r2 r3 *2 *m", 4),
        ("r1 r2 r3", "r2 r3 *2 *m", 4),
        ("k4 k5 k6", "r5 r6 *2 *m", 4),
    ],
)
def test_a_double_faces_two_tiles_across_a_mirror(table: str, rack: str, tiles: int) -> None:
    position = Position.parse(rulebook("twist"), table=table, rack=rack)
    best = solve(position, "points")
    assert best.play is not None
    assert not judge(position, best.play)
    assert (best.tiles, best.optimal) == (tiles, True)


@pytest.mark.parametrize(
    ("table", "rack", "tiles", "points"),
    [
        (
            (
                "k1 r1 b1 y1 | k1 r1 y1 | k2 r2 b2 y2 | k2 r2 b2 | k3 r3 b3 y3 | k3 b3 y3 | k4 "
                "r4 b4 y4 | k4 r4 b4 | k5 r5 b5 y5 | k5 r5 b5 | k6 r6 b6 y6 | k6 b6 y6 | k7 r7 "
                "b7 y7 | k7 r7 y7 | k8 r8 b8 y8 | k8 b8 y8 | k9 r9 b9 y9 | k9 r9 y9 | k10 r10 "
                "b10 y10 | k10 r10 b10 | k11 r11 b11 y11 | k11 b11 y11 | k12 b12 y12 | r12 b12 "
                "y12 | k13 r13 b13 y13 | r13 b13 y13"
            ),
            "k12 k13 r3 r6 r8 r11 r12 b1 b7 b9 y2 y4 y5 y10 * * *2 *2 *c *c *m *m",
            22,
            103,
        ),
        (
            (
                "k1 r1 b1 y1 | k1 r1 b1 y1 | k2 r2 b2 y2 | k2 b2 y2 | k3 r3 b3 y3 | k3 r3 b3 | "
                "k4 r4 y4 | k4 r4 y4 | k5 r5 b5 y5 | k5 r5 b5 | k6 r6 b6 y6 | k6 r6 b6 y6 | k7 "
                "r7 y7 | k7 b7 y7 | k8 r8 b8 y8 | k8 r8 b8 y8 | k9 r9 b9 y9 | k9 r9 b9 y9 | k10 "
                "r10 b10 y10 | k10 r10 b10 | k11 r11 b11 y11 | k11 r11 b11 y11 | k12 r12 y12 | "
                "k12 r12 y12 | k13 r13 b13 y13 | k13 r13 y13"
            ),
            "r2 r7 b4 b4 b7 b12 b12 b13 y3 y5 y10 * *2 *c *c *m *m",
            17,
            79,
        ),
        (
            (
                "k5 b5 y5 | y2 y3 y4 y5 | b2 b3 *2 b6 | k4 *c r6 r7 | r3 r4 r5 r6 r7 | k8 r8 b8 "
                "| y7 y8 y9 y10 | r11 b11 y11 | r12 b12 y12 | k9 k10 k11 k12 | r13 b13 y13"
            ),
            "k3 k5 k6 k8 k13 r1 r2 r2 r4 r9 b1 b4 b7 b10 y1 y8 y11 y12 * * *2 *c *m *m",
            24,
            107,
        ),
        (
            (
                "k2 r2 b2 | y3 y4 y5 | k4 r4 y4 | k1 b1 * | b5 b6 b7 | r4 *c k6 | r6 r7 r8 | k5 "
                "*2 k8 k9 | y7 y8 y9 | r8 r9 r10 | k11 b11 y11 | b10 b11 b12 b13 | k12 y12 *"
            ),
            "k5 r1",
            2,
            6,
        ),
        (
            (
                "r1 r2 *c b4 | r5 b5 y5 | k4 k5 k6 | y4 *2 y7 | k8 b8 y8 | r9 r10 r11 | k10 k11 "
                "k12 | y10 *c b12 | r11 r12 r13"
            ),
            "k5 k7 k12 k13 r4 r8 b2 b6 b9 b10 b12 y1 y2 y3 y4 y6 y6 y8 y11",
            17,
            111,
        ),
    ],
    ids=["only-groups", "no-run-for-a-change", "all-jokers", "duties", "not-all"],
)
def test_crowded_tables_are_solved_to_the_known_best(
    table: str, rack: str, tiles: int, points: int
) -> None:
    """All but the last rack can be laid at once; the best of that one was found by CP-SAT."""
    position = Position.parse(rulebook("twist"), table=table, rack=rack)
    best = solve(position)
    assert best.play is not None
    assert not judge(position, best.play)
    assert (best.tiles, best.points, best.optimal) == (tiles, points, True)
    assert (tiles == len(position.rack)) == (can_go_out(position) is not None)


def test_a_mirrored_run_is_not_turned_round() -> None:
    position = Position.parse(rulebook("twist"), table="*c y5 y6 y7 | *2 *m r2 r1", rack="b9 b10")
    best = solve(position)
    assert best.play is not None
    assert not judge(position, best.play)
    assert "*2 *m r2 r1" in map(str, best.play.table)
    assert (best.tiles, best.optimal) == (2, True)


def test_a_mirror_of_the_rack_is_settled_where_an_old_one_depends_on_it() -> None:
    position = Position.parse(rulebook("twist"), table="b4 b5 b6 * | k8 r8 *m r8 k8", rack="y8 *m")
    best = solve(position, Weights.of({Tile.parse("y8"): 19, Tile.parse("*m"): -3}))
    assert best.play is not None
    assert not judge(position, best.play)
    assert (best.tiles, best.optimal) == (2, True)
