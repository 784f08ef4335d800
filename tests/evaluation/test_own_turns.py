"""Own turns: what a player knows about its own way of playing, and nobody else does."""

from __future__ import annotations

import pytest

from tests.evaluation.games import dealt_otherwise, states
from tilerummy.evaluation.own_turns import Laid, Layable, own_turns
from tilerummy.evaluation.styles import STYLES, styles_of

NAMES = [style.name for style in STYLES]


@pytest.mark.parametrize("rules", ["ravensburger-travel-de", "jumbo"])
def test_a_greedy_player_lays_all_that_goes(rules: str) -> None:
    last = states("greedy,greedy", 5, rules)[-2]
    turns = list(own_turns(last.view(0)))
    assert turns
    assert {turn.laid for turn in turns} == {Laid.ALL}


def test_a_patient_player_lays_nothing_until_many_tiles_go() -> None:
    last = states("patient,greedy", 5)[-2]
    turns = list(own_turns(last.view(0)))
    few = [turn.laid for turn in turns if turn.layable in (Layable.ONE, Layable.TWO, Layable.SOME)]
    assert few and set(few) == {Laid.NOTHING}


def test_nobody_else_knows_what_a_player_could_have_laid() -> None:
    """The style of a seat is told from its own view, and that view hides the other rack."""
    now = states("greedy,beginner", 8)[-3]
    seat = now.turn
    other = dealt_otherwise(now, seat, 4)
    assert styles_of(now.view(seat)) == styles_of(other.view(seat))
    assert list(own_turns(now.view(None))) == []


@pytest.mark.parametrize(
    ("name", "like"), [("greedy", "greedy"), ("patient", "patient"), ("saver", "saving")]
)
def test_a_player_knows_its_own_style_sooner_than_others_do(name: str, like: str) -> None:
    now = states(f"{name},casual", 6)[-2]
    mine = styles_of(now.view(0))[0][NAMES.index(like)]
    theirs = styles_of(now.view(1))[0][NAMES.index(like)]
    assert mine > theirs
    assert mine > 0.5


def test_before_anything_happens_every_style_has_its_share() -> None:
    now = states("greedy,casual", 6)[0]
    shares = tuple([style.share for style in STYLES])
    assert styles_of(now.view(0)) == (shares, shares)
    assert sum(shares) == pytest.approx(1)
