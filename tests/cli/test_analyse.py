"""`tilerummy analyse`: what the choices of a turn are worth, for people and for programs."""

import pytest

from tests.cli.running import run
from tilerummy.cli import analyse as module
from tilerummy.engine.actions import Draw, Pass, Play
from tilerummy.evaluation.analysis import Analysis, Choice
from tilerummy.evaluation.estimates import Estimate
from tilerummy.rules.notation import parse_tiles

HERE = ("analyse", "--rules", "jumbo", "--table", "k4 k5 k6", "--rack", "k7 b1")
PLAYED = Choice(
    Play.parse("k4 k5 k6 k7"),
    parse_tiles("k7"),
    Estimate(0.654321, 0.043219),
    Estimate(12.3456, 1.0),
    24,
)
DREW = Choice(Draw(), (), Estimate(0.25, 0.02), Estimate(-3.04, 1.0), 12)
PASSED = Choice(Pass(), (), Estimate(0.1, 0.0), Estimate(0.0, 1.0), 1)


@pytest.fixture
def asked(monkeypatch):
    """What is analysed and how; the answer is always the same."""
    seen = []

    def analyse(view, **how):
        seen.append((view, how))
        return Analysis((PLAYED, DREW, PASSED), 24, ())

    monkeypatch.setattr(module, "analyse", analyse)
    return seen


@pytest.mark.usefixtures("asked")
def test_people_see_the_choices_best_first():
    said = run(*HERE)
    assert said.code == 0, said.err
    lines = [line.split() for line in said.out.splitlines()]
    assert lines == [
        ["choice", "chance", "score", "deals"],
        ["k7", "65.4", "±", "4.3", "%", "+12.3", "24"],
        ["draw", "25.0", "±", "2.0", "%", "-3.0", "12"],
        ["pass", "10.0", "±", "0.0", "%", "+0.0", "1"],
    ]
    head, first, *_ = said.out.splitlines()
    assert len(head) == len(first), "figures stand at the right"


@pytest.mark.usefixtures("asked")
def test_programs_get_rounded_figures():
    played = {
        "action": "play",
        "laid": "k7",
        "play": "k4 k5 k6 k7",
        "chance": 0.6543,
        "error": 0.0432,
        "score": 12.35,
        "deals": 24,
    }
    waits = {"laid": "", "play": None}
    drew = {"action": "draw", **waits, "chance": 0.25, "error": 0.02, "score": -3.04, "deals": 12}
    passed = {"action": "pass", **waits, "chance": 0.1, "error": 0.0, "score": 0.0, "deals": 1}
    assert run(*HERE, "--json").data == {"deals": 24, "choices": [played, drew, passed]}


@pytest.mark.parametrize(
    ("options", "sizes", "opened", "how"),
    [
        ((), (2, 14), {0, 1}, {"seed": "1", "deals": 400}),
        (("--others", "9,5"), (2, 9, 5), {0, 1, 2}, {"seed": "1", "deals": 400}),
        (("--deals", "1", "--seed", "x"), (2, 14), {0, 1}, {"seed": "x", "deals": 1}),
        # Somebody must have opened where something lies on the table.
        (("--unopened",), (2, 14), {1}, {"seed": "1", "deals": 400}),
        (("--unopened", "--table", ""), (2, 14), set(), {"seed": "1", "deals": 400}),
    ],
)
def test_what_is_analysed(asked, options, sizes, opened, how):
    table = () if "--table" in options else ("--table", "k4 k5 k6")
    said = run("analyse", "--rules", "jumbo", "--rack", "k7 b1", *table, *options)
    assert said.code == 0, said.err
    ((view, told),) = asked
    assert (view.rack_sizes, view.opened, told) == (sizes, opened, how)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--others", "many"), "--others: numbers with commas, for example 14,9"),
        (("--deals", "0"), "--deals: at least 1"),
        (("--others", "0"), "each of the others has at least one tile"),
        (("--others", "1,1,1,1"), "jumbo is for 2 to 4 players"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(asked, options, words):
    said = run(*HERE, *options)
    assert (said.code, said.out, asked) == (2, "", [])
    assert said.err == f"tilerummy: {words}\n"


def test_the_real_thing():
    choices = run(*HERE, "--deals", "2", "--json").data["choices"]
    assert {choice["action"] for choice in choices} == {"play", "draw"}
