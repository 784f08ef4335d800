"""Tiles are values: one object a kind, sorted, small, and the same in every process."""

import copy
import pickle

import pytest

from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.tiles import ALL_TILES, Colour, JokerKind, Tile, in_order, joker, tile


def test_there_are_six_colours_of_thirteen_numbers_and_ten_jokers():
    assert len(ALL_TILES) == 6 * 13 + 1 + 6 + 3
    assert sum(t.is_joker for t in ALL_TILES) == 10


def test_the_two_blue_sevens_are_the_same_tile():
    assert Tile.parse("b7") is tile(Colour.BLUE, 7)


def test_a_joker_has_no_number():
    assert joker().number == 0
    assert joker().is_joker
    assert not tile(Colour.RED, 1).is_joker


def test_only_the_normal_joker_is_not_special():
    assert [kind for kind in JokerKind if not kind.is_special] == [JokerKind.NORMAL]


def test_a_normal_joker_may_have_a_colour():
    assert str(joker(JokerKind.NORMAL, Colour.GREEN)) == "*g"


def test_racks_are_sorted_by_colour_and_number_with_jokers_last():
    rack = parse_tiles("* b1 k13 *m k2 r1")
    assert format_tiles(in_order(rack)) == "k2 k13 r1 b1 * *m"


@pytest.mark.parametrize("t", ALL_TILES, ids=str)
def test_tiles_survive_pickling_and_copying_as_themselves(t):
    assert pickle.loads(pickle.dumps(t)) is t
    assert copy.deepcopy(t) is t
    assert eval(repr(t), {"Tile": Tile}) is t


SIZES = (106, 106, 106, 112, 108, 108, 108, 108, 106, 106, 160, 108)


@pytest.mark.parametrize(("book", "size"), [*zip(RULEBOOK_IDS, SIZES, strict=True)])
def test_the_box_holds_as_many_tiles_as_the_booklet_says(book, size):
    deck = rulebook(book).deck
    assert len(deck) == size
    assert deck == in_order(deck)


def test_the_jokers_of_lets_play_rummy_have_the_four_colours():
    deck = rulebook("lets-play-rummy-de").deck
    assert {t.text for t in deck if t.is_joker} == {"*b", "*r", "*g", "*y"}


def test_twist_has_two_jokers_of_each_of_four_kinds():
    deck = rulebook("twist").deck
    assert [t.text for t in deck if t.is_joker] == ["*", "*", "*2", "*2", "*c", "*c", "*m", "*m"]


def test_a_tile_is_shared_and_cannot_be_changed():
    seven = Tile.parse("b7")
    with pytest.raises(AttributeError, match="cannot be changed"):
        seven.number = 8
    with pytest.raises(AttributeError, match="cannot be changed"):
        del seven.number
    assert seven.number == 7
