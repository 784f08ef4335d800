"""With a Twist: special jokers that only one meld can use."""

from __future__ import annotations

import pytest

from tilerummy.rules import Position, judge, rulebook
from tilerummy.solver import solve


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
