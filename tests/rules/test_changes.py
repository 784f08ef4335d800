"""What a play did to the table: melds gone and new, tiles laid and missing."""

import pytest

from tilerummy.rules.changes import carry_declarations, compare, contains, without
from tilerummy.rules.melds import format_melds, parse_melds
from tilerummy.rules.notation import format_tiles, parse_tiles


def changed(before, after):
    change = compare(parse_melds(before), parse_melds(after))
    fresh = " | ".join(f"{place}: {meld}" for place, meld in change.fresh)
    return (
        format_melds(change.gone),
        fresh,
        format_tiles(change.laid),
        format_tiles(change.missing),
    )


@pytest.mark.parametrize(
    ("before", "after", "gone", "fresh", "laid", "missing"),
    [
        ("b1 b2 b3", "b1 b2 b3", "", "", "", ""),
        ("b1 b2 b3", "b1 b2 b3 | k1 k2 k3", "", "1: k1 k2 k3", "k1 k2 k3", ""),
        ("b1 b2 b3 | k1 k2 k3", "k1 k2 k3 | b1 b2 b3", "", "", "", ""),
        ("b1 b2 b3", "b1 b2 b3 | b1 b2 b3", "", "1: b1 b2 b3", "b1 b2 b3", ""),
        ("b1 b2 b3 | b1 b2 b3", "b1 b2 b3", "b1 b2 b3", "", "", "b1 b2 b3"),
        ("b1 b2 b3", "b1 b2 b3 b4", "b1 b2 b3", "0: b1 b2 b3 b4", "b4", ""),
        ("k1 k2 k3 k4", "k2 k3 k4", "k1 k2 k3 k4", "0: k2 k3 k4", "", "k1"),
        # A group that only lies there in another order did not change.
        ("b7 r7 y7", "y7 r7 b7", "", "", "", ""),
        ("b7 r7 y7", "y7 r7 b7 =group", "", "", "", ""),
        ("b7 r7 *", "* r7 b7 | k1 k2 k3", "", "1: k1 k2 k3", "k1 k2 k3", ""),
        ("b7 r7 y7 | b7 r7 k7", "k7 r7 b7 | y7 r7 b7", "", "", "", ""),
        # One number alone may be a run, so its order matters; so it does around a mirror.
        ("r5 * *", "* r5 *", "r5 * *", "0: * r5 *", "", ""),
        ("b7 r7 *m r7 b7", "r7 b7 *m b7 r7", "b7 r7 *m r7 b7", "0: r7 b7 *m b7 r7", "", ""),
        ("b7 r7 *", "r7 b7 * =run", "b7 r7 *", "0: r7 b7 * =run", "", ""),
        ("k1 k2 k3", "k3 k2 k1", "k1 k2 k3", "0: k3 k2 k1", "", ""),
        ("b7 r7 y7", "b7 r7 k7", "b7 r7 y7", "0: b7 r7 k7", "k7", "y7"),
        ("b7 r7 y7", "y7 r7 b7 k7", "b7 r7 y7", "0: y7 r7 b7 k7", "k7", ""),
    ],
)
def test_what_changed(before, after, gone, fresh, laid, missing):
    assert changed(before, after) == (gone, fresh, laid, missing)


@pytest.mark.parametrize(
    ("before", "after", "carried"),
    [
        ("r5 * * =group", "r5 * * | k1 k2 k3", "r5 * * =group | k1 k2 k3"),
        ("r5 * * =group", "r5 * * =run", "r5 * * =run"),
        ("r5 * * =group", "* r5 *", "* r5 *"),
        ("r5 * *", "r5 * *", "r5 * *"),
        ("r5 * * =run | k1 k2 k3", "k1 k2 k3", "k1 k2 k3"),
    ],
)
def test_a_meld_that_still_lies_there_keeps_the_reading_declared_for_it(before, after, carried):
    assert format_melds(carry_declarations(parse_melds(before), parse_melds(after))) == carried


@pytest.mark.parametrize(
    ("tiles", "taken", "left"),
    [
        ("r1 r1 b2", "r1", "r1 b2"),
        ("r1 r1 b2", "r1 r1 r1", "b2"),
        ("b2 r1", "", "r1 b2"),
        ("b2", "k3", "b2"),
        ("", "k3", ""),
    ],
)
def test_taking_tiles_away_counts_each_one_and_sorts_the_rest(tiles, taken, left):
    assert format_tiles(without(parse_tiles(tiles), parse_tiles(taken))) == left


def test_the_whole_contains_a_part_if_it_has_each_tile_as_often():
    assert contains(parse_tiles("r1 r1 b2"), parse_tiles("r1 r1"))
    assert not contains(parse_tiles("r1 b2"), parse_tiles("r1 r1"))
    assert contains((), ())
