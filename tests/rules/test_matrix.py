"""The matrix: what each booklet says, clause by clause, against the shipped rulebooks.

One table a clause (A1 to A13 in docs/rules.md), rows in the order of the booklets. The
values stand here a second time on purpose: a slip in a rulebook file shows at once.
"""

import re

import pytest

from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook

BOOKS = RULEBOOK_IDS
KRBY = ("black", "red", "blue", "yellow")
BRGY = ("blue", "red", "green", "yellow")
KOBR = ("black", "orange", "blue", "red")


def same(value):
    return (value,) * 12


def table(de, fr, it, twist, lets_de, lets_fr, lets_it, lets_nl, piatnik, jumbo, xp, quick):
    return (de, fr, it, twist, lets_de, lets_fr, lets_it, lets_nl, piatnik, jumbo, xp, quick)


def lets(value, otherwise):
    """A value of the four Let's play Rummy rulebooks, and that of all others."""
    return (otherwise,) * 4 + (value,) * 4 + (otherwise,) * 4


def twist_only(value, otherwise):
    return (otherwise,) * 3 + (value,) + (otherwise,) * 8


MATRIX = {
    # A1 tiles
    "tiles.colours": table(
        KRBY, KRBY, KRBY, KRBY, BRGY, BRGY, BRGY, BRGY, KOBR, KRBY, KRBY, KRBY
    ),
    "tiles.numbers": same(13),
    "tiles.copies": table(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2),
    "tiles.jokers.normal": table(2, 2, 2, 2, 4, 4, 4, 4, 2, 2, 4, 4),
    "tiles.jokers.double": twist_only(2, 0),
    "tiles.jokers.colour_change": twist_only(2, 0),
    "tiles.jokers.mirror": twist_only(2, 0),
    "tiles.coloured_jokers": lets(True, False),
    # A2 players; an age of 0 is not stated
    "players.least": same(2),
    "players.most": table(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 4),
    "players.age": table(8, 8, 8, 0, 8, 8, 8, 8, 7, 0, 0, 0),
    # A3 start player
    "start.method": lets("random", "highest-tile"),
    "start.drawn": table("before-deal", "after-deal", *("before-deal",) * 10),
    # A4 deal, pool layout, redeal
    "deal.tiles": same(14),
    "deal.redeal": table("three-pairs", *("none",) * 11),
    "pool.layout": table(
        *("stacks-of-seven", "loose", "stacks-of-seven"),
        "loose",
        *("stacks", "stacks", "one-deck", "stacks"),
        "loose",
        *("stacks-of-seven",) * 3,
    ),
    # A6 opening
    "opening.points": lets(40, 30),
    "opening.goes_on": table(
        *(False, True, True), False, *(True, True, True, True), False, *(True, True, True)
    ),
    # A7 draw
    "draw.tiles": same(1),
    "draw.then_open": table(*(False,) * 6, True, *(False,) * 5),
    "draw.must_lay": same(False),
    # A9 jokers, A10 special jokers
    "jokers.reuse": table(
        *("anywhere", "new-meld", "new-meld"),
        "new-meld",
        *("anywhere", "anywhere", "other-meld", "anywhere"),
        "new-meld",
        *("anywhere",) * 3,
    ),
    "jokers.melds": table("free", "undivided", "frozen", *("free",) * 9),
    "jokers.colour_must_match": same(False),
    "jokers.special_replaces_other": twist_only(False, True),
    "jokers.mirror_value": same("middle"),
    "jokers.penalty.normal": table(50, 50, 50, 30, 25, 25, 25, 25, 30, 25, 25, 25),
    "jokers.penalty.special": same(10),
    # A11 time limit; 0 is none
    "time.limit": table(60, 120, 120, 60, 0, 0, 0, 0, 60, 120, 120, 120),
    "time.obligatory": table(True, True, True, *(False,) * 5, True, *(False,) * 3),
    "time.timed": table(
        *("first-turn", "after-opening", "after-opening"),
        *("first-turn",) * 5,
        "after-opening",
        *("first-turn",) * 3,
    ),
    "time.late": table(
        *("all_tiles_restored", "own_tiles_to_rack", "own_uncombined_to_rack"),
        "all_tiles_restored",
        *("all_tiles_restored",) * 4,
        "loose_tiles_restored",
        *("loose_tiles_to_rack",) * 3,
    ),
    "time.penalty": table(3, 3, 3, 1, 1, 1, 1, 1, 3, 3, 3, 3),
    "time.untouched": table("penalty", *("draw",) * 8, *("penalty",) * 3),
    "time.unrestorable": table(
        "to-pool-and-as-many-more", "none", "none", "to-pool", *("none",) * 4, "to-pool",
        *("none",) * 3,
    ),
    "time.unrestorable_penalty": table(3, 3, 3, 3, 1, 1, 1, 1, 3, 3, 3, 3),
    # A12 end, exhausted pool, scoring
    "pool.empty": table(
        *("play-on",) * 3, "last-turn", *("void",) * 4, "play-on", *("play-on",) * 3
    ),
    "pool.must_lay": table(True, *(False,) * 11),
    "scoring.call": table(True, False, False, True, *(False,) * 4, True, *(False,) * 3),
    "scoring.blocked": table(
        *("difference",) * 4, *("void",) * 4, "full", *("difference",) * 3
    ),
    # A13 matches
    "match.rounds": lets("players", "free"),
}  # fmt: skip


@pytest.mark.parametrize("field", MATRIX)
def test_every_rulebook_has_the_value_of_the_matrix(field):
    found = tuple(dict(fields(rulebook(book)))[field] for book in BOOKS)
    assert dict(zip(BOOKS, found, strict=True)) == dict(zip(BOOKS, MATRIX[field], strict=True))


def test_the_matrix_knows_every_field():
    for book in BOOKS:
        assert {field for field, _ in fields(rulebook(book))} == set(MATRIX)


POOLS = {
    "ravensburger-travel-de": {2: 78, 3: 64, 4: 50},
    "lets-play-rummy-fr": {2: 80, 3: 66, 4: 52},
    "twist": {2: 84, 3: 70, 4: 56},
    "jumbo-xp": {2: 132, 3: 118, 4: 104, 5: 90, 6: 76},
}


@pytest.mark.parametrize("book", POOLS)
def test_pool_after_the_deal(book):
    rules = rulebook(book)
    seats = range(rules.players.least, rules.players.most + 1)
    assert {n: len(rules.deck) - n * rules.deal.tiles for n in seats} == POOLS[book]


PLACE = re.compile(r"(DE|FR|IT|NL), [^()]+( \([^()]+\))?|ruling B-\d\d|not stated|not in this set")


@pytest.mark.parametrize("book", BOOKS)
def test_every_field_names_its_place_in_the_booklet_or_a_ruling(book):
    rules = rulebook(book)
    assert set(rules.sources) == {field for field, _ in fields(rules)}
    for place in rules.sources.values():
        assert PLACE.fullmatch(place), place


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_cites_the_booklet_in_its_own_language(book):
    rules = rulebook(book)
    cited = {place[:2] for place in rules.sources.values() if place[2:4] == ", "}
    assert cited == {rules.language.upper()}


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_says_what_is_special_about_it(book):
    rules = rulebook(book)
    assert rules.id == book
    assert rules.title
    assert len(rules.special) >= 4
    assert all(line.endswith(".") and len(line) <= 120 for line in rules.special)
