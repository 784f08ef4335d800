"""Candidates: the proposal first, then what could be better, nothing twice."""

from __future__ import annotations

from tilerummy.bots.candidates import candidates, different
from tilerummy.engine import Draw, Pass, Play, Round
from tilerummy.engine.views import View
from tilerummy.rules import rulebook


def a_view(rack: str, table: str = "y10 y11 y12", pool: str = "k1 k2 k3") -> View:
    now = Round.from_hands(
        rulebook("jumbo"), [rack, "b1 b5"], pool=pool, table=table, opened=[0, 1]
    )
    return now.view(0)


def laid(view: View, action: object) -> str:
    """The tiles an action lays, or what else it is."""
    if not isinstance(action, Play):
        return type(action).__name__
    after = [str(tile) for meld in action.table for tile in meld.tiles]
    for meld in view.table:
        for tile in meld.tiles:
            after.remove(str(tile))
    return " ".join(sorted(after))


def test_the_proposal_is_first_and_laying_nothing_second():
    view = a_view("* y13 r1 b5 k9")
    first = Play.parse("y10 y11 y12 y13")
    found = [laid(view, action) for action in candidates(view, first, 6)]
    assert found[:2] == ["y13", "Draw"]
    assert len(found) == len(set(found))
    assert "* y13" in found, "the most tiles"


def test_whoever_proposes_to_draw_hears_of_the_plays():
    view = a_view("* y13 r1 b5 k9")
    found = [laid(view, action) for action in candidates(view, Draw(), 6)]
    assert found[:3] == ["Draw", "* y13", "y13"], "the most tiles, and the same without the joker"


def test_high_numbers_are_a_candidate_of_their_own():
    view = a_view("r1 r2 r3 r4 k11 k12 k13", table="r5 r6 r7")
    found = [laid(view, action) for action in candidates(view, Draw(), 6)]
    assert "k11 k12 k13 r1 r2 r3 r4" in found
    view = a_view("y13 k9", table="y10 y11 y12 | k6 k7 k8")
    found = [laid(view, action) for action in candidates(view, Draw(), 9)]
    assert {"y13", "k9", "k9 y13"} <= set(found), "the next best plays are there too"


def test_nothing_else_is_thought_about_by_who_can_go_out():
    view = a_view("y13")
    out = Play.parse("y10 y11 y12 y13")
    assert candidates(view, out, 6) == [out]


def test_there_are_no_more_candidates_than_asked_for():
    view = a_view("r1 r2 r3 y9 y13 b5 k9")
    assert len(candidates(view, Draw(), 9)) > 3
    assert len(candidates(view, Draw(), 4)) <= 4
    assert len(candidates(view, Draw(), 2)) == 2


def test_who_can_lay_nothing_draws_or_passes():
    assert candidates(a_view("r1 b5"), Draw(), 6) == [Draw()]
    assert candidates(a_view("r1 b5", pool=""), Pass(), 6) == [Pass()]


def test_plays_that_lay_the_same_tiles_are_one():
    view = a_view("r1 r2 r3 y13")
    one, two = Play.parse("y10 y11 y12 y13"), Play.parse("y10 y11 y12 y13")
    other = Play.parse("y10 y11 y12 | r1 r2 r3")
    assert different(view, [one, Draw(), two, other, Pass()]) == [one, Draw(), other]
