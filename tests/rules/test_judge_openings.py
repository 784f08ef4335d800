"""The opening turn: its threshold and what else may happen in it (A6, B-11 to B-13, B-34e)."""

import pytest

from tests.rules.judging import codes, judged
from tilerummy.rules.judge import judge
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.openings import opening_melds, opening_points
from tilerummy.rules.positions import Play, Position

STOPS = ("ravensburger-travel-de", "twist", "piatnik-travel")
GOES_ON = tuple(book for book in RULEBOOK_IDS if book not in STOPS)
FORTY = tuple(book for book in RULEBOOK_IDS if book.startswith("lets"))
THIRTY = tuple(book for book in RULEBOOK_IDS if book not in FORTY)


@pytest.mark.parametrize("book", THIRTY)
def test_thirty_points_open_and_twenty_nine_do_not(book):
    assert codes(book, rack="r9 r10 r11", after="r9 r10 r11", opened=False) == []
    low = {"rack": "r1 r2 r3 r4 r5 b4 b5 b6", "after": "r2 r3 r4 r5 | b4 b5 b6", "opened": False}
    assert [v.numbers for v in judged(book, **low)] == [(29, 30)]


@pytest.mark.parametrize("book", FORTY)
def test_forty_points_open_lets_play_rummy_and_thirty_nine_do_not(book):
    rack = "b10 r10 g10 y10 b13 r13 g13"
    assert codes(book, rack=rack, after="b10 r10 g10 y10", opened=False) == []
    assert codes(book, rack=rack, after="b13 r13 g13", opened=False) == ["OPENING_TOO_LOW"]


def test_too_low_says_how_much_is_missing():
    (found,) = judged("jumbo", rack="r9 b9 k9", after="r9 b9 k9", opened=False)
    assert found.numbers == (27, 30)
    assert found.message == "the opening melds are worth 27 points; 30 are needed"
    assert found.clause == "jumbo, FR, Règles du jeu"


def test_several_melds_add_up():
    rack = "r5 b5 k5 b4 b5 b6"
    asked = {"rack": rack, "after": "r5 b5 k5 | b4 b5 b6", "opened": False}
    assert codes("ravensburger-travel-de", **asked) == []


def test_a_joker_counts_the_number_it_stands_for():
    asked = {"rack": "* r10 b10 y1", "opened": False}
    assert codes("ravensburger-travel-fr", **asked, after="* r10 b10") == []
    assert codes("ravensburger-travel-fr", rack="* r9 b9", after="* r9 b9", opened=False) == [
        "OPENING_TOO_LOW"
    ]


def test_a_double_counts_both_numbers():
    assert codes("twist", rack="b10 *2 b13", after="b10 *2 b13", opened=False) == []


def test_a_mirror_counts_its_middle_number():
    position = Position.parse(rulebook("twist"), rack="b3 b4 *m b4 b3", opened=False)
    assert opening_points(position, Play.parse("b3 b4 *m b4 b3")) == 19


def test_opening_with_the_whole_rack_is_fine():
    assert codes("piatnik-travel", rack="r9 r10 r11", after="r9 r10 r11", opened=False) == []


@pytest.mark.parametrize("book", STOPS)
def test_the_opening_turn_may_not_add_to_the_table(book):
    asked = {"table": "b4 b5 b6", "rack": "r10 b10 k10 b7", "after": "b4 b5 b6 b7 | r10 b10 k10"}
    assert codes(book, **asked, opening="r10 b10 k10", opened=False) == ["OPENING_TOUCHES_TABLE"]
    assert codes(book, **asked, opened=False) == ["OPENING_TOUCHES_TABLE"]


@pytest.mark.parametrize("book", STOPS)
def test_the_opening_turn_may_not_exchange_a_joker(book):
    assert codes(
        book,
        table="b4 b5 *",
        rack="b6 r10 b10 k10 k1 k2",
        after="b4 b5 b6 | r10 b10 k10 | k1 k2 *",
        opening="r10 b10 k10",
        opened=False,
    ) == ["OPENING_TOUCHES_TABLE"]


@pytest.mark.parametrize("book", STOPS)
def test_the_opening_turn_may_not_regroup_the_table(book):
    asked = {"table": "b4 b5 b6 b7 b8 b9", "rack": "r10 b10 k10"}
    after = "b4 b5 b6 | b7 b8 b9 | r10 b10 k10"
    assert codes(book, **asked, after=after, opened=False) == ["OPENING_TOUCHES_TABLE"]


@pytest.mark.parametrize("book", STOPS)
def test_an_opening_beside_the_table_touches_nothing(book):
    asked = {"table": "b4 b5 b6", "rack": "r10 b10 k10"}
    assert codes(book, **asked, after="b4 b5 b6 | r10 b10 k10", opened=False) == []


@pytest.mark.parametrize("book", GOES_ON)
def test_once_opened_the_same_turn_may_go_on(book):
    asked = {"table": "b4 b5 b6", "rack": "r9 r10 r11 r12 b7", "opened": False}
    after = "b4 b5 b6 b7 | r9 r10 r11 r12"
    assert codes(book, **asked, after=after, opening="r9 r10 r11 r12") == []
    assert codes(book, **asked, after=after) == []


@pytest.mark.parametrize("book", GOES_ON)
def test_the_opening_comes_from_the_rack_alone(book):
    asked = {"table": "b10 b11 b12 b13", "rack": "r10 y10 r1 r2 r3", "opened": False}
    found = codes(
        book,
        **asked,
        after="b10 r10 y10 | b11 b12 b13 | r1 r2 r3",
        opening="b10 r10 y10 | r1 r2 r3",
    )
    assert "OPENING_NOT_FROM_RACK" in found


def test_an_opening_laid_from_the_rack_is_from_the_rack():
    asked = {"table": "b10 b11 b12 b13", "rack": "r10 y10 k10", "opened": False}
    after = "b10 b11 b12 b13 | r10 y10 k10"
    assert codes("jumbo", **asked, after=after, opening="r10 y10 k10") == []


def test_opening_melds_may_be_rebuilt_in_the_same_turn_if_named():
    asked = {"table": "k10 k11 k12", "rack": "r10 b10 y10 k13", "opened": False}
    after = "k10 r10 b10 y10 | k11 k12 k13"
    assert codes("jumbo", **asked, after=after, opening="r10 b10 y10") == []
    assert codes("jumbo", **asked, after=after) == ["OPENING_TOO_LOW"]


def test_named_opening_melds_must_be_melds():
    asked = {"rack": "r10 b10 y10 k13", "opened": False, "after": "r10 b10 y10"}
    assert "INVALID_MELD" in codes("jumbo", **asked, opening="r10 b10 k13")


def test_a_joker_laid_in_the_opening_belongs_to_a_joker_meld_of_the_table():
    asked = {"rack": "r10 r11 * r9 b12 k12 y12", "opened": False, "opening": "r10 r11 *"}
    assert codes("ravensburger-travel-fr", **asked, after="r9 r10 r11 *") == []
    assert codes("ravensburger-travel-it", **asked, after="r9 r10 r11 *") == ["JOKER_MELD_FROZEN"]
    assert codes("jumbo", **asked, after="r9 r10 r11 | b12 k12 *") == []
    assert codes("ravensburger-travel-fr", **asked, after="r9 r10 r11 | b12 k12 *") == [
        "JOKER_MELD_FROZEN"
    ]


def test_a_joker_may_be_exchanged_in_an_opening_turn_that_goes_on():
    asked = {"table": "r4 r5 *", "rack": "r10 b10 y10 r6 k7 k8", "opened": False}
    after = "r4 r5 r6 | r10 b10 y10 | k7 k8 *"
    for book in ("jumbo", "ravensburger-travel-fr", "ravensburger-travel-it"):
        assert codes(book, **asked, after=after, opening="r10 b10 y10") == []


def test_house_rules_set_the_threshold():
    rules = rulebook("jumbo").replace({"opening.points": 25})
    position = Position.parse(rules, rack="r9 b9 k9", opened=False)
    assert opening_points(position, Play.parse("r9 b9 k9")) == 27
    assert judge(position, Play.parse("r9 b9 k9")) == []


def test_what_the_threshold_does_not_need_is_laid_after_the_opening():
    asked = {"table": "* r9 * =run", "rack": "r8 r9 r10 r10 r11 r12 y12", "opened": False}
    after = "r8 r9 r10 | r9 r10 r11 r12 | * y12 * =run"
    assert codes("ravensburger-travel-fr", **asked, after=after, opening="r10 r11 r12") == []
    assert codes("ravensburger-travel-fr", **asked, after=after) == []


def test_every_meld_from_the_rack_counts_but_only_those_needed_open():
    position = Position.parse(rulebook("jumbo"), rack="r9 r10 r11 k1 k2 k3", opened=False)
    play = Play.parse("k1 k2 k3 | r9 r10 r11")
    assert opening_points(position, play) == 36
    assert opening_melds(position, play) == Play.parse("r9 r10 r11").table


def test_an_opening_meld_that_still_lies_there_opens_once():
    asked = {"table": "r10 r11 r12 r13", "rack": "b13 b13 y13 y13 * * k5 k6", "opened": False}
    after = "r10 r11 r12 | r13 b13 y13 | b13 y13 * | k5 k6 *"
    for book in ("ravensburger-travel-fr", "ravensburger-travel-it"):
        assert codes(book, **asked, after=after, opening="b13 y13 *") == []
        assert codes(book, **asked, after=after) == []
