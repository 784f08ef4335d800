"""Judging a turn: which choices meet how many deals, and what is made of their results."""

from __future__ import annotations

import pytest

from tilerummy.engine import Draw, Pass, Play, Round
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.judging import Judging
from tilerummy.rules import rulebook

TABLE = "y10 y11 y12"
POOL = "k1 k2 k3 k5 k6 k8 k9 k11 r4 r6 b2 b3 b7"
OUT = Play.parse("y10 y11 y12 y13")


def judging(rack: str, done, pool: str = POOL, seed: str = "1") -> Judging:
    now = Round.from_hands(
        rulebook("jumbo"), [rack, "b1 b4 b8 k2 k5"], pool=pool, table=TABLE, opened=[0, 1]
    )
    return Judging(now.view(0), done, seed)


def test_a_turn_without_a_choice_gives_nothing_away():
    only = judging("r1 b6", Draw())
    assert only.only
    only.look(3)
    only.choose(3)
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


def test_a_missed_way_out_costs_all_that_is_left():
    missed = judging("y13", Draw())
    assert not missed.only
    missed.look(12)
    missed.choose(12)
    missed.go_on(12)
    missed.settle_chance(24)
    verdict = missed.verdict()
    assert missed.contest.actions[verdict.best] == OUT
    assert verdict.best_chance == pytest.approx(1)
    assert verdict.loss == pytest.approx(1 - verdict.chance.value)
    assert verdict.loss > 0


def test_deals_are_met_by_all_then_by_few_then_by_two():
    turn = judging("y13 y9 r1 r2 r3 b6 k7", Draw())
    choices = len(turn.contest.actions)
    assert choices > 5
    turn.look(3)
    assert [turn.contest.met_by(index) for index in range(choices)] == [3] * choices
    turn.choose(4)
    met = [turn.contest.met_by(index) for index in range(choices)]
    assert met[0] == 7
    assert met.count(7) == 4, "what was done and three others"
    turn.go_on(5)
    again = [turn.contest.met_by(index) for index in range(choices)]
    assert again.count(12) in (0, 2), "nothing more if no rival was ahead"


def test_fresh_deals_alone_say_what_was_given_away(monkeypatch):
    """The rival looked better by luck on the first deals; that does not count."""
    turn = judging("y13 r1 r2 r3 b6 k7", Draw())
    asked: list[int] = []
    gain = Contest.gain

    def noted(self, index, over, start=0):
        asked.append(start)
        return gain(self, index, over, start)

    monkeypatch.setattr(Contest, "gain", noted)
    turn.look(4)
    turn.choose(4)
    turn._behind = False
    turn.go_on(6)
    asked.clear()
    turn.verdict()
    assert asked[-1] == 8


def test_with_an_empty_pool_a_pass_is_judged_exactly():
    turn = judging("y13 r1", Pass(), pool="")
    turn.look(2)
    turn.choose(2)
    assert turn.verdict().settled
