"""Accounts that add up, the classes of losses, and plans."""

from __future__ import annotations

from math import exp

import pytest

from tilerummy.engine import Draw
from tilerummy.evaluation.classes import TurnClass, accuracy_of, class_of, counted, turn_accuracy
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.luck import Luck
from tilerummy.evaluation.reviewer import Plan, plan_for
from tilerummy.evaluation.reviews import MatchReview, RoundReview, TurnReview, account_of
from tilerummy.rules import (
    rulebook,
)

JUMBO = rulebook("jumbo")


def a_turn(number, seat, chance, loss, given, name=TurnClass.SMALL):
    return TurnReview(
        number=number,
        seat=seat,
        action=Draw(),
        played="draw",
        chance=chance,
        best="draw",
        best_action=Draw(),
        best_chance=chance + loss,
        loss=loss,
        gain=loss,
        behind=0.0,
        given=given,
        error=0.0,
        name=name,
        choices=(),
        most=(),
        luck=0.0,
        reasons=(),
    )


TURNS = (
    a_turn(1, 0, 0.5, 0.2, 0.1),
    a_turn(2, 1, 0.6, 0.3, 0.0, TurnClass.LARGE),
    a_turn(3, 0, 0.4, 0.5, 0.2, TurnClass.LARGE),
    a_turn(4, 1, 0.9, 0.01, 0.0, TurnClass.EQUAL),
    a_turn(5, 0, 0.9, 0.9, 0.0, TurnClass.ONLY),
    a_turn(6, 1, 0.9, 0.1, 0.0),
)


def test_start_luck_and_skill_add_up_to_the_result():
    deal, draws = Luck((0.1, -0.1), 0.03), (Luck((0.05, -0.05), 0.04), Luck((-0.2, 0.2), 0.0))
    account = account_of("Ada", 0, 2, 1, TURNS[:4], deal, draws)
    assert (account.player, account.seat, account.start, account.result) == ("Ada", 0, 0.5, 0.0)
    assert account.deal == 0.1
    assert account.luck == pytest.approx(-0.05)
    assert account.luck_error == pytest.approx(0.05)
    assert account.skill == pytest.approx(0 - 0.5 + 0.05)
    assert account.adjusted == pytest.approx(0.05)
    assert account.mean_loss == pytest.approx((0.1 + 0.2) / 2)
    assert account.accuracy == pytest.approx(accuracy_of((0.1 + 0.2) / 2))
    other = account_of("Bo", 1, 2, 1, TURNS[:4], deal, draws)
    assert (other.result, other.deal) == (1.0, -0.1)
    assert other.luck == pytest.approx(0.05)


def test_no_turn_counts_for_more_than_a_fifth_of_a_round():
    turns = (a_turn(1, 0, 0.1, 0.9, 0.9), a_turn(2, 0, 0.5, 0.1, 0.19), a_turn(3, 0, 0.5, 0.0, 0.0))
    account = account_of("Ada", 0, 2, 1, turns, Luck((0.0, 0.0), 0.0), ())
    assert account.mean_loss == pytest.approx((0.2 + 0.19) / 3)


def test_a_void_round_gives_everybody_their_share():
    account = account_of("Ada", 0, 3, None, (), Luck((0.0,) * 3, 0.0), ())
    assert (account.result, account.skill, account.mean_loss) == (1 / 3, 0.0, 0.0)
    assert account.accuracy == 100


def test_turning_points_are_the_three_worst_faults_and_curves_those_of_a_seat():
    played = RoundReview((), TURNS, 1.0)
    assert [turn.number for turn in played.turning_points] == [3, 2, 1]
    assert played.curve(1) == ((2, 0.6), (4, 0.9), (6, 0.9))


def test_rounds_won_without_luck_are_summed_seat_by_seat():
    deal = Luck((0.2, -0.2), 0.0)
    accounts = tuple([account_of("", seat, 2, 0, (), deal, ()) for seat in (0, 1)])
    once = RoundReview(accounts, (), 1.0)
    assert MatchReview((once, once), 1.0).adjusted == pytest.approx((1.6, 0.4))


@pytest.mark.parametrize(
    ("value", "error", "name"),
    [
        (0.0424, 0.0, "equal"),
        (0.0426, 0.0, "small"),
        (0.0699, 0.0, "small"),
        (0.0701, 0.0, "medium"),
        (0.1099, 0.0, "medium"),
        (0.1101, 0.0, "large"),
        (0.1101, 0.02, "medium"),
        (0.3, 0.1, "equal"),
    ],
)
def test_the_lower_end_of_the_error_bar_names_a_loss(value, error, name):
    assert class_of(Estimate(value, error)).value == name


def test_what_counts_of_a_gain_and_how_accuracy_falls():
    assert counted(Estimate(0.02, 0.02)) == 0
    assert counted(Estimate(0.04, 0.02)) == pytest.approx(0.03)
    assert (turn_accuracy(0), turn_accuracy(-1), turn_accuracy(5)) == (100, 100, 0)
    assert turn_accuracy(0.1) == pytest.approx(103.17 * exp(-0.4354) - 2.17)
    assert accuracy_of(0.01) == pytest.approx(turn_accuracy(0.05))


def test_a_plan_is_scaled_with_one_deal_at_least():
    plan = Plan(*range(1, 9), more=(10, 20), play_outs=100)
    assert plan.scaled(2) == Plan(2, 4, 6, 8, 10, 12, 14, 16, more=(20, 40), play_outs=200)
    least = plan.scaled(0.001)
    assert least == Plan(*[1] * 8, more=(1, 1), play_outs=1)
    assert plan_for(JUMBO) == Plan()
    assert plan_for(rulebook("twist")).play_outs < Plan().play_outs
