"""Recalibration: chances that are never certain before the end, and keep the order of choices."""

from __future__ import annotations

from math import pi

import pytest

from tests.evaluation.games import states
from tilerummy.bots import Dice
from tilerummy.engine.actions import Draw, Pass
from tilerummy.engine.rounds import Round
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.recalibration import Recalibration, angle_of, marks_of
from tilerummy.evaluation.styles import styles_of
from tilerummy.rules import rulebook


def dealt(seats: int) -> Recalibration:
    view = Round.deal(rulebook("jumbo"), seats=seats, seed=1).view(0)
    return Recalibration(view, styles_of(view))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chance_rises_with_the_share_of_play_outs_won(seats: int) -> None:
    turn = dealt(seats)
    rising = [turn.chance([1.0] * wins + [0.0] * (60 - wins)).value for wins in range(61)]
    assert rising == sorted(rising) and len(set(rising)) == len(rising)
    assert 0.02 < rising[0] < 1 / seats
    assert rising[0] + 0.15 < rising[-1] < 1


@pytest.mark.parametrize(
    ("rules", "seats", "chances"),
    [
        ("jumbo", 2, [0.3225, 0.4266, 0.5982]),
        ("jumbo", 3, [0.2021, 0.2837, 0.4421]),
        ("jumbo", 4, [0.1490, 0.2149, 0.3539]),
        ("twist", 2, [0.2704, 0.3669, 0.5369]),
    ],
)
def test_the_first_chances_of_a_round(rules: str, seats: int, chances: list[float]) -> None:
    """The figures in docs/evaluation.md were measured with these weights."""
    view = Round.deal(rulebook(rules), seats=seats, seed=1).view(0)
    turn = Recalibration(view, styles_of(view))
    found = [turn.chance([1.0] * won + [0.0] * (60 - won)).value for won in (0, 20, 60)]
    assert found == pytest.approx(chances, abs=6e-5)


def test_jokers_and_racks_in_sight_count() -> None:
    now = Round.from_hands(
        rulebook("jumbo"), ["* * y13 y9", "b1 b4", "k2"], table="y10 y11 y12", pool="k5 k6 k8"
    )
    turn = Recalibration(now.view(0), styles_of(now.view(0)))
    assert turn.chance([1.0] * 20 + [0.0] * 40).value == pytest.approx(0.667, abs=6e-4)


def test_more_deals_leave_a_smaller_error_and_the_same_chance() -> None:
    turn = dealt(2)
    few, many = turn.chance([1.0] * 3 + [0.0]), turn.chance([1.0] * 300 + [0.0] * 100)
    assert many.error == pytest.approx(few.error / 10)
    assert few.value == pytest.approx(many.value)
    assert turn.chance([]) == Estimate(0.0, 1.0)


def test_the_error_is_how_far_chances_of_as_many_deals_spread() -> None:
    turn = dealt(2)
    dice = Dice(5)
    told = [turn.chance([float(dice.chance(0.3)) for _ in range(50)]) for _ in range(2000)]
    mean = sum(one.value for one in told) / len(told)
    spread = (sum((one.value - mean) ** 2 for one in told) / len(told)) ** 0.5
    assert sum(one.error for one in told) / len(told) == pytest.approx(spread, rel=0.06)


def test_a_share_is_told_as_an_angle() -> None:
    assert angle_of(0, 30) == 0
    assert angle_of(15, 30) == pytest.approx(pi / 4)
    assert angle_of(30, 30) == pytest.approx(pi / 2)


def test_marks_are_the_seats_the_styles_and_what_the_player_sees() -> None:
    now = Round.from_hands(
        rulebook("jumbo"), ["* y13 y9", "b1 b4", "k2"], table="y10 y11 y12", pool="k5 k6 k8"
    )
    seats, *styles, jokers, own, smallest, special = marks_of(now.view(0), styles_of(now.view(0)))
    assert special == 0
    twist = Round.deal(rulebook("twist"), seats=2, seed=1).view(0)
    assert marks_of(twist, styles_of(twist))[-1] == 1
    assert seats == pytest.approx(-0.6931, abs=1e-4)
    assert sum(styles[:8]) == pytest.approx(1) and sum(styles[8:]) == pytest.approx(1)
    assert jokers == 1
    assert (own, smallest) == pytest.approx((1.3863, 0.6931), abs=1e-4)


def test_what_is_counted_out_is_not_recalibrated() -> None:
    """In the last turns of an empty pool, wins are told as they were counted."""
    now = Round.from_hands(
        rulebook("ravensburger-travel-de"), ["k1 k9", "r13", "b13"], table="k4 k5 k6", pool=""
    )
    contest = Contest(now.view(0), [Pass()], "1")
    contest.meet(8)
    assert contest.chance(0).value == pytest.approx(sum(contest.won_by(0)) / 8)


def test_a_chance_does_not_depend_on_how_its_play_outs_are_asked_for() -> None:
    now = states("greedy,casual", 3)[4]
    view = now.view(now.turn)
    plain, strong = Contest(view, [Draw()], "1"), Contest(view, [Draw()], "1", strong=True)
    plain.meet(6)
    strong.meet_as_usual(6)
    assert plain.chance(0) == strong.chance(0)
