"""The lists of melds that the integer programs choose from."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.melds import Choice, meld_book
from tests.oracle.positions import small_position
from tilerummy.rules import Meld, Reading, Rulebook, Tile, parse_tiles, rulebook
from tilerummy.rules.tiles import in_order

HOUSE_RULES = rulebook("lets-play-rummy-de").replace({"jokers.colour_must_match": True})


def test_two_copies_and_two_jokers_make_1173_melds_that_cannot_be_cut():
    assert len(meld_book(rulebook("jumbo")).choices) == 1173


TWIST_TILES = parse_tiles("r3 r4 r4 r5 r5 r6 b5 b6 b7 k5 y5 y8 * *2 *2 *c *c *m")


@pytest.mark.parametrize("name", ["jumbo", "jumbo-xp", "lets-play-rummy-de", "twist"])
def test_every_listed_meld_stands_and_is_worth_what_the_list_says(name: str):
    grammar = rulebook(name).grammar
    for choice in meld_book(rulebook(name), TWIST_TILES).choices:
        reading = choice.meld.read(grammar)
        assert isinstance(reading, Reading)
        assert reading.value == choice.value
        assert in_order(choice.meld.tiles) == choice.tiles


@pytest.mark.parametrize("name", ["jumbo", "jumbo-xp", "twist"])
@given(seed=st.integers(0, 2**32))
def test_every_meld_is_listed_or_made_of_listed_ones_worth_as_much(name: str, seed: int):
    rules = rulebook(name)
    for meld in small_position(rules, Random(seed)).table:
        reading = meld.read(rules.grammar)
        assert isinstance(reading, Reading)
        assert best_value(rules, in_order(meld.tiles)) >= reading.value, str(meld)


@pytest.mark.parametrize("text", ["r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "* r2 * r4 r5 r6"])
def test_long_runs_are_made_of_short_ones(text: str):
    rules = rulebook("jumbo")
    meld = Meld.parse(text)
    reading = meld.read(rules.grammar)
    assert isinstance(reading, Reading)
    assert best_value(rules, in_order(meld.tiles)) >= reading.value


def test_printed_jokers_stand_only_for_their_colour_where_agreed():
    listed = {choice.tiles for choice in meld_book(HOUSE_RULES).choices}
    assert in_order(Meld.parse("r4 *r r6").tiles) in listed
    assert in_order(Meld.parse("r4 *b r6").tiles) not in listed
    assert in_order(Meld.parse("r4 g4 *b").tiles) in listed
    assert in_order(Meld.parse("r4 g4 *r").tiles) not in listed


def best_value(rules: Rulebook, tiles: tuple[Tile, ...]) -> int:
    """What listed melds of exactly these tiles are worth together; -1 if there are none."""
    choices = meld_book(rules, tiles).available(tiles)

    @cache
    def best(left: tuple[Tile, ...]) -> int:
        if not left:
            return 0
        values = [
            choice.value + rest
            for choice in choices
            if left[0] in choice.tiles and not Counter(choice.tiles) - Counter(left)
            if (rest := best(_less(left, choice))) >= 0
        ]
        return max(values, default=-1)

    return best(tiles)


def _less(tiles: tuple[Tile, ...], choice: Choice) -> tuple[Tile, ...]:
    return in_order((Counter(tiles) - Counter(choice.tiles)).elements())
