"""The notation: whatever prints parses back, and an error says where and what was expected."""

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.strategies import melds, tables, tiles
from tilerummy.rules.errors import NotationError
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import Meld, format_melds, parse_melds
from tilerummy.rules.notation import format_tiles, parse_tile, parse_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.readings import MeldKind
from tilerummy.rules.tiles import ALL_TILES


@pytest.mark.parametrize("t", ALL_TILES, ids=str)
def test_every_tile_prints_and_parses_back(t):
    assert parse_tile(str(t)) is t


@given(st.lists(tiles, max_size=20).map(tuple))
def test_racks_round_trip(rack):
    assert parse_tiles(format_tiles(rack)) == rack


@given(melds)
def test_melds_round_trip(meld):
    assert Meld.parse(str(meld)) == meld
    assert eval(repr(meld), {"Meld": Meld}) == meld


@given(tables)
def test_tables_round_trip(table):
    assert parse_melds(format_melds(table)) == table


@given(tables, st.none() | tables)
def test_plays_round_trip(table, opening):
    play = Play(table, opening)
    assert Play.parse(str(play)) == play
    assert eval(repr(play), {"Play": Play}) == play


def test_blanks_and_capitals_do_not_matter():
    assert parse_melds("  K4  k5 k6|R8 b8\tO8 ") == parse_melds("k4 k5 k6 | r8 b8 o8")


def test_nothing_is_an_empty_rack_and_an_empty_table():
    assert parse_tiles("") == ()
    assert parse_melds("   ") == ()


def test_a_declared_kind_stands_behind_the_last_tile():
    assert Meld.parse("r5 * * =group").declared is MeldKind.GROUP
    assert str(Meld.parse("r5 * *  =run")) == "r5 * * =run"


@pytest.mark.parametrize(
    ("text", "position", "expected", "found"),
    [
        ("r5 r14", 4, "a tile", "“r14”"),
        ("r5 x3 b2", 4, "a tile", "“x3”"),
        ("r0", 1, "a tile", "“r0”"),
        ("*3", 1, "a tile", "“*3”"),
        ("r5 r6 r7 |", 11, "a meld", "the end"),
        ("| r5 r6 r7", 1, "a meld", "“|”"),
        ("r5 r6 r7 || b1", 11, "a meld", "“|”"),
        ("r5 * * =set", 8, "=run or =group", "“=set”"),
        ("r5 =run *", 4, "a tile", "“=run”"),
        ("=run", 1, "a tile", "“=run”"),
        ("r1 r2 r3 | k4 k5 q", 18, "a tile", "“q”"),
    ],
)
def test_an_error_names_the_position_and_what_was_expected(text, position, expected, found):
    with pytest.raises(NotationError) as caught:
        parse_melds(text)
    message = str(caught.value)
    assert message.startswith(f"at position {position}: expected ")
    assert expected in message
    assert message.endswith(f"found {found}")


@pytest.mark.parametrize(("text", "position"), [("r5 x3", 4), ("r5 * * =set", 8), ("", 1)])
def test_an_error_in_a_single_meld_names_its_position(text, position):
    with pytest.raises(NotationError, match=f"^at position {position}: "):
        Meld.parse(text)


@pytest.mark.parametrize(
    ("book", "opened", "table", "rack", "text"),
    [
        ("jumbo", True, "b1 b2 b3", "r2 r1", "jumbo, opened, table b1 b2 b3, rack r1 r2"),
        ("twist", False, "", "", "twist, not opened, table empty, rack empty"),
    ],
)
def test_a_position_prints_what_its_player_faces(book, opened, table, rack, text):
    assert str(Position.parse(rulebook(book), table=table, rack=rack, opened=opened)) == text


def test_a_rack_has_no_bars():
    with pytest.raises(NotationError, match=r"at position 4: expected a tile .*, found “\|”"):
        parse_tiles("r1 | r2")


def test_opening_melds_stand_behind_a_slash_once():
    play = Play.parse("k1 k2 k3 | r10 b10 y10 / r10 b10 y10")
    assert play.opening == parse_melds("r10 b10 y10")
    with pytest.raises(NotationError, match="no second list"):
        Play.parse("k1 k2 k3 / k1 k2 k3", "k1 k2 k3")


def test_the_examples_in_the_document_are_true():
    document = Path(__file__).parents[2] / "docs" / "notation.md"
    assert doctest.testfile(str(document), module_relative=False) == (0, 5)
