"""Figures worked out by hand: errors, expected losses, trusted draws, rivals that are behind."""

from __future__ import annotations

from math import erf, exp, pi, sqrt

import pytest

from tilerummy.engine import Draw, Play, Round
from tilerummy.evaluation import deals as deals_module
from tilerummy.evaluation.classes import expected
from tilerummy.evaluation.deals import Deals
from tilerummy.evaluation.estimates import Estimate, mean_of
from tilerummy.evaluation.judging import Judging
from tilerummy.evaluation.own_turns import Layable
from tilerummy.evaluation.reasons import reasons_for
from tilerummy.evaluation.styles import STYLES
from tilerummy.rules import rulebook

BY_NAME = {style.name: style for style in STYLES}


def a_round(rack="y13 r1 r2 r3 k7", others=("b1 b4 b8",), opened=(0, 1)):
    return Round.from_hands(
        rulebook("jumbo"), [rack, *others], pool="k1 k2 k3", table="y10 y11 y12", opened=opened
    )


@pytest.mark.parametrize("count", [2, 3, 10])
def test_values_that_agree_leave_a_doubt_and_others_their_own_error(count):
    assert mean_of([0.5] * count).error == pytest.approx(1 / (count + 2))
    values = [float(place) for place in range(count)]
    mean = (count - 1) / 2
    spread = sum((value - mean) ** 2 for value in values)
    assert mean_of(values).error == pytest.approx(sqrt(spread / count / (count - 1)))


def test_an_expected_loss_is_the_mean_of_the_positive_part():
    """The same integral, summed over small steps of what the choice could be worth less."""
    for value in (-0.05, 0.0, 0.05, 0.2):
        doubt, prior = 0.02**2 + 0.04**2, 0.03**2
        variance = 1 / (1 / doubt + 1 / prior)
        mean, width = variance * value / doubt, sqrt(variance)
        step = width / 500
        rows = [mean + step * place for place in range(-4000, 4001)]
        density = [exp(-(((x - mean) / width) ** 2) / 2) / width / sqrt(2 * pi) for x in rows]
        summed = sum(max(0.0, x) * share for x, share in zip(rows, density, strict=True)) * step
        assert expected(Estimate(value, 0.02)) == pytest.approx(summed, rel=1e-3)
        assert erf(mean / width) <= 1


@pytest.mark.parametrize(
    ("style", "opened", "trusted"),
    [
        ("greedy", (0, 1, 2), {1, 2}),
        ("casual", (0, 1, 2), set()),
        ("casual", (0, 2), {1}),
        ("casual", (), {1, 2}),
        ("greedy", (), {1, 2}),
    ],
)
def test_draws_are_believed_of_others_who_see_all_or_have_not_opened(
    monkeypatch, style, opened, trusted
):
    monkeypatch.setattr(deals_module, "draw_style", lambda weights, dice: BY_NAME[style])
    view = a_round(others=("b1 b4 b8", "k4 k5"), opened=opened).view(0)
    deals = Deals(view, "1")
    asked = []
    deal = deals._sampler.deal
    monkeypatch.setattr(deals._sampler, "deal", lambda who: asked.append(who) or deal(who))
    deals.next()
    assert asked == [frozenset(trusted)]


def test_styles_tell_apart_what_is_laid():
    """Every row of shares is about one size of play, and is a distribution."""
    for style in STYLES:
        assert len(style.own) == len(Layable)
        assert sum(style.joins) == pytest.approx(1)
        for row in style.own:
            assert sum(row) == pytest.approx(1)
            assert len(row) == 3
    assert [style.name for style in STYLES if style.sees_all] == ["greedy"]
    assert [style.name for style in STYLES if style.policy is None] == ["saving"]
    sights = [BY_NAME[name].policy.sight for name in ("beginner", "casual", "regular")]
    assert sights == sorted(set(sights))


def test_two_plays_are_not_told_as_playing_instead_of_waiting():
    view = a_round().view(0)
    one, run = Play.parse("y10 y11 y12 y13"), Play.parse("y10 y11 y12 | r1 r2 r3")

    def keys(done, best):
        return [reason.key.value for reason in reasons_for(view, done, best, 4, equal=False)]

    for found in (keys(one, run), keys(run, one), keys(Draw(), Draw())):
        assert not {"play_better", "wait_better"} & set(found)
    assert keys(Draw(), one)[0] == "play_better"
    assert keys(one, Draw())[0] == "wait_better"


def judged(done, rival):
    turn = Judging(a_round().view(0), Draw(), "1")
    contest = turn.contest
    contest._won = [[] for _ in contest.actions]
    contest._won[0], contest._won[1] = list(done), list(rival)
    contest._usual = [0.5]
    turn._rival, turn._models, contest.alive = 1, {1}, {0, 1}
    return turn


def test_a_turn_is_compared_with_the_model_players_on_so_many_deals():
    turn = judged([0.0] * 8, [1.0] * 2 + [0.0] * 6)
    assert turn._beside_models()[0] == mean_of([1.0] * 2 + [0.0] * 6)
    turn._compared = 4
    assert turn._beside_models()[0] == mean_of([1.0, 1.0, 0.0, 0.0])


def test_the_model_player_counts_that_shows_a_turn_in_the_better_light():
    turn = judged([0.0] * 8, [1.0] * 6 + [0.0] * 2)
    _, alone = turn._beside_models()
    turn.contest._won[2] = [1.0] + [0.0] * 7
    turn._models = {1, 2}
    behind, given = turn._beside_models()
    assert behind == mean_of([1.0] + [0.0] * 7)
    assert 0 < given == expected(behind) < alone
    turn._models = {0, 1}
    assert turn._beside_models()[1] == 0, "it did what one of them does"


def test_the_last_choice_meets_one_fresh_deal_at_least():
    turn = Judging(a_round().view(0), Draw(), "1")
    turn.look(4)
    turn.choose(2, 1)
    assert turn.contest.deals == turn._start + 1 == 7
