"""Chances to win: blind, repeatable, exact where they can be counted out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evaluation.games import dealt_otherwise, states
from tilerummy.engine.actions import Draw, Pass
from tilerummy.engine.rounds import Round
from tilerummy.evaluation import NotToAct, analyse, sharpen
from tilerummy.evaluation.judging import Judging
from tilerummy.evaluation.reasons import reasons_for
from tilerummy.evaluation.styles import STYLES, styles_of
from tilerummy.rules import rulebook
from tilerummy.solver import solve

ROUNDS = {names: states(names, 3) for names in ("greedy,casual", "patient,greedy,beginner")}


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(sorted(ROUNDS)), st.integers(0, 10_000), st.integers(1, 1000))
def test_hidden_tiles_dealt_otherwise_change_nothing(names: str, place: int, seed: int) -> None:
    row = ROUNDS[names]
    now = row[place % (len(row) - 1)]
    other = dealt_otherwise(now, now.turn, seed)
    assert other.hidden.pool != now.hidden.pool or len(now.hidden.pool) < 2
    mine, theirs = now.view(now.turn), other.view(now.turn)
    assert analyse(mine, deals=3) == analyse(theirs, deals=3)
    done = row[row.index(now) + 1].actions[-1]
    judged, again = Judging(mine, done, "1"), Judging(theirs, done, "1")
    for judging in (judged, again):
        judging.look(4)
        judging.choose(4, 10)
        judging.go_on(4)
        judging.follow_model(6)
        judging.settle_chance(6)
    verdict = judged.verdict()
    assert verdict == again.verdict()
    best = judged.contest.actions[verdict.best]
    assert best == again.contest.actions[verdict.best]
    told = [
        reasons_for(view, done, best, most, equal=equal)
        for view in (mine, theirs)
        for most in [solve(view.position).tiles]
        for equal in (False, True)
    ]
    assert told[:2] == told[2:]


def test_the_same_seed_gives_the_same_figures() -> None:
    view = ROUNDS["greedy,casual"][20].view(ROUNDS["greedy,casual"][20].turn)
    assert analyse(view, deals=12, seed="a") == analyse(view, deals=12, seed="a")


def test_going_out_is_certain() -> None:
    now = Round.from_hands(
        rulebook("piatnik-travel"),
        ["k7 b5", "r1 o13"],
        table="k4 k5 k6 | b6 b7 b8",
        pool="o3 o4",
        opened=[0, 1],
    )
    best = analyse(now.view(0)).best
    assert (best.chance.value, best.chance.error) == (1.0, 0.0)
    assert best.score.value > 0


def test_with_an_empty_pool_and_two_players_everything_is_counted_out() -> None:
    """All tiles but five lie on the table, so each player knows the other's rack."""
    whole = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "kkrrbboo"]
    runs = [*whole[:-1], " ".join(f"o{n}" for n in range(2, 12))]
    racks = ["o13 *", "o1 o12 *"]
    now = Round.from_hands(
        rulebook("piatnik-travel"), racks, table=" | ".join(runs), opened=[0, 1], turn=0
    )
    found = analyse(now.view(0))
    assert found.deals == 1
    assert all(choice.chance.exact for choice in found.choices)
    assert found.best.chance.value == 1.0
    assert {choice.chance.value for choice in analyse(now.view(0), [Pass()]).choices} == {0.0}


def test_the_last_pass_ends_the_round() -> None:
    now = Round.from_hands(
        rulebook("ravensburger-travel-de"),
        ["k1", "r13", "b13"],
        table="k4 k5 k6",
        opened=[0, 1, 2],
        turn=1,
    )
    now = now.apply(Pass()).apply(Pass())
    assert now.turn == 0
    found = analyse(now.view(0), [Pass()], deals=8)
    assert found.best.chance.value == 1.0


def test_answers_sharpen() -> None:
    now = ROUNDS["greedy,casual"][15]
    answers = list(sharpen(now.view(now.turn), [Draw()], deals=96))
    assert [answer.deals for answer in answers] == [24, 48, 96]
    assert answers[-1].best.chance.error < answers[0].best.chance.error


def test_only_the_seat_in_turn_is_told() -> None:
    now = ROUNDS["greedy,casual"][10]
    with pytest.raises(NotToAct):
        analyse(now.view(1 - now.turn))


@pytest.mark.parametrize("name", ["beginner", "patient"])
def test_styles_are_told_from_what_happens_in_the_open(name: str) -> None:
    """Over a few rounds the weak and the waiting ones show."""
    names = [style.name for style in STYLES]
    found = [0.0] * len(STYLES)
    for seed in range(4):
        last = states(f"{name},greedy", seed)[-1]
        for place, weight in enumerate(styles_of(last.view(None))[0]):
            found[place] += weight
    near = {"beginner": {"beginner", "casual"}, "patient": {"patient", "saving"}}[name]
    assert sum(found[names.index(style)] for style in near) > 2
