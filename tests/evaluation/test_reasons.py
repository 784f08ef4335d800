"""Reasons: facts in numbers, each told where it holds and nowhere else."""

from __future__ import annotations

import pytest

from tilerummy.engine import Draw, Leave, Play, Round
from tilerummy.engine.views import View
from tilerummy.evaluation.reasons import reasons_for
from tilerummy.rules import rulebook

TABLE = "y10 y11 y12"
FAR = "b1 b4 b8 k2 k5"
"""A rack too large to be told of."""
WAITS = Draw()
OUT_BY_ONE = Play.parse("y10 y11 y12 y13")


def a_view(rack: str, *others: str, table: str = TABLE) -> View:
    racks = [rack, *(others or (FAR,))]
    now = Round.from_hands(
        rulebook("jumbo"), racks, pool="k9 k11 r4", table=table, opened=range(len(racks))
    )
    return now.view(0)


def told(view: View, done, best, most: int = 0, *, equal: bool = False, fine: int = 0) -> list[str]:
    """The reasons in short: their key and numbers."""
    found = reasons_for(view, done, best, most, equal=equal, fine=fine)
    return [f"{reason.key.value} {reason.number} {reason.other}" for reason in found]


def test_of_equal_choices_only_a_wait_that_was_right_is_told():
    view = a_view("y13 r1 r2 b6")
    assert told(view, WAITS, WAITS, 1, equal=True) == ["wait_right 1 0"]
    assert told(view, WAITS, WAITS, 0, equal=True) == [], "nothing could be played"
    assert told(view, OUT_BY_ONE, WAITS, 1, equal=True) == [], "nobody waited"
    assert told(view, WAITS, OUT_BY_ONE, 1, equal=True) == [], "a play may have been better"


def test_tiles_that_a_late_turn_cost_are_told():
    view = a_view("y13 r1 r2 b6")
    assert told(view, WAITS, WAITS, 1, fine=2) == ["late 2 0"]
    assert told(view, WAITS, WAITS, 1, equal=True, fine=2) == ["late 2 0"], "nobody chose to wait"
    assert told(a_view("y13"), OUT_BY_ONE, OUT_BY_ONE, 1, fine=3) == ["late 3 0", "was_out 1 0"]


def test_a_way_out_that_was_missed_is_all_there_is_to_say():
    assert told(a_view("y13"), WAITS, OUT_BY_ONE, 1) == ["was_out 1 0"]
    assert told(a_view("y13", "b1 b4"), WAITS, OUT_BY_ONE, 1) == ["was_out 1 0", "near 2 0"]


@pytest.mark.parametrize(
    ("others", "near"),
    [
        (["b1 b4 b8 k2 k5"], []),
        (["b1 b4 b8 k2"], ["near 4 0"]),
        (["b1 b4 b8", "k1 k2 k5 k8 r9"], ["near 3 0"]),
        (["k1 k2 k5 k8 r9", "b1"], ["near 1 0"]),
    ],
)
def test_somebody_else_who_is_nearly_out_is_told(others, near):
    view = a_view("y13 r1 r2 b6", *others)
    assert told(view, WAITS, WAITS, 1, equal=True) == ["wait_right 1 0", *near]


def test_the_own_rack_and_that_of_a_player_who_left_are_not_near():
    racks = ["y13 b6", "b1", FAR]
    now = Round.from_hands(rulebook("jumbo"), racks, pool="k9", table=TABLE, opened=[0, 1, 2])
    view = now.apply(Leave(1), seat=1).view(0)
    assert told(view, WAITS, WAITS, 1, equal=True) == ["wait_right 1 0"]


def test_playing_and_waiting_are_weighed_with_the_tiles_in_question():
    view = a_view("r1 r2 r3 k7 b6")
    run = Play.parse("y10 y11 y12 | r1 r2 r3")
    assert told(view, run, WAITS)[0] == "wait_better 3 0"
    assert told(view, WAITS, run)[0] == "play_better 3 0"


def test_tiles_that_fit_afterwards_are_counted_for_both():
    """Once the run lies there, r4 fits; as long as it does not, nothing does."""
    view = a_view("r1 r2 r3 r4 b6")
    run = Play.parse("y10 y11 y12 | r1 r2 r3")
    assert told(view, WAITS, run)[:2] == ["play_better 3 0", "more_fits 1 0"]
    assert not any("more_fits" in one for one in told(view, run, WAITS))


def test_a_joker_that_was_spent_or_kept_is_told():
    view = a_view("* y13 r1 r2 b6")
    with_joker = Play.parse("y10 y11 y12 y13 | r1 r2 *")
    assert "joker_spent 0 0" in told(view, with_joker, OUT_BY_ONE)
    kept = told(view, OUT_BY_ONE, with_joker)
    assert "joker_risk 25 0" in kept
    assert not any("joker" in one for one in told(view, OUT_BY_ONE, WAITS))


def test_a_table_that_takes_many_more_hidden_tiles_is_told():
    """Three of a kind take the fourth; a long run takes its ends and can be cut."""
    view = a_view("r4 r5 r6 r7 r8 r9 b1", table="b13 k13 y13")
    run = Play.parse("b13 k13 y13 | r4 r5 r6 r7 r8 r9")
    short = Play.parse("b13 k13 y13 | r4 r5 r6")
    assert any(one.startswith("opened ") for one in told(view, run, WAITS))
    assert not any(one.startswith("opened ") for one in told(view, WAITS, run))
    assert not any(one.startswith("opened ") for one in told(view, short, short))
