"""`tilerummy score`: rounds with a winner, blocked rounds, void rounds."""

import pytest

from tests.cli.running import run


def test_somebody_went_out():
    said = run(
        *("score", "--rules", "ravensburger-travel-de", "--out", "Ann"),
        *("--rack", "Ben=* r2", "--rack", "Cleo=k1", "--json"),
    )
    assert said.data == {
        "reason": "out",
        "winner": "Ann",
        "scores": {"Ben": -52, "Cleo": -1, "Ann": 53},
    }


def test_a_blocked_round():
    asked = ("--rack", "A=r7", "--rack", "B=b12", "--rack", "C=k13 o7", "--json")
    assert run("score", "--rules", "piatnik-travel", *asked).data == {
        "reason": "blocked",
        "winner": "A",
        "scores": {"A": 32, "B": -12, "C": -20},
    }


def test_a_void_round():
    said = run("score", "--rules", "lets-play-rummy-fr", "--rack", "A=r7", "--rack", "B=b12")
    assert said.code == 0
    assert "void" in said.out


def test_the_table_of_scores():
    said = run("score", "--rules", "jumbo", "--out", "Ann", "--rack", "Ben=r5 *")
    assert "Ann wins the round." in said.out
    (line,) = [line for line in said.out.splitlines() if "Ben" in line]
    assert line.split() == ["Ben", "r5", "*", "30", "-30"]


def test_too_many_players_for_the_box():
    racks = [part for name in "ABCDE" for part in ("--rack", f"{name}=r{ord(name) - 60}")]
    assert "at most 4 players" in run("score", "--rules", "jumbo", *racks).err
    assert run("score", "--rules", "jumbo-xp", *racks).code == 0


def test_more_tiles_than_the_box_has():
    said = run("score", "--rules", "jumbo", "--rack", "A=r5 r5 r5", "--rack", "B=r1")
    assert "3 times r5" in said.err


@pytest.mark.parametrize("name", ["[bold]x[/nope]", "[/x]", "Ann [red]", ":smile:", "[link=a]"])
def test_names_are_written_as_they_are(name):
    said = run("score", "--rules", "jumbo", "--out", name, "--rack", f"Ben {name}=r5")
    assert said.code == 0
    assert f"{name} wins the round." in said.out
    assert f"Ben {name} " in said.out
