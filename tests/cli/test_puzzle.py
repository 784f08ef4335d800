"""`tilerummy puzzle`: shown without its answer, with it, and as a line for the solver."""

from tests.cli.running import run

ASKED = ("puzzle", "--rules", "jumbo", "--level", "medium", "--seed", "a")


def test_a_puzzle_keeps_its_answer_to_itself():
    said = run(*ASKED)
    assert said.code == 0
    assert said.out.startswith("Puzzle a, medium: the whole rack can go.\n    ")
    assert "\nRack    " in said.out
    assert "Answer" not in said.out


def test_the_answer_shows_every_step():
    asked, told = run(*ASKED).out, run(*ASKED, "--answer").out
    assert told.startswith(asked + "Answer\n")
    assert "\n1. take " in told


def test_a_new_puzzle_names_its_seed():
    first = run("puzzle", "--rules", "jumbo").out.splitlines()[0]
    seed = first.split()[1].rstrip(",")
    assert run("puzzle", "--rules", "jumbo", "--seed", seed).out.startswith(first)


def test_the_line_is_one_that_the_solver_understands():
    line = run(*ASKED, "--house", "jokers.reuse=new-meld", "--json")
    assert line.data["house"] == {"jokers.reuse": "new-meld"}
    assert "play" not in line.data
    assert run(*ASKED, "--answer", "--json").data["play"]
    solved = run("solve", "--jsonl", "-", given=line.out.encode())
    assert solved.code == 0
    assert solved.data["id"] == "a"
    assert solved.data["laid"] == line.data["rack"]


def test_an_unknown_level_is_refused():
    said = run("puzzle", "--rules", "jumbo", "--level", "fiendish")
    assert said.code == 2
    assert "--level" in said.err
