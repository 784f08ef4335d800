"""Judging a turn: which choices meet how many deals, and what is made of their results."""

from __future__ import annotations

import pytest

from tilerummy.engine import Draw, Play, Round
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.judging import Judging
from tilerummy.rules import rulebook

TABLE = "y10 y11 y12"
POOL = "k1 k2 k3 k5 k6 k8 k9 k11 r4 r6 b2 b3 b7"
OUT = Play.parse("y10 y11 y12 y13")


def judging(rack: str, done) -> Judging:
    now = Round.from_hands(
        rulebook("jumbo"), [rack, "b1 b4 b8 k2 k5"], pool=POOL, table=TABLE, opened=[0, 1]
    )
    return Judging(now.view(0), done, "1")


def test_a_turn_without_a_choice_gives_nothing_away():
    only = judging("r1 b6", Draw())
    assert only.only
    only.look(3)
    only.choose(3, 6)
    only.go_on(5)
    assert only.contest.deals == 3, "there is nothing to hold against it"
    only.settle_chance(7)
    assert only.contest.deals == 7
    only.settle_chance(7)
    assert only.contest.deals == 7, "known well enough"
    verdict = only.verdict()
    assert (verdict.name, verdict.loss, verdict.settled) == (TurnClass.ONLY, 0.0, True)
    assert verdict.best_chance == verdict.chance.value


def test_going_out_is_a_choice_and_the_best():
    out = judging("y13", OUT)
    assert not out.only
    assert out.verdict().name is TurnClass.EQUAL
    assert out.verdict().chance.value == 1


def test_a_way_out_that_came_too_late_is_not_one():
    now = Round.from_hands(
        rulebook("jumbo"), ["y13", "b1 b4 b8 k2 k5"], pool=POOL, table=TABLE, opened=[0, 1]
    )
    late = Judging(now.view(0), OUT, "1", fine=3)
    assert not late.only
    assert late.contest.actions == (OUT, OUT), "the same in time was another choice"
    late.look(12)
    late.choose(12, 30)
    late.settle_chance(24)
    verdict = late.verdict()
    assert verdict.chance.value < 1
    assert verdict.best == 1
    assert verdict.best_chance == pytest.approx(1)


def test_a_late_draw_is_held_against_one_in_time():
    now = Round.from_hands(
        rulebook("jumbo"), ["r1 b6", "b1 b4 b8 k2 k5"], pool=POOL, table=TABLE, opened=[0, 1]
    )
    late = Judging(now.view(0), Draw(), "1", fine=2)
    assert not late.only
    assert late.contest.actions == (Draw(), Draw())
    late.look(24)
    late.choose(24, 200)
    late.go_on(200)
    verdict = late.verdict()
    assert verdict.gain.value > 0
    assert verdict.behind > 0


def test_a_missed_way_out_costs_all_that_is_left():
    missed = judging("y13", Draw())
    assert not missed.only
    missed.look(12)
    missed.choose(12, 30)
    missed.go_on(12)
    missed.settle_chance(24)
    verdict = missed.verdict()
    assert missed.contest.actions[verdict.best] == OUT
    assert verdict.best_chance == pytest.approx(1)
    assert verdict.loss == pytest.approx(1 - verdict.chance.value)
    assert verdict.loss > 0


def test_fewer_and_fewer_choices_meet_more_and_more_deals():
    turn = judging("y13 y9 r1 r2 r3 b6 k7", Draw())
    choices = range(len(turn.contest.actions))
    assert len(choices) > 5
    turn.look(3)
    assert [turn.contest.met_by(index) for index in choices] == [3] * len(choices)
    turn.choose(4, 12)
    met = [turn.contest.met_by(index) for index in choices]
    assert met[0] == 12, "what was done stays to the end"
    assert met.count(12) == 3, "beside it the two best of the others"
    assert met.count(7) == 1, "which a third one met before"
    turn.settle_chance(20)
    assert turn.contest.usual_deals == 20
