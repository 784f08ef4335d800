"""Every explanation of where the jokers went, written as `from > to`.

A joker in the second place of the first old meld is `0.1`; `0.1>1.0` says that it was freed and
lies now at the beginning of the second new meld. Melds that did not change are not counted. `-` is
the explanation that none was freed.
"""

import pytest

from tilerummy.rules.changes import compare
from tilerummy.rules.duties import JokerFaults, joker_faults
from tilerummy.rules.explanations import broken_joker_melds, explanations, free_explanations
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import format_melds, parse_melds

MANY = {"tiles.jokers.normal": 4}
FREE, FR, IT, TWIST = (
    rulebook(book).replace(MANY)
    for book in ("piatnik-travel", "ravensburger-travel-fr", "ravensburger-travel-it", "twist")
)


def shown(ways):
    return sorted(
        " ".join(
            f"{freed.was.meld}.{freed.was.place}>{freed.now.meld}.{freed.now.place}"
            for freed in freed_jokers
        )
        or "-"
        for freed_jokers in ways
    )


def changed(before, after):
    return compare(parse_melds(before), parse_melds(after))


@pytest.mark.parametrize(
    ("before", "after", "ways"),
    [
        # Kept: with a number tile of its meld, standing for the same tile.
        ("b6 b7 *", "b6 b7 * b9", ["-"]),
        ("b6 b7 *", "b5 b6 b7 *", ["-"]),
        ("b6 b7 *", "b7 * b9", ["-"]),
        # Freed: another number, another kind of meld, no tile of the old meld.
        ("b6 b7 *", "* b6 b7", ["0.2>0.0"]),
        ("b6 b7 *", "k8 r8 * | b5 b6 b7", ["0.2>0.2"]),
        ("b6 b7 *", "k6 k7 * | b5 b6 b7", ["0.2>0.2"]),
        ("b6 b7 *", "b9 b10 * | b6 b7 b8", ["0.2>0.2"]),
        # A group's joker has a number and no colour.
        ("b6 r6 *", "b6 * k6", ["-"]),
        ("b6 r6 *", "b6 * b8 | k6 r6 y6", ["0.2>0.1"]),
        # Two alike: each may be either.
        ("b3 b4 * | r8 r9 *", "b3 b4 b5 | r8 r9 * | k1 k2 *", ["0.2>1.2"]),
        (
            "b3 b4 * | r8 r9 *",
            "b3 b4 b5 | r8 r9 r10 | k1 k2 * | y1 y2 *",
            ["0.2>2.2 1.2>3.2", "0.2>3.2 1.2>2.2"],
        ),
    ],
)
def test_where_joker_melds_are_free(before, after, ways):
    found = shown(free_explanations(FREE.grammar, changed(before, after)))
    assert found == sorted(ways)
    assert shown(explanations(FREE, changed(before, after))) == found


@pytest.mark.parametrize(
    ("before", "after", "french", "italian"),
    [
        # Lengthened: undivided melds may be, frozen ones not.
        ("r2 r3 *", "r2 r3 * r5", ["-"], []),
        ("r2 r3 *", "r1 r2 r3 *", ["-"], []),
        ("b3 r3 *", "b3 r3 k3 *", ["-", "0.2>0.3"], ["0.2>0.3"]),
        # Exchanged for the very tile.
        ("r2 r3 *", "r2 r3 r4 | k10 k11 *", ["0.2>1.2"], ["0.2>1.2"]),
        ("r2 r3 *", "r1 r2 r3 | k10 k11 *", [], []),
        ("b3 r3 *", "b3 r3 k3 | k10 k11 *", ["0.2>1.2"], ["0.2>1.2"]),
        # One of two exchanged, the other stays where it was.
        ("r2 * r4 *", "r2 r3 r4 * | k10 k11 *", ["0.1>1.2"], ["0.1>1.2"]),
        ("r2 * r4 *", "r2 r3 r4 * r6 | k10 k11 *", ["0.1>1.2"], []),
        ("r2 * r4 *", "r2 * r4 r5 | k10 k11 *", ["0.3>1.2"], ["0.3>1.2"]),
        # Both exchanged: which is which is open.
        (
            "r2 * r4 *",
            "r2 r3 r4 r5 | k10 k11 * | b1 b2 *",
            ["0.1>1.2 0.3>2.2", "0.1>2.2 0.3>1.2"],
            ["0.1>1.2 0.3>2.2", "0.1>2.2 0.3>1.2"],
        ),
        # What is kept cannot also be where a freed one went.
        (
            "r2 r3 * | k2 k3 * | b2 b3 *",
            "r2 r3 * r5 | k2 k3 * k5 | b2 b3 b4 | y8 y9 *",
            ["2.2>3.2"],
            [],
        ),
        # A kept meld takes up its places: two cannot lie in one.
        ("r2 r3 * | r2 r3 *", "r2 r3 * r5 | r2 r3 r4 | k1 k2 *", ["0.2>2.2", "1.2>2.2"], []),
        ("* r3 r4 | * r3 r4", "* r3 r4 r5 | r3 r4 r5 | k1 k2 *", [], []),
        # A run keeps its numbers, a group its number.
        ("r5 r6 *", "r4 r5 * | r6 k6 b6", [], []),
        ("r5 r6 *", "* r5 r6 r7", ["0.2>0.0"], ["0.2>0.0"]),
        ("b3 r3 *", "b8 r8 * | b3 r3 k3", ["0.2>0.2"], ["0.2>0.2"]),
        # A laid tile is spent once.
        ("r2 r3 * | * r5 r6", "r2 r3 r4 r5 r6 | k1 k2 * | b7 b8 *", [], []),
        # A full group's joker is exchanged for the missing colour only.
        ("b3 r3 y3 *", "b3 r3 y3 k3 | k10 k11 *", ["0.3>1.2"], ["0.3>1.2"]),
    ],
)
def test_where_joker_melds_are_undivided_or_frozen(before, after, french, italian):
    change = changed(before, after)
    assert sorted(set(shown(explanations(FR, change)))) == french
    assert sorted(set(shown(explanations(IT, change)))) == italian


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [
        ("b5 b6 * | r2 r3 *", "b5 b6 * b8 | r1 r2 r3 | k10 k11 *", "r2 r3 *"),
        ("b5 b6 * | r2 r3 *", "b4 b5 b6 | r1 r2 r3 | k10 * *", "b5 b6 * | r2 r3 *"),
        # Each could have given up its joker, but not both for one laid tile: both are to blame.
        (
            "r2 r3 * | * r5 r6",
            "r2 r3 r4 r5 r6 | k1 k2 * | b7 b8 *",
            "r2 r3 * | * r5 r6",
        ),
        ("b5 b6 * | r2 r3 r4", "b4 b5 b6 | r2 r3 r4 *", "b5 b6 *"),
    ],
)
def test_the_melds_to_blame_where_no_explanation_is_lawful(before, after, broken):
    assert format_melds(broken_joker_melds(FR, changed(before, after))) == broken


def faults(rules, before, after):
    found = joker_faults(rules, parse_melds(after), changed(before, after))
    return format_melds(found.broken), found.misplaced, found.replaced


@pytest.mark.parametrize(
    ("rules", "before", "after", "told"),
    [
        # Two melds are lengthened by two freed jokers: both places are named.
        (
            FREE,
            "b3 b4 * | k3 k4 * | r8 r9 r10 | y8 y9 y10",
            "b3 b4 b5 | k3 k4 k5 | r8 r9 r10 * | y8 y9 y10 *",
            ("", (2, 3), ()),
        ),
        # One was kept or one was freed: the explanation with fewer faults is told.
        (
            FREE,
            "b6 b7 * | r6 r7 *",
            "b5 b6 b7 * | r5 r6 r7 * ",
            ("", (), ()),
        ),
        (
            TWIST,
            "b3 b4 * | r8 r9 *",
            "b3 b4 *c | r8 r9 *2 | k1 k2 * | y1 y2 *",
            ("", (), (0, 1)),
        ),
        # A broken meld and a misplaced joker are both told.
        (
            FR,
            "r2 r3 * | k8 k9 k10",
            "r1 r2 r3 | k8 k9 k10 *",
            ("r2 r3 *", (1,), ()),
        ),
        (IT, "b3 r3 * | k8 k9 k10", "b3 r3 y3 | k8 k9 k10 *", ("", (1,), ())),
    ],
)
def test_the_faults_under_the_most_favourable_explanation(rules, before, after, told):
    assert faults(rules, before, after) == told


def test_faults_are_counted_in_melds():
    one, two = parse_melds("b5 b6 * | r2 r3 *")
    assert JokerFaults((one, two), (1,), (0, 2, 3)).count == 6
    assert JokerFaults().count == 0
