"""How a review goes on: which turns get more deals, how far it is, and what counts as done."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tilerummy.engine import Draw, Pass, Play, Round, TimeOut
from tilerummy.engine.actions import ClaimRedeal
from tilerummy.engine.records import Move
from tilerummy.evaluation import analysis, reviewer
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.luck import Luck
from tilerummy.evaluation.reviewer import Plan, _first_turn, _plain, _shown, review_round
from tilerummy.rules import rulebook

JUMBO = rulebook("jumbo")
PLAN = Plan(1, 2, 3, 4, 5, 6, 7, 8, more=(10, 20), play_outs=100)


class Judged:
    """A turn that is settled after so many calls, and remembers what it was asked."""

    def __init__(self, settled_after, play_outs=0):
        self.asked = []
        self.contest = SimpleNamespace(play_outs=play_outs)
        self._settled_after = settled_after

    def __getattr__(self, name):
        return lambda *values: self.asked.append((name, *values))

    def verdict(self):
        more = [asked for asked in self.asked if asked[0] == "go_on"]
        return SimpleNamespace(settled=len(more) > self._settled_after)


@pytest.fixture
def reviewed(monkeypatch):
    """Review a round of these turns; the progress told and what every turn was asked."""

    def run(*turns, plan=PLAN):
        now = Round.from_hands(JUMBO, ["k1", "k2"], pool="r1 r2 r3 r4", opened=[0, 1])
        moves, states = [], [now]
        for _ in turns:
            moves.append(Move(now.turn, Draw()))
            now = now.apply(Draw())
            states.append(now)
        waiting = iter(turns)
        monkeypatch.setattr(
            reviewer,
            "_Turn",
            lambda number, before, move, after, seed: SimpleNamespace(
                number=number, judging=next(waiting), before=before, drawn=None, luck=None
            ),
        )
        monkeypatch.setattr(reviewer, "luck_of_deal", lambda *_: Luck((0.0, 0.0), 0.0))
        monkeypatch.setattr(reviewer, "_told", lambda turns, deal, names, last, share: share)
        return list(review_round(states, moves, ["Ann", "Ben"], plan=plan))

    return run


FIRST = [
    *(("look", 1), ("choose", 2, 3), ("go_on", 4), ("settle_chance", 5), ("follow_model", 6)),
]


def test_a_turn_that_is_settled_gets_no_more_deals(reviewed):
    turn = Judged(0)
    assert reviewed(turn) == pytest.approx([1 / 5, 2 / 5, 3 / 5, 1])
    assert turn.asked == FIRST


def test_the_others_get_more_pass_after_pass(reviewed):
    settled, soon, never = Judged(0), Judged(1), Judged(9)
    assert reviewed(settled, soon, never) == pytest.approx([1 / 5, 2 / 5, 3 / 5, 4 / 5, 1])
    assert settled.asked == FIRST
    assert soon.asked == [*FIRST, ("go_on", 10)]
    assert never.asked == [*FIRST, ("go_on", 10), ("go_on", 20)]


@pytest.mark.parametrize(
    ("spent", "passes"), [(0, [10, 20]), (80, [10, 20]), (81, [10]), (100, [10]), (101, [])]
)
def test_no_turn_gets_more_once_the_plan_is_used_up(reviewed, spent, passes):
    never = Judged(9, play_outs=spent)
    reviewed(never)
    assert never.asked == [*FIRST, *(("go_on", deals) for deals in passes)]


def test_of_several_turns_the_last_may_come_away_empty(reviewed):
    first, second = Judged(9, play_outs=81), Judged(9)
    reviewed(first, second)
    assert first.asked == [*FIRST, ("go_on", 10)]
    assert second.asked == FIRST


def test_the_first_turn_comes_after_the_claims_for_another_deal():
    claim, draw = Move(0, ClaimRedeal(0)), Move(0, Draw())
    assert _first_turn([draw, draw]) == 0
    assert _first_turn([claim, claim, draw]) == 2
    assert _first_turn([]) == 0


def test_a_time_out_is_the_play_it_left_behind_or_a_turn_without_one():
    rules = rulebook("ravensburger-travel-de")
    now = Round.from_hands(
        rules, ["k4 r9", "b7 b8"], pool="r1 r2 r3 r4", table="k1 k2 k3", opened=[0, 1]
    )
    view, laid = now.view(0), Play.parse("k1 k2 k3 k4")
    assert _plain(view, Draw(), now, now) == (Draw(), 0)
    late = TimeOut(laid.table)
    assert _plain(view, late, now, now.apply(late)) == (laid, 0)
    nothing = TimeOut(None)
    assert _plain(view, nothing, now, now.apply(nothing)) == (Draw(), 2), "three, and not one"
    drawn = rulebook("piatnik-travel")
    timely = Round.from_hands(
        drawn, ["k4 r9", "b7 b8"], pool="r1 r2 r3 r4", table="k1 k2 k3", opened=[0, 1]
    )
    assert _plain(timely.view(0), nothing, timely, timely.apply(nothing)) == (Draw(), 0)
    loose = TimeOut(Play.parse("k1 k2 k3 k4 | r9").table)
    assert _plain(timely.view(0), loose, timely, timely.apply(loose)) == (laid, 3)
    empty = Round.from_hands(rules, ["r1 r9", "b7 b8"], table="k1 k2 k3", opened=[0, 1])
    assert _plain(empty.view(0), nothing, empty, empty.apply(nothing)) == (Pass(), 0)


@pytest.mark.parametrize(
    ("index", "found", "shown"),
    [
        (0, Estimate(0.4, 0.1), Estimate(0.4, 0.1)),
        (1, Estimate(0.9, 0.1), Estimate(0.6, 0.1)),
        (2, Estimate(0.9, 0.1), Estimate(0.6, 0.1)),
        (2, Estimate(0.5, 0.1), Estimate(0.5, 0.1)),
        (2, Estimate(0.9, 0.0), Estimate(0.9, 0.0)),
    ],
)
def test_no_choice_is_shown_better_than_the_best(monkeypatch, index, found, shown):
    choice = analysis.Choice(Draw(), (), found, Estimate(0, 0), 1)
    monkeypatch.setattr(reviewer, "choice_of", lambda contest, index: choice)
    verdict = SimpleNamespace(best=1, best_chance=0.6)
    assert _shown(None, verdict, index).chance == shown


@pytest.mark.parametrize(("rules", "deals"), [("jumbo", 1500), ("twist", 240)])
def test_an_analysis_ends_after_so_many_deals(monkeypatch, rules, deals):
    met = []

    class Endless:
        exact = False
        alive = (0,)

        def __init__(self, *_):
            self.deals = 0

        def meet(self, count):
            met.append(count)
            self.deals += count

        def drop(self):
            pass

        def chance(self, index):
            return Estimate(0.5, 0.5)

    monkeypatch.setattr(analysis, "Contest", Endless)
    monkeypatch.setattr(analysis, "_analysis", lambda contest: contest.deals)
    view = Round.from_hands(
        rulebook(rules), ["k1", "k2"], pool="r1 r2", table="k4 k5 k6", opened=[0, 1]
    ).view(0)
    steps = list(analysis.sharpen(view, [Draw()]))
    assert steps[:3] == [24, 48, 96]
    assert steps[-1] == sum(met) == deals
    assert list(analysis.sharpen(view, [Draw()], deals=30)) == [24, 30]
    assert list(analysis.sharpen(view, [Draw()], deals=5)) == [5]
    assert list(analysis.sharpen(view, [Draw()], error=0.5)) == [24]
    assert list(analysis.sharpen(view, [Draw()], seconds=0)) == [24]
