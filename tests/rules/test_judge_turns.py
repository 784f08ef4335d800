"""An ordinary turn: tiles conserved, melds whole, at least one tile laid (A8, B-01, B-02)."""

import pytest

from tests.rules.judging import codes, judged
from tilerummy.rules.errors import PositionError
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.positions import Position


@pytest.mark.parametrize("book", [b for b in RULEBOOK_IDS if not b.startswith("lets")])
def test_an_opened_player_may_rearrange_the_table_freely(book):
    asked = {"table": "b8 b9 b10", "rack": "b11 k8 r8", "after": "b9 b10 b11 | b8 k8 r8"}
    assert codes(book, **asked) == []


def test_splitting_and_combining_several_melds_at_once():
    assert (
        codes(
            "piatnik-travel",
            table="o5 o6 o7 | r5 r6 r7 | k5 k6 k7 k8 k9",
            rack="k10 b5",
            after="o5 r5 k5 b5 | o6 r6 k6 | o7 r7 k7 | k8 k9 k10",
        )
        == []
    )


def test_after_the_opening_any_value_may_be_laid():
    assert codes("ravensburger-travel-it", rack="k1 r1 b1", after="k1 r1 b1") == []


def test_every_meld_left_behind_must_be_whole():
    found = judged("jumbo", table="b4 b5 b6 b7", rack="r7 k7", after="b4 b5 b6 | r7 k7 | b7")
    assert [v.code.value for v in found] == ["INVALID_MELD", "INVALID_MELD"]
    assert [v.meld for v in found] == [1, 2]
    assert {v.key for v in found} == {"INVALID_MELD.too-short"}


def test_a_whole_table_has_no_invalid_meld():
    assert "INVALID_MELD" not in codes("jumbo", table="b4 b5 b6", rack="b7", after="b4 b5 b6 b7")


def test_tiles_come_from_the_rack_or_the_table():
    found = judged("jumbo", table="b4 b5 b6", rack="b7", after="b4 b5 b6 b7 b8")
    assert [v.code.value for v in found] == ["TILE_NOT_AVAILABLE"]
    assert [t.text for t in found[0].tiles] == ["b8"]


def test_a_tile_on_the_rack_is_available_as_often_as_it_is_there():
    asked = {"table": "k1 r1 b1", "after": "k1 r1 b1 | k1 r1 y1"}
    assert codes("jumbo", rack="k1 r1 y1", **asked) == []
    assert codes("jumbo", rack="k1 y1", **asked) == ["TILE_NOT_AVAILABLE"]


def test_nothing_goes_back_to_the_rack():
    asked = {"table": "k4 k5 k6 k7 | b3 r3 y3", "rack": "k8 k3"}
    found = judged("twist", **asked, after="k5 k6 k7 k8 | b3 r3 y3")
    assert [v.code.value for v in found] == ["TABLE_TILE_TAKEN"]
    assert [t.text for t in found[0].tiles] == ["k4"]


def test_what_stays_on_the_table_was_not_taken():
    assert codes("twist", table="k4 k5 k6 k7", rack="k8", after="k4 k5 k6 k7 k8") == []


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_a_play_lays_at_least_one_tile_from_the_rack(book):
    table = "b1 b2 b3 b4 b5 b6"
    assert codes(book, table=table, rack="r9", after="b1 b2 b3 | b4 b5 b6") == ["NOTHING_LAID"]


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_one_tile_from_the_rack_is_enough(book):
    assert codes(book, table="b1 b2 b3", rack="b4", after="b1 b2 b3 b4") == []


def test_all_violations_are_told_at_once():
    found = codes("jumbo", table="b4 b5 b6 b7", rack="r9", after="b4 b5 b6 | r9 r10")
    assert found == ["INVALID_MELD", "TABLE_TILE_TAKEN", "TILE_NOT_AVAILABLE"]


def test_a_violation_has_a_sentence_a_clause_and_its_tiles():
    (found,) = judged("jumbo", table="b4 b5 b6", rack="b8", after="b4 b5 b6 b8")
    assert found.message == ("b4 b5 b6 b8 is not a meld: the numbers in a run must be consecutive")
    assert found.clause == "clause A5"
    assert str(found).startswith("INVALID_MELD: ")


def test_a_group_may_be_laid_out_in_another_order():
    asked = {"table": "r8 b8 y8", "rack": "r10 b10 k10", "after": "b8 r8 y8 | r10 b10 k10"}
    assert codes("ravensburger-travel-de", **asked, opened=False) == []


def test_a_mirrored_group_in_a_wrong_order_is_still_noticed():
    asked = {"table": "b7 r7 *m r7 b7", "rack": "k1 k2 k3"}
    assert codes("twist", **asked, after="b7 b7 *m r7 r7 | k1 k2 k3") == ["INVALID_MELD"]
    assert codes("twist", **asked, after="r7 b7 *m b7 r7 | k1 k2 k3") == []


def test_a_group_cannot_be_declared_a_run_afterwards():
    asked = {"table": "b7 r7 *", "rack": "k1 k2 k3"}
    assert codes("jumbo", **asked, after="r7 b7 * =run | k1 k2 k3") == ["INVALID_MELD"]


@pytest.mark.parametrize(
    ("table", "rack", "sentence"),
    [
        ("b4 b5", "", "b4 b5 is not a valid meld on the table"),
        ("b4 b5 b6", "b4 b4", "3 times b4"),
        ("", "o5", "o5, but the set of jumbo has none"),
        ("", "*r", "have no colours"),
        ("", "* * *", "3 jokers, but the set of jumbo has 2"),
        ("", "*m", "but the set of jumbo has none"),
    ],
)
def test_a_position_that_cannot_occur_is_refused(table, rack, sentence):
    with pytest.raises(PositionError, match=sentence.replace("*", r"\*")):
        Position.parse(rulebook("jumbo"), table=table, rack=rack)


def test_a_plain_joker_may_be_written_where_the_set_has_coloured_ones():
    position = Position.parse(rulebook("lets-play-rummy-de"), rack="* *r")
    assert len(position.rack) == 2
