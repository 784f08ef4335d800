"""Runs and groups as the booklets describe them (clauses A5, B-04, B-05, B-08 to B-10)."""

from pathlib import Path

import pytest

from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.readings import Fault, FaultCode, MeldKind, Reading


def read(text, book="ravensburger-travel-de", **house):
    rules = rulebook(book)
    if house:
        rules = rules.replace({name.replace("__", "."): value for name, value in house.items()})
    return Meld.parse(text).read(rules.grammar)


def value(text, book="ravensburger-travel-de"):
    reading = read(text, book)
    assert isinstance(reading, Reading), reading
    return reading.value


def fault(text, book="ravensburger-travel-de", **house):
    found = read(text, book, **house)
    assert isinstance(found, Fault), found
    return found.code


def faces(text, book="ravensburger-travel-de"):
    reading = read(text, book)
    assert isinstance(reading, Reading), reading
    return " ".join("+".join(str(face) for face in shown) for shown in reading.faces)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("r8 r9 r10", 27),
        ("b3 b4 b5 b6", 18),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", 91),
        ("r11 r12 r13", 36),
        ("* r2 r3", 6),
        ("r1 * r3", 6),
        ("r1 r2 *", 6),
        ("* r12 r13", 36),
        ("r1 * * r4", 10),
        ("* * r3 =run", 6),
    ],
)
def test_a_run_is_one_colour_in_rising_order_and_a_joker_counts_what_it_stands_for(text, worth):
    assert read(text).kind is MeldKind.RUN
    assert value(text) == worth


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("k7 r7 b7 y7", 28),
        ("k13 y13 r13", 39),
        ("y1 k1 b1", 3),
        ("b3 r3 *", 9),
        ("* b3 r3", 9),
        ("b3 * r3 y3", 12),
        ("b3 * r3 *", 12),
        ("b13 * *", 39),
    ],
)
def test_a_group_is_one_number_in_different_colours_in_any_order(text, worth):
    assert read(text).kind is MeldKind.GROUP
    assert value(text) == worth


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("r7 b7", FaultCode.TOO_SHORT),
        ("r7", FaultCode.TOO_SHORT),
        ("k7 k7 b7", FaultCode.COLOUR_TWICE),
        ("k7 r7 b7 y7 *", FaultCode.GROUP_TOO_LARGE),
        ("r3 r4 r6", FaultCode.NOT_CONSECUTIVE),
        ("r3 r3 r4", FaultCode.NOT_CONSECUTIVE),
        ("r5 r4 r3", FaultCode.NOT_IN_ORDER),
        ("r3 b4 r5", FaultCode.MIXED_COLOURS),
        ("r3 b5 y9", FaultCode.NEITHER),
        ("b12 b13 b1", FaultCode.NOT_IN_ORDER),
        ("* r1 r2", FaultCode.BELOW_ONE),
        ("r12 r13 *", FaultCode.BEYOND_HIGHEST),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 *", FaultCode.BEYOND_HIGHEST),
    ],
)
def test_what_is_neither_run_nor_group_is_refused_with_its_reason(text, code):
    assert fault(text) is code


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_the_one_never_follows_the_thirteen(book):
    assert isinstance(read("b12 b13 b1", book), Fault)
    assert isinstance(read("b12 b13 *", book), Fault)
    assert value("* b12 b13", book) == 36


@pytest.mark.parametrize("book", ["lets-play-rummy-de", "jumbo-xp", "twist"])
def test_a_meld_needs_a_number_tile(book):
    assert fault("* * *", book) is FaultCode.ONLY_JOKERS


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_two_jokers_may_lie_side_by_side(book):
    assert value("b5 * * b8", book) == 26


def test_a_joker_in_a_group_of_three_has_no_colour_yet():
    assert faces("b3 r3 *") == "b3 r3 ?3"


def test_the_joker_of_a_full_group_has_the_missing_colour():
    assert faces("b3 r3 * y3") == "b3 r3 k3 y3"


def test_a_joker_in_a_run_has_number_and_colour_by_its_place():
    assert faces("r5 * * r8") == "r5 r6 r7 r8"


def test_an_undeclared_meld_has_its_reading_of_higher_value():
    assert read("r5 * *").kind is MeldKind.RUN
    assert value("r5 * *") == 18
    assert read("r13 * *").kind is MeldKind.GROUP
    assert read("* * r5").kind is MeldKind.GROUP
    assert value("* * r5") == 15


def test_a_declared_reading_is_kept():
    assert value("r5 * * =group") == 15
    assert value("* * r5 =run") == 12


def test_a_reading_that_is_impossible_cannot_be_declared():
    assert fault("r5 r6 * =group") is FaultCode.DECLARED_OTHERWISE
    assert fault("r13 * * =run") is FaultCode.DECLARED_OTHERWISE


def test_both_readings_are_known():
    found = readings(Meld.parse("r5 * *").tiles, rulebook("jumbo").grammar)
    assert {(reading.kind, reading.value) for reading in found} == {
        (MeldKind.RUN, 18),
        (MeldKind.GROUP, 15),
    }


def test_the_colour_of_a_joker_does_not_matter_unless_agreed():
    assert value("b4 g4 *b", "lets-play-rummy-de") == 12
    assert value("r4 r5 *g", "lets-play-rummy-de") == 15


MATCHED = {"jokers__colour_must_match": True}


@pytest.mark.parametrize("text", ["b4 g4 *r", "r4 r5 *r", "*y y2 y3", "b4 g4 *r *y", "r4 r5 *"])
def test_where_agreed_a_joker_stands_for_its_own_colour(text):
    assert isinstance(read(text, "lets-play-rummy-de", **MATCHED), Reading)


@pytest.mark.parametrize("text", ["b4 g4 *b", "r4 r5 *g", "*r *g y3 y4", "b4 *r *r"])
def test_where_agreed_a_joker_of_another_colour_is_refused(text):
    assert fault(text, "lets-play-rummy-de", **MATCHED) is FaultCode.JOKER_COLOUR


@pytest.mark.parametrize("code", list(FaultCode))
def test_every_fault_has_a_sentence_and_a_clause_of_the_document(code):
    document = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
    assert Fault(code).message
    kind, number = Fault(code).clause.split()
    assert f"## {number} " in document if kind == "clause" else f"**{number} " in document


def test_a_meld_is_not_valid_because_it_is_long():
    assert fault("r1 r2 r3 r5 r6 r7") is FaultCode.NOT_CONSECUTIVE
