"""Puzzles: the whole rack can go, as hard as was asked, the same for the same seed."""

from types import SimpleNamespace

import pytest

from tilerummy.lab.errors import LabError
from tilerummy.lab.puzzles import Level, puzzle
from tilerummy.rules.changes import compare
from tilerummy.rules.judge import judge
from tilerummy.rules.library import RULEBOOK_IDS, rulebook

TAKEN_APART = {Level.EASY: (1,), Level.MEDIUM: (2, 3), Level.HARD: range(4, 30)}


@pytest.mark.parametrize("name", RULEBOOK_IDS)
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM])
def test_the_answer_is_legal_and_lays_the_whole_rack(name, level):
    found = puzzle(rulebook(name), level, "1")
    assert judge(found.position, found.answer) == []
    assert compare(found.position.table, found.answer.table).laid == found.position.rack
    assert found.level is level
    assert found.apart in TAKEN_APART[level]


def test_a_hard_puzzle_takes_many_melds_apart():
    found = puzzle(rulebook("ravensburger-travel-de"), Level.HARD, "1")
    assert found.apart >= 4
    old, new = found.position.table, found.answer.table
    parted = [m for m in old if not any(set(m.tiles) <= set(other.tiles) for other in new)]
    assert len(parted) == found.apart


def test_the_seed_decides():
    rules = rulebook("piatnik-travel")
    assert puzzle(rules, Level.EASY, "1") == puzzle(rules, Level.EASY, "1")
    assert puzzle(rules, Level.EASY, "1") != puzzle(rules, Level.EASY, "2")


def test_where_there_is_none_it_says_so():
    rules = rulebook("jumbo").replace({"opening.points": 200, "deal.tiles": 3})
    with pytest.raises(LabError, match=r"^no hard puzzle in 1 rounds under jumbo"):
        puzzle(rules, Level.HARD, "1", rounds=1)


@pytest.mark.parametrize(
    ("apart", "level"),
    [
        *((0, None), (1, Level.EASY), (2, Level.MEDIUM), (3, Level.MEDIUM)),
        *((4, Level.HARD), (9, Level.HARD)),
    ],
)
def test_the_melds_that_are_taken_apart_make_the_level(apart, level):
    assert Level.of(apart) is level


@pytest.mark.parametrize("least", [2, 3])
def test_bots_of_the_fewest_players_play_the_rounds_of_the_seed(monkeypatch, least):
    """Five hundred of them, unless told otherwise, each from a seed of its own."""
    dealt = []

    class Over:
        over = True

    def deal(rules, seats, seed):
        dealt.append((seats, seed))
        return Over()

    monkeypatch.setattr("tilerummy.lab.puzzles.Round", SimpleNamespace(deal=deal))
    rules = rulebook("jumbo").replace({"players.least": least})
    with pytest.raises(LabError, match=r"^no easy puzzle in 500 rounds under jumbo; try another"):
        puzzle(rules, Level.EASY, "a")
    assert dealt == [(least, f"a/{number}") for number in range(500)]
