"""The methods agree with each other: no oracle is trusted alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.positions.records import without_duties
from tests.oracle import brute, cpsat
from tests.oracle.highs import Highs
from tests.oracle.positions import small_position
from tests.oracle.program import points_then_tiles, tiles_then_points
from tilerummy.rules import Position, judge, rulebook


@pytest.fixture(scope="module")
def highs() -> Iterator[Highs]:
    with Highs() as process:
        yield process


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("name", ["jumbo", "ravensburger-travel-de", "jumbo-xp", "twist"])
def test_integer_programs_and_brute_force_agree_where_no_duties_bind(
    name: str, opened: bool, highs: Highs
):
    random = Random(f"{name} {opened}")
    rules = without_duties(name)
    for _ in range(4 if name == "twist" else 12):
        position = small_position(rules, random, opened=opened)
        for weigh in (tiles_then_points, points_then_tiles):
            answer = cpsat.best(position, weigh)
            assert answer.value == highs.best(position, weigh).value, str(position)
            assert answer.play is None or judge(position, answer.play) == []
            try:
                assert answer.value == brute.best(position, weigh, limit=2_000).value, str(position)
            except brute.TooMany:
                continue


def test_duties_make_the_integer_program_an_upper_bound():
    position = Position.parse(rulebook("ravensburger-travel-it"), table="b6 b7 *", rack="b4 b5")
    assert cpsat.best(position).value > brute.best(position).value == 0
