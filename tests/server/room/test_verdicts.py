"""Verdicts on drafts: each row as it lies, and the turn as a whole."""

import pytest

from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Position
from tilerummy.server.room.verdicts import judge_draft, meld_verdict


def verdict(row, rules="jumbo"):
    return meld_verdict(Meld.parse(row), rulebook(rules).grammar)


@pytest.mark.parametrize(
    ("row", "unfinished"),
    [
        ("r5", True),
        ("r5 *", True),
        ("* *", True),
        ("r5 b5", True),
        ("r5 r6", True),
        ("r5 r7", True),
        ("r7 r5", True),
        ("r5 r5", False),
        ("r5 r8", False),
        ("r5 b6", False),
        ("r5 b7", False),
        ("r5 r6 r8", False),
        ("r5 b5 b5", False),
    ],
)
def test_a_row_is_unfinished_if_one_more_tile_could_make_it_a_meld(row, unfinished):
    seen = verdict(row)
    assert not seen.stands
    assert seen.short is unfinished


@pytest.mark.parametrize(
    ("row", "kind", "value"),
    [("r5 r6 r7", "run", 18), ("r5 b5 k5", "group", 15), ("r5 * r7", "run", 18)],
)
def test_a_meld_is_told_with_its_kind_and_value(row, kind, value):
    seen = verdict(row)
    assert (seen.stands, seen.kind, seen.value, seen.reason) == (True, kind, value, None)


def test_a_joker_is_told_with_what_it_stands_for():
    assert verdict("r5 * r7").faces == ["r5", "r6", "r7"]
    assert verdict("r3 *2 r6", "twist").faces == ["r3", "r4 r5", "r6"]


def test_tiles_that_can_be_read_as_run_or_group_are_told_so():
    assert verdict("* * r5").both
    assert not verdict("r4 * r6").both


def test_a_row_that_is_not_a_meld_is_told_why():
    reason = verdict("r5 r6 r8").reason
    assert reason is not None
    assert reason.code == "INVALID_MELD"
    assert reason.key.startswith("INVALID_MELD.")


def judged(table, rack, rows, opened):
    rules = rulebook("jumbo")
    position = Position.parse(rules, table=table, rack=rack, opened=opened)
    return judge_draft(position, rows, None)


def test_an_opening_is_told_with_its_points_and_what_it_needs():
    seen = judged("", "r9 r10 r11 k1", ["r9 r10 r11"], opened=False)
    assert (seen.opening, seen.needed, seen.reasons) == (30, 30, [])
    low = judged("", "r1 r2 r3 k1", ["r1 r2 r3"], opened=False)
    assert (low.opening, low.needed) == (6, 30)
    assert [reason.code for reason in low.reasons] == ["OPENING_TOO_LOW"]


def test_after_the_opening_nothing_is_counted():
    seen = judged("k4 k5 k6", "k7 b1", ["k4 k5 k6 k7"], opened=True)
    assert (seen.opening, seen.needed) == (None, None)
    assert [str(tile) for tile in seen.laid] == ["k7"]


def test_the_reason_of_a_row_is_told_at_that_row():
    seen = judged("k4 k5 k6", "k7 b1", ["k4 k5 k6 k7", "b1"], opened=True)
    assert [meld.stands for meld in seen.melds] == [True, False]
    assert seen.melds[0].reason is None
    assert seen.melds[1].reason == seen.reasons[0]
