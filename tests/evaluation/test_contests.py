"""Contests: what is made of ends that are known, choice by choice and deal by deal."""

from __future__ import annotations

from math import sqrt

import pytest

from tilerummy.engine import Draw, Pass, Play, Round
from tilerummy.evaluation import contests
from tilerummy.evaluation.analysis import Choice, _analysis, analyse, choices_of, told
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate, mean_of
from tilerummy.evaluation.judging import Judging
from tilerummy.evaluation.outcomes import End
from tilerummy.rules import parse_tiles, rulebook

JUMBO = rulebook("jumbo")
PLAY = Play.parse("y10 y11 y12 y13")
OUT = Play.parse("y10 y11 y12 y13 | k4 k5 k6")


def view(rack="y13 k4 k5 k6", pool="k1 k2 k3 r4 r6 b2"):
    now = Round.from_hands(JUMBO, [rack, "b1 b4 b8"], pool=pool, table="y10 y11 y12", opened=[0, 1])
    return now.view(0)


class Plain:
    """Believes the play-outs as they are; `test_recalibration.py` is about what is made of them."""

    def __init__(self, seen, styles):
        self.chance = mean_of


@pytest.fixture
def ends(monkeypatch):
    """For each action the winners of its deals, one after the other, and the score of seat 0."""
    told = {}

    def of(seen, action, deals, *, fine):
        rows = told[action]
        found = [rows.pop(0) for _ in deals]
        return [End(winner, (score, -score)) for winner, score in found]

    monkeypatch.setattr(contests, "ends_of", of)
    monkeypatch.setattr(contests, "Recalibration", Plain)
    return told


def a_contest(ends, won, lost, **how):
    ends[Draw()], ends[PLAY] = list(won), list(lost)
    return Contest(view(), [Draw(), PLAY], "1", **how)


def test_chances_scores_and_gains_are_means_over_the_same_deals(ends):
    contest = a_contest(
        ends, [(0, 10), (1, -6), (1, -4), (0, 4)], [(0, 20), (0, 8), (1, -4), (0, 8)]
    )
    contest.meet(4)
    assert (contest.deals, contest.play_outs, contest.usual_deals) == (4, 8, 0)
    assert contest.chance(0) == mean_of([1, 0, 0, 1])
    assert contest.chance(1) == mean_of([1, 1, 0, 1])
    assert contest.score(0).value == 1
    assert contest.score(1).value == 8
    # By how much the second is better than the first.
    assert contest.gain(0, 1) == mean_of([0, 1, 0, 0])
    assert contest.gain(1, 0) == mean_of([0, -1, 0, 0])
    assert contest.gain(0, 1, 2) == mean_of([0, 0])
    assert contest.gain(0, 1, 0, 2) == mean_of([0, 1])
    assert (contest.best(), contest.best(besides=1)) == (1, 0)
    assert [contest.met_by(index) for index in (0, 1)] == [4, 4]
    assert not contest.exact


def test_the_score_decides_between_equal_chances_and_the_first_between_equals(ends):
    contest = a_contest(ends, [(0, 5), (1, -5)], [(0, 6), (1, -5)])
    contest.meet(2)
    assert contest.best() == 1
    same = a_contest(ends, [(0, 5)], [(0, 5)])
    assert same.best() == 0
    same.meet(1)
    assert same.best() == 0


def test_who_is_far_behind_is_dropped_unless_kept(ends):
    def far():
        contest = a_contest(ends, [(1, 0)] * 20 + [(0, 0)], [(0, 0)] * 20 + [(1, 0)])
        contest.meet(21)
        return contest

    contest = far()
    contest.drop(keep=(0,))
    assert contest.alive == {0, 1}
    contest.drop()
    assert contest.alive == {1}
    contest.meet(0)
    assert contest.best(besides=1) == 0
    near = a_contest(ends, [(1, 0), (0, 0), (1, 0)], [(0, 0), (1, 0), (0, 0)])
    near.meet(3)
    near.drop()
    assert near.alive == {0, 1}
    near.drop(most=1)
    assert near.alive == {1}
    kept = a_contest(ends, [(1, 0), (0, 0), (1, 0)], [(0, 0), (1, 0), (0, 0)])
    kept.meet(3)
    kept.drop(most=2)
    assert kept.alive == {0, 1}


def test_with_strong_the_chance_is_that_as_usual_and_the_gain_is_added(ends):
    contest = a_contest(
        ends,
        [(0, 1), (0, 1), (1, 0), (0, 0), (1, 0), (1, 0), (1, 0)],
        [(0, 1), (0, 1), (0, 1)],
        strong=True,
    )
    contest.meet(3)
    contest.meet_as_usual(4)
    assert (contest.usual_deals, contest.play_outs) == (4, 10)
    assert contest.chance(0) == mean_of([1, 0, 0, 0])
    assert contest.gain(0, 1).value == pytest.approx(1 / 3)
    assert contest.chance(1).value == pytest.approx(1 / 4 + 1 / 3)
    contest.meet_as_usual(4)
    assert contest.play_outs == 10


def test_going_out_is_certain_and_costs_no_play_outs(ends):
    ends[Draw()], ends[OUT] = [(1, -3)], [(0, 9)]
    contest = Contest(view(), [Draw(), OUT], "1", strong=True)
    contest.meet(1)
    assert [contest.wins(index) for index in (0, 1)] == [False, True]
    assert contest.play_outs == 1
    assert contest.chance(1) == Estimate(1.0, 0.0)
    assert contest.gain(1, 1) == Estimate(0.0, 0.0)
    assert contest.best() == 1
    first = Contest(view(), [OUT, Draw()], "1", strong=True)
    first.meet_as_usual(5)
    assert (first.usual_deals, first.chance(0)) == (0, Estimate(1.0, 0.0))


def test_an_analysis_lists_the_choices_best_first_and_dropped_ones_last(ends):
    contest = a_contest(ends, [(0, 1), (1, 0)], [(0, 1), (0, 2)])
    contest.meet(2)
    found = _analysis(contest)
    assert [choice.action for choice in found.choices] == [PLAY, Draw()]
    assert found.best.laid == parse_tiles("y13")
    assert (found.deals, found.best.deals) == (2, 2)
    assert [row.seat for row in found.assumed] == [0, 1]
    assert sum(share for _, share in found.assumed[1].shares) == pytest.approx(1)
    contest.alive = {0}
    assert [choice.action for choice in _analysis(contest).choices] == [Draw(), PLAY]


def test_the_words_for_an_action():
    tiles = parse_tiles("y13 k4")
    assert [told(action, tiles) for action in (PLAY, Draw(), Pass())] == ["y13 k4", "draw", "pass"]
    choice = Choice(Draw(), (), Estimate(0.25, 0.05), Estimate(1, 1), 3)
    assert str(choice) == "draw: 0.250 ± 0.050"


def test_the_choices_of_a_turn():
    assert choices_of(view(), OUT) == [OUT]
    missed = choices_of(view(), Draw())
    assert missed[0] == Draw()
    assert len(missed) == 2
    assert analyse(view(), [OUT]).best.chance == Estimate(1.0, 0.0)


def judged(ends, done, rival, usual):
    """A turn in which a draw was done and a play of one tile is the rival."""
    turn = Judging(view("y13 k4 r9"), Draw(), "1")
    actions = turn.contest.actions
    assert actions[0] == Draw()
    place = next(i for i, action in enumerate(actions) if isinstance(action, Play))
    contest = turn.contest
    contest._won = [[] for _ in actions]
    contest._won[0], contest._won[place] = list(done), list(rival)
    contest._scores = [[0.0] * len(row) for row in contest._won]
    contest._usual = list(usual)
    turn._rival, contest.alive = place, {0, place}
    turn._models = {place}
    return turn, place


def test_a_verdict_says_what_the_rival_was_ahead_on_fresh_deals(ends):
    done, rival = [1.0, 0, 0, 0, 0, 1] * 4, [0.0, 1, 1, 0, 1, 1] * 4
    turn, place = judged(ends, done, rival, [0.5, 0.25])
    turn._start, turn._compared = 6, 12
    verdict = turn.verdict()
    differences = [b - a for a, b in zip(done, rival, strict=True)]
    gain = mean_of(differences[6:])
    assert verdict.chance == mean_of([0.5, 0.25])
    assert verdict.gain == gain
    assert verdict.behind == pytest.approx(sum(differences[:12]) / 12)
    assert verdict.best == place
    assert verdict.loss == pytest.approx(gain.value - gain.error**2 / gain.value)
    assert verdict.best_chance == pytest.approx(verdict.chance.value + verdict.loss)
    assert verdict.name is not TurnClass.ONLY


def test_nobody_gives_away_more_than_what_is_left(ends):
    turn, _ = judged(ends, [0.0] * 40, [1.0] * 39 + [0.0], [0.9] * 5)
    verdict = turn.verdict()
    assert verdict.loss == pytest.approx(0.1)
    assert verdict.best_chance == pytest.approx(1)


def test_what_was_done_is_best_where_the_rival_is_not_ahead(ends):
    turn, _ = judged(ends, [1.0, 1, 0, 1], [0.0, 1, 0, 1], [0.5] * 4)
    verdict = turn.verdict()
    assert (verdict.best, verdict.loss, verdict.name) == (0, 0.0, TurnClass.EQUAL)
    turn._clear = True
    clear = turn.verdict()
    assert (clear.best, clear.loss, clear.settled) == (0, 0.0, True)
    assert clear.gain == mean_of([-1, 0, 0, 0])


def test_the_mean_and_its_error():
    assert mean_of([]) == Estimate(0.0, 1.0)
    assert mean_of([0.25]) == Estimate(0.25, 1 / 3)
    assert mean_of([1.0, 1.0]) == Estimate(1.0, 1 / 4)
    found = mean_of([0.0, 1.0, 1.0, 0.0])
    assert (found.value, found.error) == pytest.approx((0.5, sqrt(1 / 12)))
    assert Estimate(0.5, 0.0).exact
    assert not found.exact
    assert str(Estimate(0.5, 0.0123)) == "0.500 ± 0.012"
