"""Questions as data: what is asked, what is refused, and the answer in the notation."""

from __future__ import annotations

import pytest

from tilerummy.rules import NotationError, PositionError, RulebookError, rulebook
from tilerummy.solver import SolverError
from tilerummy.solver.questions import SolveQuestion, naming, plays_for, position_of, told

JUMBO = rulebook("jumbo")


def answer(preferred="tiles", **asked):
    question = SolveQuestion(**asked)
    position = position_of(question, JUMBO)
    return told(question, position, plays_for(question, position, preferred))


def test_what_is_asked_where_nothing_is_said():
    question = SolveQuestion()
    assert (question.id, question.rules, question.house) == (None, None, {})
    assert (question.table, question.rack, question.keep) == ("", "", "")
    assert question.opened is True
    assert question.objective is None
    assert question.weights == {}
    bounds = (question.moved, question.touched, question.simplest, question.best, question.nodes)
    assert bounds == (None,) * 5


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ({"moved": -1}, "moved", "moved is 0 or more, not -1"),
        ({"touched": -1}, "touched", "touched is 0 or more, not -1"),
        ({"simplest": -2}, "simplest", "simplest is 0 or more, not -2"),
        ({"best": -1}, "best", "best is 1 or more, not -1"),
        ({"nodes": -1}, "nodes", "nodes is 0 or more, not -1"),
        ({"best": 0}, "best", "best is 1 or more, not 0"),
        (
            {"simplest": 1, "moved": 2},
            "simplest",
            "simplest looks for the fewest moves: leave moved and touched out",
        ),
        (
            {"simplest": 1, "touched": 2},
            "simplest",
            "simplest looks for the fewest moves: leave moved and touched out",
        ),
        ({"best": 2, "moved": 2}, "best", "best cannot be combined with moved"),
        ({"best": 2, "touched": 2}, "best", "best cannot be combined with touched"),
        ({"best": 2, "simplest": 2}, "best", "best cannot be combined with simplest"),
        (
            {"weights": {"k1": 1}, "objective": "tiles"},
            "weights",
            "weights are an objective: leave objective out",
        ),
    ],
)
def test_what_cannot_be_asked(asked, field, sentence):
    with pytest.raises(SolverError) as caught:
        SolveQuestion(**asked)
    assert (caught.value.field, str(caught.value)) == (field, sentence)


@pytest.mark.parametrize(
    "asked",
    [
        *({name: 0} for name in ("moved", "touched", "simplest", "nodes")),
        {"best": 1},
        {"moved": 3, "touched": 1},
        {"best": 2, "nodes": 5},
        {"objective": "points"},
        {"weights": {"k1": 1}},
    ],
)
def test_what_can_be_asked(asked):
    assert SolveQuestion(**asked) == SolveQuestion(**asked)


def test_an_error_names_the_field_and_what_is_in_it():
    wrong = [
        ({"table": "b4 b5"}, "table", PositionError),
        ({"table": "b4 q"}, "table", NotationError),
        ({"rack": "b14"}, "rack", NotationError),
        ({"table": "b4 b5 b6", "rack": "b4 b4"}, "rack", PositionError),
        ({"house": {"opening.points": 900}}, "house.opening.points", RulebookError),
        ({"rack": "b4", "keep": "k1"}, "keep", SolverError),
        ({"rack": "b4", "keep": "q"}, "keep", NotationError),
        ({"rack": "b4", "weights": {"q": 1}}, "weights", NotationError),
        ({"rack": "b4", "weights": {"k1": 10**7}}, "weights", SolverError),
        ({"rack": "b4", "best": 1 << 31}, "best", SolverError),
    ]
    for asked, field, kind in wrong:
        with pytest.raises(kind) as caught:
            answer(**asked)
        assert caught.value.field == field
    with pytest.raises(SolverError) as caught, naming("outer"), naming("inner"):
        raise SolverError("no")
    assert caught.value.field == "outer.inner"


def test_the_whole_answer():
    found = answer(id="seven", table="b4 b5 b6 b7", rack="b3 r7 k7")
    assert found.seconds >= 0
    assert (found.id, found.play, found.opening) == ("seven", "b3 b4 b5 b6 | k7 r7 b7", None)
    assert (found.laid, found.tiles, found.points, found.moved) == ("k7 r7 b3", 3, 17, 4)
    assert (found.optimal, found.plays, found.complete) == (True, None, None)
    take, join = found.steps
    assert (take.kind, take.source, take.target) == ("take", "b4 b5 b6 b7", "b3 b4 b5 b6")
    assert (take.laid, take.moved, take.taken) == ("b3", "", "b7")
    assert take.sentence == "take b7 from b4 b5 b6 b7, add b3"
    assert (join.kind, join.source, join.target) == ("join", None, "k7 r7 b7")
    assert (join.laid, join.moved, join.taken) == ("k7 r7", "b7", "")
    assert join.sentence == "lay b7 with k7 r7"


def test_the_answer_where_nothing_can_be_laid():
    for extra in ({}, {"best": 3}):
        found = answer(rack="k1", **extra)
        assert (found.play, found.opening, found.laid, found.steps) == (None, None, "", [])
        assert (found.tiles, found.points, found.moved, found.optimal) == (0, 0, 0, True)
    assert (found.plays, found.complete, found.seconds) == ([], True, 0.0)
    assert answer(table="b4 b5 b6", rack="b7", best=3, nodes=0).complete is False


def test_several_plays_are_told_best_first():
    found = answer(table="b4 b5 b6", rack="b3 b7", best=2)
    assert [play.laid for play in found.plays] == ["b3 b7", "b7"]
    assert (found.laid, found.complete) == ("b3 b7", True)
    assert [play.moved for play in found.plays] == [2, 1]


def test_opening_melds_are_named():
    found = answer(table="b4 b5 b6", rack="r10 b10 k10 b7", opened=False)
    assert (found.play, found.opening) == ("b4 b5 b6 b7 | k10 r10 b10", "k10 r10 b10")
    assert answer(rack="r9 b9 k9", opened=False).play is None
    assert answer(rack="r9 b9 k9", opened=False, house={"opening.points": 27}).tiles == 3


FIVE, FOUR, HIGH = "k1 k2 k4 k5 *", "k2 k4 k5 *", "r13 b13 *"


@pytest.mark.parametrize(
    ("wish", "laid"),
    [
        ({}, FIVE),
        ({"objective": "tiles"}, FIVE),
        ({"objective": "points"}, HIGH),
        ({"weights": {"r13": 1}}, HIGH),
        ({"keep": "k1"}, FOUR),
        ({"moved": 2}, ""),
        ({"moved": 3}, HIGH),
        ({"moved": 4}, FOUR),
        ({"touched": 0}, FIVE),
        ({"simplest": 1}, HIGH),
        ({"simplest": 5}, FIVE),
        ({"simplest": 6}, ""),
        ({"best": 1, "objective": "points"}, HIGH),
        ({"best": 1, "keep": "k1"}, FOUR),
    ],
)
def test_every_wish_reaches_the_solver(wish, laid):
    assert answer(rack="* k1 k2 k4 k5 r13 b13", **wish).laid == laid


def test_the_callers_objective_and_nodes_hold_where_the_question_is_silent():
    rack = "* k1 k2 k4 k5 r13 b13"
    assert answer("points", rack=rack).laid == HIGH
    question = SolveQuestion(rack=rack, objective="tiles")
    position = position_of(question, JUMBO)
    assert plays_for(question, position, "points")[0].tiles == 5
    several = SolveQuestion(rack=rack, best=3)
    assert plays_for(several, position, nodes=0).complete is False
    enough = SolveQuestion(rack=rack, best=3, nodes=10**6)
    assert plays_for(enough, position, nodes=0).complete is True


def test_a_bound_on_melds_touched_reaches_the_solver():
    asked = {"table": "b4 b5 b6 | r1 r2 r3", "rack": "b7 r4"}
    assert [answer(**asked, touched=most).tiles for most in (0, 1, 2)] == [0, 1, 2]
