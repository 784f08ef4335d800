"""The best play as it is told to whoever asks for it."""

import msgspec
import pytest

import tilerummy as tr
from tilerummy.server.web import questions
from tilerummy.server.web.questions import best_play
from tilerummy.server.wire.resources import SolveAnswer

NOTHING = SolveAnswer(play=None, opening=None, laid="", tiles=0, points=0, optimal=True, steps=[])


def position(table, rack, *, opened=True):
    return tr.Position.parse(tr.rulebook("jumbo"), table=table, rack=rack, opened=opened)


@pytest.mark.parametrize(
    ("table", "rack", "objective", "laid", "tiles", "points"),
    [
        ("k4 k5 k6", "k7 b1", "tiles", "k7", 1, 7),
        ("k4 k5 k6", "b1", "tiles", "", 0, 0),
        ("", "r1 r2 r3 r4 k11 k12 k13", "tiles", "k11 k12 k13 r1 r2 r3 r4", 7, 46),
        ("k1 k2 k3", "k4 r4 b4", "tiles", "k4 r4 b4", 3, 12),
    ],
)
def test_the_best_play_is_told_with_its_figures(table, rack, objective, laid, tiles, points):
    found = best_play(position(table, rack), objective)
    assert (found.laid, found.tiles, found.points) == (laid, tiles, points)
    assert found.optimal
    assert bool(found.steps) == bool(laid)
    assert bool(found.play) == bool(laid)
    assert found.opening is None


def test_an_opening_is_told_apart_where_the_turn_goes_on():
    found = best_play(position("k1 k2 k3", "k4 r10 b10 y10", opened=False))
    assert found.opening == ["r10 b10 y10"]
    assert sorted(found.play) == ["k1 k2 k3 k4", "r10 b10 y10"]


def test_points_and_tiles_are_different_aims():
    """The joker stands for the three of a run, or for a third thirteen."""
    here = position("", "k1 k2 k4 r13 b13 *")
    assert best_play(here).laid == "k1 k2 k4 *"
    assert best_play(here, "points").laid == "r13 b13 *"


def test_nothing_to_lay_is_known_for_certain_or_not(monkeypatch):
    nothing = questions.solve(position("", "k1"))
    assert best_play(position("", "k1")) == NOTHING
    unsure = msgspec.structs.replace(nothing, optimal=False)
    monkeypatch.setattr(questions, "solve", lambda *_, **__: unsure)
    assert best_play(position("", "k1")) == msgspec.structs.replace(NOTHING, optimal=False)


@pytest.mark.parametrize(
    ("table", "rack", "steps"),
    [
        ("k4 k5 k6", "k7", [("add", "k7", "", "", "k4 k5 k6", "k4 k5 k6 k7")]),
        ("", "k4 k5 k6", [("lay", "k4 k5 k6", "", "", None, "k4 k5 k6")]),
        (
            "k4 k5 k6 k7",
            "r4 b4",
            [
                ("take", "", "", "k4", "k4 k5 k6 k7", "k5 k6 k7"),
                ("join", "r4 b4", "k4", "", None, "k4 r4 b4"),
            ],
        ),
    ],
)
def test_every_step_says_what_goes_where(table, rack, steps):
    told = best_play(position(table, rack)).steps
    assert [
        (step.key, step.tiles, step.moved, step.taken, step.source, step.target) for step in told
    ] == steps
    assert all(step.sentence for step in told)
