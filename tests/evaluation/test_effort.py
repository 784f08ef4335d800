"""How much work an answer is: deals of an analysis and a review, and how styles go on."""

from __future__ import annotations

from itertools import accumulate

import pytest

from tests.evaluation.test_judging import judging
from tilerummy.engine import Draw, Round
from tilerummy.evaluation import analysis
from tilerummy.evaluation.analysis import sharpen
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.reviewer import Plan, plan_for
from tilerummy.evaluation.styles import STYLES, draw_style, policy_of
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy

SIZES = []
"""How many deals the last contest met, one time after the other."""


class Counting:
    """A contest of choices that are never known well enough."""

    errors = (0.5, 0.2)
    exact = False

    def __init__(self, view, actions, seed):
        self.view, self.actions, self.seed = view, actions, seed
        self.alive = {0, 1}
        self.deals = 0
        SIZES.clear()

    def meet(self, count):
        self.deals += count
        SIZES.append(count)

    def drop(self):
        pass

    def chance(self, index):
        return Estimate(0.5, self.errors[index])


@pytest.fixture
def counting(monkeypatch):
    monkeypatch.setattr(analysis, "Contest", Counting)
    monkeypatch.setattr(analysis, "_analysis", lambda contest: contest.deals)


def seen(rules="jumbo", **how):
    now = Round.deal(rulebook(rules), seats=2, seed=3)
    return list(sharpen(now.view(now.turn), [Draw(), Draw()], **how))


@pytest.mark.parametrize(
    ("rules", "how", "told"),
    [
        # Every answer rests on twice the deals of the one before, up to the limit.
        ("jumbo", {}, [24, 48, 96, 192, 384, 768, 1500]),
        ("twist", {}, [24, 48, 96, 192, 240]),
        ("jumbo", {"deals": 100}, [24, 48, 96, 100]),
        ("jumbo", {"deals": 48}, [24, 48]),
        ("jumbo", {"deals": 7}, [7]),
        # The choice that is known least decides whether all are known.
        ("jumbo", {"error": 0.2}, [24, 48, 96, 192, 384, 768, 1500]),
        ("jumbo", {"error": 0.5}, [24]),
        ("jumbo", {"seconds": 0}, [24]),
    ],
)
@pytest.mark.usefixtures("counting")
def test_an_analysis_doubles_its_deals(rules, how, told):
    assert seen(rules, **how) == told
    assert list(accumulate(SIZES)) == told


@pytest.mark.usefixtures("counting")
def test_what_is_certain_is_told_at_once(monkeypatch):
    monkeypatch.setattr(Counting, "exact", True)
    assert seen() == [24]


def test_what_was_done_and_its_rival_go_on_together():
    turn = judging("y13 y9 r1 r2 r3 b6 k7", Draw())
    turn.look(2)
    turn.choose(2, 6)
    rival = turn._rival
    assert turn.contest.alive == {0, rival}
    turn._clear = False
    turn.go_on(3)
    assert [turn.contest.met_by(index) for index in (0, rival)] == [9, 9]


def test_a_review_has_so_many_deals_for_each_part():
    """Fewer where special jokers make play-outs take long; docs/evaluation.md has the times."""
    usual = Plan(12, 24, 96, 32, 64, 192, 256, 32, (64, 128, 256, 512), 32_000)
    assert plan_for(rulebook("jumbo")) == usual
    assert plan_for(rulebook("twist")) == Plan(8, 12, 32, 16, 24, 32, 48, 8, (16, 32), 6_000)


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("beginner", Policy(sight=1, glances=4, overlooks=20)),
        ("casual", Policy(sight=3, glances=8, overlooks=5)),
        ("distracted", Policy(sight=4, glances=6, overlooks=65)),
        ("regular", Policy(sight=4, glances=8, overlooks=30)),
        ("builder", Policy(wait=3, keep_jokers=True, hold=10, patience=4)),
    ],
)
def test_styles_go_on_as_those_did_whose_turns_were_counted(name, policy):
    """What a style does was counted in rounds of players with this policy: both belong together."""
    (style,) = [style for style in STYLES if style.name == name]
    assert policy_of(style, rulebook("jumbo"), 2) == policy


class Die:
    def __init__(self, mark):
        self.mark = mark

    def below(self, sides):
        assert sides == 1 << 30
        return int(self.mark * sides)


@pytest.mark.parametrize(
    ("mark", "place"), [(0.0, 1), (0.24, 1), (0.25, 2), (0.74, 2), (0.75, 7), (0.999999, 7)]
)
def test_a_style_is_drawn_as_often_as_its_weight(mark, place):
    weights = [0, 0.25, 0.5, 0, 0, 0, 0, 0.25]
    assert draw_style(weights, Die(mark)) is STYLES[place]


def test_what_rounding_leaves_over_is_the_last_style():
    assert draw_style([0.1] + [0.0] * 7, Die(0.5)) is STYLES[-1]
