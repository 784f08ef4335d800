"""Bounds at their edge: hands that just suffice, and deals that are counted once."""

from __future__ import annotations

from math import inf

import pytest

from tilerummy.bots import Budget, Dice, expert, policies
from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.expert import Expert
from tilerummy.bots.policies import _most, _way_out
from tilerummy.bots.trial import Trial
from tilerummy.engine import Draw, Play, Round
from tilerummy.rules import Position, rulebook
from tilerummy.solver.playouts import Policy, RoundEnd

JUMBO = rulebook("jumbo")
SECOND = Play.parse("y10 y11 y12 y13")


def a_round(rack="y13 r1 r2 r3 k7", rules=JUMBO):
    return Round.from_hands(
        rules, [rack, "b1 b4 b8"], pool="k1 k2 k3 k5", table="y10 y11 y12", opened=[0, 1]
    )


def test_the_bounded_question_is_asked_only_of_hands_that_do_not_suffice(monkeypatch):
    """Three tiles of the rack and none of the table: three moves."""
    asked = []
    within = policies.best_within
    monkeypatch.setattr(
        policies, "best_within", lambda *said, **how: asked.append(said[1]) or within(*said, **how)
    )
    position = Position.parse(JUMBO, table="y10 y11 y12", rack="r1 r2 r3")
    for hands, laid in ((None, 3), (4, 3), (3, 3), (2, 0)):
        assert _most(position, hands).tiles == laid
        assert (_way_out(position, hands) is not None) == (laid == 3)
    assert asked == [2], "of too few hands for the rack, a way out is not looked for at all"


def test_a_way_out_that_rearranges_more_than_the_hands_is_none():
    """The last tile goes only with a tile out of each of the long runs."""
    table = "k5 k6 k7 k8 | r5 r6 r7 r8"
    position = Position.parse(JUMBO, table=table, rack="b5")
    assert _way_out(position, None) is not None
    assert _way_out(position, 3) is not None
    assert _way_out(position, 2) is None


@pytest.mark.parametrize("deals", [1, 12, 13, 30])
def test_a_lead_meets_as_many_deals_as_asked_for(monkeypatch, deals):
    met = []

    def told(view, action, given, asked, nodes):
        met.append(len(given))
        return [RoundEnd(0, 9, (1, -1))] * len(given)

    monkeypatch.setattr("tilerummy.bots.trial.ends_after", told)
    view = a_round().view(0)
    trial = Trial(view, Policy(), DealSampler(view, Dice(1)), points=0.0, deadline=inf)
    trial.lead([Draw(), SECOND], deals)
    assert sum(met) == 2 * deals
    assert max(met) <= 12


@pytest.mark.parametrize(
    ("effort", "rules", "most"),
    [(1.0, "jumbo", 6), (0.05, "jumbo", 3), (0.001, "jumbo", 2), (0.5, "twist", 3)],
)
def test_a_small_budget_has_fewer_candidates_and_never_less_than_two(
    monkeypatch, effort, rules, most
):
    asked = []

    def noted(view, own, count):
        asked.append(count)
        return [own]

    monkeypatch.setattr(expert, "candidates", noted)
    view = Round.deal(rulebook(rules), seats=2, seed=1).view(0)
    Expert().act(view, Dice(1), Budget(effort=effort))
    assert asked == [most]
