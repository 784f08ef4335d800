"""Trials: what an end of the round is worth, and which candidate wins."""

from __future__ import annotations

from math import inf

import pytest

from tilerummy.bots import Dice
from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.lookahead import ends_after
from tilerummy.bots.trial import Trial
from tilerummy.engine import Draw, Play, Round
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy, RoundEnd

FIRST, SECOND, THIRD = Draw(), Play.parse("r5 r6 r7 r8"), Play.parse("r5 r6 r7 | b1 b2 b3")


def a_round(seats: int = 3) -> Round:
    racks = ["r8 b1 b2 b3 k9", "b5 b9 k12", "y1 y2 y9", "k1 k4"][:seats]
    return Round.from_hands(
        rulebook("jumbo"),
        racks,
        pool="k2 k3 k5 k6 k7",
        table="r5 r6 r7",
        turn=0,
        opened=range(seats),
    )


def trial(monkeypatch: pytest.MonkeyPatch, ends: dict[object, RoundEnd], points: float = 0.0):
    """A trial in which every candidate always ends as said; and how many deals were asked for."""
    asked: list[int] = []

    def told(view, action, deals, policies, nodes):
        asked.append(len(deals))
        return [ends[action]] * len(deals)

    monkeypatch.setattr("tilerummy.bots.trial.ends_after", told)
    view = a_round().view(0)
    made = Trial(view, Policy(), DealSampler(view, Dice(1)), points=points, deadline=inf)
    return made, asked


WON = RoundEnd(0, 9, (12, -5, -7))
LOST = RoundEnd(1, 9, (-20, 27, -7))
LOST_LITTLE = RoundEnd(1, 9, (-1, 8, -7))
VOID = RoundEnd(None, 9, (0, 0, 0))


def test_a_candidate_that_wins_beats_one_that_loses(monkeypatch):
    made, _ = trial(monkeypatch, {FIRST: LOST, SECOND: WON, THIRD: LOST})
    assert made.best_challenger([FIRST, SECOND, THIRD], 200) == SECOND
    assert made.lead([FIRST, SECOND], 20) > 1.5
    assert made.lead([SECOND, FIRST], 20) < -1.5


def test_nobody_challenges_what_wins_already(monkeypatch):
    made, asked = trial(monkeypatch, {FIRST: WON, SECOND: LOST, THIRD: LOST})
    assert made.best_challenger([FIRST, SECOND, THIRD], 200) is None
    assert sum(asked) == 36, "after a dozen deals those far behind are dropped"


def test_among_losses_the_own_score_decides(monkeypatch):
    made, _ = trial(monkeypatch, {FIRST: LOST, SECOND: LOST_LITTLE, THIRD: LOST}, points=0.01)
    assert made.best_challenger([FIRST, SECOND, THIRD], 200) == SECOND
    made, _ = trial(monkeypatch, {FIRST: LOST, SECOND: LOST_LITTLE, THIRD: LOST}, points=0.0)
    assert made.best_challenger([FIRST, SECOND, THIRD], 200) is None


def test_a_void_round_is_worth_a_fair_share(monkeypatch):
    made, _ = trial(monkeypatch, {FIRST: LOST, SECOND: VOID})
    assert made.best_challenger([FIRST, SECOND], 100) == SECOND
    made, _ = trial(monkeypatch, {FIRST: WON, SECOND: VOID})
    assert made.best_challenger([FIRST, SECOND], 100) is None


def test_the_play_outs_are_spent_and_no_more(monkeypatch):
    made, asked = trial(monkeypatch, {FIRST: LOST, SECOND: LOST, THIRD: LOST})
    made.best_challenger([FIRST, SECOND, THIRD], 100)
    assert 90 <= sum(asked) <= 100


def test_long_play_outs_count_for_several(monkeypatch):
    long = RoundEnd(0, 90, (1, -1, 0))
    made, asked = trial(monkeypatch, {FIRST: long, SECOND: long})
    made.best_challenger([FIRST, SECOND], 96)
    assert sum(asked) == 48, "three times thirty turns count for three"


def test_a_lead_is_the_mean_gain_over_its_standard_error(monkeypatch):
    """Of four deals the second action wins three more: a mean of 0.75 with an error of 0.25."""
    ends = {FIRST: [LOST, LOST, LOST, WON], SECOND: [WON, WON, WON, WON]}
    monkeypatch.setattr(
        "tilerummy.bots.trial.ends_after", lambda view, action, deals, *_: ends[action]
    )
    view = a_round().view(0)
    made = Trial(view, Policy(), DealSampler(view, Dice(1)), points=0.0, deadline=inf)
    assert made.lead([FIRST, SECOND], 4) == pytest.approx(3)
    assert made.lead([SECOND, FIRST], 4) == pytest.approx(-3)


def test_a_single_deal_gives_no_lead(monkeypatch):
    made, asked = trial(monkeypatch, {FIRST: LOST, SECOND: WON})
    assert made.lead([FIRST, SECOND], 1) == 0
    assert asked == [1, 1], "both meet the same deal"


def test_when_the_time_is_up_nobody_challenges(monkeypatch):
    ends = {FIRST: LOST, SECOND: WON}
    monkeypatch.setattr(
        "tilerummy.bots.trial.ends_after",
        lambda view, action, deals, *_: [ends[action]] * len(deals),
    )
    view = a_round().view(0)
    late = Trial(view, Policy(), DealSampler(view, Dice(1)), points=0.0, deadline=0.0)
    assert late.best_challenger([FIRST, SECOND], 100) is None
    assert late.lead([FIRST, SECOND], 100) == 0


def test_every_seat_follows_its_own_policy(monkeypatch):
    policies: list[Policy] = []

    def noted(view, action, deals, asked, nodes):
        policies[:] = asked
        return [WON] * len(deals)

    monkeypatch.setattr("tilerummy.bots.trial.ends_after", noted)
    view = a_round().view(0)
    sampler = DealSampler(view, Dice(1))
    Trial(view, Policy(wait=7), sampler, points=0.0, deadline=inf).lead([FIRST, SECOND], 1)
    assert policies == [Policy(wait=7), sampler.policy_of(1), sampler.policy_of(2)]


def test_looking_ahead_begins_with_the_table_and_rack_after_the_action():
    """The seat that lays its last tile but one, and the next player in turn."""
    now = a_round(2)
    view = now.view(0)
    deals = [DealSampler(view, Dice(seed)).deal() for seed in range(8)]
    for deal in deals:
        assert deal.racks[0] == view.rack
        assert len(deal.racks[1]) == 3
        assert len(deal.pool) == view.pool_size or len(deal.pool) > view.pool_size
    policies = [Policy(), Policy()]
    after_play = ends_after(view, THIRD, deals, policies, 3_000)
    after_draw = ends_after(view, Draw(), deals, policies, 3_000)
    wins = [sum(end.winner == 0 for end in ends) for ends in (after_play, after_draw)]
    assert wins[0] > wins[1], "three tiles fewer are worth something"
    for end in (*after_play, *after_draw):
        assert sum(end.scores) == 0
        assert end.winner is None or end.scores[end.winner] >= 0
