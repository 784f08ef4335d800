"""Arranging: tiles dropped in any order become the meld their player means."""

from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rules.strategies import handfuls, rulebooks
from tilerummy.rules.arrange import arrange
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.readings import Fault, FaultCode, Reading

TWIST = rulebook("twist").grammar


def arranged(text):
    found = arrange(parse_tiles(text), TWIST)
    assert isinstance(found, Meld), found
    return str(found)


@pytest.mark.parametrize(
    ("dropped", "meant"),
    [
        ("b6 b4 b5", "b4 b5 b6"),
        ("* r1 r2", "r1 r2 *"),
        ("r13 * r12", "* r12 r13"),
        ("r7 r4 * *", "r4 * * r7"),
        ("r7 r4 *2", "r4 *2 r7"),
        ("b9 *c r7", "r7 *c b9"),
        ("*m b3 b4 b4 b3", "b3 b4 *m b4 b3"),
        ("k7 r7 b7", "k7 r7 b7"),
        ("b7 r7 b7 r7 *m", "r7 b7 *m b7 r7"),
    ],
)
def test_a_handful_becomes_the_meld_a_player_means(dropped, meant):
    assert arranged(dropped) == meant


def test_a_meld_as_it_stands_stays_as_it_is():
    assert arranged("r5 * *") == "r5 * *"
    assert arranged("* r5 *") == "* r5 *"


@pytest.mark.parametrize(
    ("dropped", "code"),
    [
        ("b6 b4", FaultCode.TOO_SHORT),
        ("* * *2", FaultCode.ONLY_JOKERS),
        ("k7 k7 b7", FaultCode.COLOUR_TWICE),
        ("b6 b4 b8", FaultCode.NOT_CONSECUTIVE),
        ("b6 r5 b4", FaultCode.MIXED_COLOURS),
        ("b6 r9 y4", FaultCode.NEITHER),
        ("b7 *m *m b7", FaultCode.TWO_MIRRORS),
    ],
)
def test_where_there_is_no_meld_it_says_why(dropped, code):
    assert arrange(parse_tiles(dropped), TWIST) == Fault(code)


@given(rulebooks, st.data())
def test_what_is_arranged_is_a_meld_of_exactly_these_tiles(rules, data):
    tiles = data.draw(handfuls(rules))
    found = arrange(tiles, rules.grammar)
    if isinstance(found, Meld):
        assert isinstance(found.read(rules.grammar), Reading)
        assert sorted(found.tiles) == sorted(tiles)


@given(rulebooks, st.data())
def test_a_handful_has_no_meld_only_if_no_order_is_one(rules, data):
    tiles = data.draw(handfuls(rules, least=3, most=5))
    assume(any(tile.number for tile in tiles))
    orders = [Meld(order) for order in set(permutations(tiles))]
    some = any(isinstance(meld.read(rules.grammar), Reading) for meld in orders)
    assert isinstance(arrange(tiles, rules.grammar), Meld) == some


def worth(meld, grammar):
    reading = meld.read(grammar)
    return reading.value if isinstance(reading, Reading) else 0


@pytest.mark.parametrize(
    "text",
    [
        *("* r1 r2", "* * r5 r4", "* r12 r13 *", "*2 r12 r9", "*2 *2 r3", "*2 * k7 r7"),
        *("*c r6 b8", "*c *c r6 b9", "*c * r6 b9", "*c *2 r6 b3", "*c r6 r8", "*c r7 b7"),
        *("*m r9 r9", "*m r9 *", "*m * * r7", "*m b7 r7 * b7", "*m *2 b5 b5 *2", "*m r13 r13"),
        *("*m *2 r4 r3", "*m *c *c r4 r4", "*m *c * r4 r4", "*m *2 k4 r4", "*m k1 k2 k2 k1"),
        *("*m b7 r7 y7 b7 r7", "*m * k12 k11 k11", "*m *2 b7 r7 *", "k1 r1 * *", "*m *m b3 b3"),
        *("r1 r2 * * r3", "r13 r12 * *2", "k7 r7 y7 b7 *", "*2 *2 k2 k3"),
    ],
)
def test_of_all_orders_the_most_valuable_meld_is_meant(text):
    tiles = parse_tiles(text)
    most = max(worth(Meld(order), TWIST) for order in set(permutations(tiles)))
    found = arrange(tiles, TWIST)
    assert (worth(found, TWIST) if isinstance(found, Meld) else 0) == most


@pytest.mark.parametrize(
    "text", ["b3 b4 *m b4 b3", "r3 *c b5 *m b5 *c r3", "*2 b5 *m b5 b4 b3", "b3 *2 *2 b8"]
)
def test_any_order_of_a_twist_meld_finds_a_meld_again(text):
    for order in list(dict.fromkeys(permutations(parse_tiles(text))))[::7]:
        assert isinstance(arrange(order, TWIST), Meld), order


def test_many_tiles_around_a_mirror_do_not_take_for_ever():
    grammar = rulebook("twist").replace({"tiles.jokers.normal": 4}).grammar
    pairs = " ".join(f"k{number} r{number}" for number in range(1, 8))
    tiles = parse_tiles(f"*m {pairs} * * * * *2 *2 *c *c")
    assert arrange(tiles, grammar) == Fault(FaultCode.MIRROR_NOT_CENTRED)


def test_a_long_run_around_a_mirror_is_found():
    meant = "r1 *c k3 k4 k5 k6 k7 *m k7 k6 * k4 k3 *c r1"
    assert arranged("*m *c *c * k3 k3 k4 k4 k5 k6 k6 k7 k7 r1 r1") == meant
