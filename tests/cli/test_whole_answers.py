"""What commands answer, from the first line to the last."""

import re

import pytest
from msgspec.structs import replace

from tests.cli.running import run
from tilerummy.cli import puzzle as module
from tilerummy.cli.solve import _show as show_best
from tilerummy.lab.puzzles import Level, Puzzle
from tilerummy.rules import Play, Position, rulebook
from tilerummy.solver import solve

JUDGE = ("judge", "--rules", "jumbo")
SOLVE = ("solve", "--rules", "jumbo")
ANSWERS = {
    "a legal play": (
        (*JUDGE, "--table", "b4 b5 b6 | k1 k2 k3", "--rack", "b7 r1"),
        ("--after", "b4 b5 b6 b7 | k1 k2 k3"),
        0,
        """
Table before
    b4 b5 b6
    k1 k2 k3
Table after
  + b4 b5 b6 b7
    k1 k2 k3
Laid    b7
Legal.
""",
    ),
    "a legal opening": (
        (*JUDGE, "--unopened", "--rack", "r10 b10 y10"),
        ("--after", "r10 b10 y10"),
        0,
        """
Table before
    (empty)
Table after
  + r10 b10 y10
Laid    r10 b10 y10
Opening 30 of 30 points
Legal.
""",
    ),
    "a play that breaks a rule": (
        (*JUDGE, "--table", "b4 b5 b6", "--rack", "b7 r1"),
        ("--after", "b4 b5 b6 r1"),
        1,
        """
Table before
    b4 b5 b6
Table after
  + b4 b5 b6 r1
Laid    r1
INVALID_MELD: b4 b5 b6 r1 is not a meld: these tiles form neither a run nor a group (clause A5)
""",
    ),
    "the best play": (
        (*SOLVE, "--table", "b4 b5 b6 b7"),
        ("--rack", "b3 r7 k7"),
        0,
        """
Table before
    b4 b5 b6 b7
Rack    k7 r7 b3
Table after
  + b3 b4 b5 b6
  + k7 r7 b7
1. take b7 from b4 b5 b6 b7, add b3
2. lay b7 with k7 r7
Laid    k7 r7 b3
Moved   4 tiles in all, 1 melds touched
3 tiles, 17 points, proved best in no time.
""",
    ),
    "the best opening": (
        (*SOLVE, "--unopened", "--table", "k1 k2 k3"),
        ("--rack", "r10 b10 y10 k4"),
        0,
        """
Table before
    k1 k2 k3
Rack    k4 r10 b10 y10
Table after
  + k1 k2 k3 k4
  + r10 b10 y10
1. add k4 to k1 k2 k3
2. lay r10 b10 y10
Laid    k4 r10 b10 y10
Opening r10 b10 y10, 30 points
Moved   4 tiles in all, 1 melds touched
4 tiles, 34 points, proved best in no time.
""",
    ),
    "nothing to play": (
        SOLVE,
        ("--rack", "r1"),
        0,
        """
Table before
    (empty)
Rack    r1
Nothing can be laid: draw (proved best).
""",
    ),
    "a play of one tile": (
        (*SOLVE, "--table", "b4 b5 b6"),
        ("--rack", "b7"),
        0,
        """
Table before
    b4 b5 b6
Rack    b7
Table after
  + b4 b5 b6 b7
1. add b7 to b4 b5 b6
Laid    b7
Moved   1 tiles in all, 1 melds touched
1 tile, 7 points, proved best in no time.
""",
    ),
    "several plays": (
        (*SOLVE, "--table", "b4 b5 b6", "--rack", "b3 b7"),
        ("--best", "3"),
        0,
        """
1. b3 b7 (2 tiles, 10 points)
  + b3 b4 b5 b6 b7
2. b7 (1 tile, 7 points)
  + b4 b5 b6 b7
3. b3 (1 tile, 3 points)
  + b3 b4 b5 b6
""",
    ),
    "none of several": (
        (*SOLVE, "--rack", "r1"),
        ("--best", "3"),
        0,
        "\nNothing can be laid: draw (proved best).\n",
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_for_people(name):
    asked, more, code, lines = ANSWERS[name]
    said = run(*asked, *more)
    assert (said.code, said.err) == (code, "")
    # However long the solver took.
    assert re.sub(r"in \d+\.\d\d ms", "in no time", said.out) == lines[1:]


@pytest.mark.parametrize(("optimal", "proved"), [(True, "proved best"), (False, "the best found")])
def test_what_was_not_proved_is_not_called_proved(capsys, optimal, proved):
    position = Position.parse(rulebook("jumbo"), table="b4 b5 b6", rack="b7")
    best = replace(solve(position), optimal=optimal)
    show_best(position, best)
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"1 tile, 7 points, {proved} in ")
    show_best(position, replace(best, play=None))
    assert capsys.readouterr().out.splitlines()[-1] == f"Nothing can be laid: draw ({proved})."


def test_a_puzzle_and_its_answer(monkeypatch):
    position = Position.parse(rulebook("jumbo"), table="b4 b5 b6 b7 | k1 k2 k3", rack="b3 r7 k7")
    answer = Play.parse("b3 b4 b5 b6 | k1 k2 k3 | k7 r7 b7")
    found = Puzzle(position, answer, 1, Level.EASY)
    asked = []
    monkeypatch.setattr(module, "puzzle", lambda *of: asked.append(of) or found)
    said = run("puzzle", "--rules", "jumbo", "--seed", "a", "--answer")
    told = """
Puzzle a, easy: the whole rack can go.
    b4 b5 b6 b7
    k1 k2 k3
Rack    k7 r7 b3
Answer
  + b3 b4 b5 b6
    k1 k2 k3
  + k7 r7 b7
1. take b7 from b4 b5 b6 b7, add b3
2. lay b7 with k7 r7
"""
    assert (said.code, said.out) == (0, told[1:])
    question = {
        "id": "a",
        "rules": "jumbo",
        "house": {},
        "table": "b4 b5 b6 b7 | k1 k2 k3",
        "rack": "k7 r7 b3",
        "opened": True,
    }
    assert run("puzzle", "--rules", "jumbo", "--seed", "a", "--json").data == question
    said = run("puzzle", "--rules", "jumbo", "--seed", "a", "--json", "--answer")
    assert said.data == {**question, "play": "b3 b4 b5 b6 | k1 k2 k3 | k7 r7 b7"}
    assert asked == [(rulebook("jumbo"), Level.MEDIUM, "a")] * 3


def test_a_new_puzzle_has_a_seed_of_six_characters(monkeypatch):
    position = Position.parse(rulebook("jumbo"), table="b4 b5 b6", rack="b7")
    found = Puzzle(position, Play.parse("b4 b5 b6 b7"), 1, Level.EASY)
    monkeypatch.setattr(module, "puzzle", lambda *_: found)
    assert re.match(r"Puzzle [0-9a-f]{6}, ", run("puzzle", "--rules", "jumbo").out)


def test_the_list_of_rulebooks_says_what_its_signs_mean():
    assert run("rules").out.splitlines()[-3:] == [
        "",
        "Opening +: the same turn may go on. Joker: what one left over costs.",
        "All about one of them: tilerummy rules show ID",
    ]


def test_a_void_round_has_scores_too():
    said = run("score", "--rules", "lets-play-rummy-fr", "--rack", "A=r7", "--rack", "B=b12")
    assert [" ".join(line.split()) for line in said.out.splitlines()][3:5] == [
        "A r7 7 +0",
        "B b12 12 +0",
    ]
    assert said.out.endswith("\nThe round is void.\n")


def test_as_many_players_as_the_box_is_for_can_be_scored():
    racks = [part for name in "ABCD" for part in ("--rack", f"{name}=r{ord(name) - 60}")]
    assert run("score", "--rules", "jumbo", *racks).code == 0
