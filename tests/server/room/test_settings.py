"""Settings: what a host may ask for, at the edge, and what a room is like if nothing is said."""

import msgspec
import pytest

from tilerummy.server.room import commands
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import count_tiles, read_melds, read_table
from tilerummy.server.room.settings import (
    AnyClock,
    BankClock,
    BookClock,
    HouseValue,
    LimitClock,
    Melds,
    Name,
    RoomSettings,
    SeatNumber,
    Tiles,
)

NEW = {"settings": {"rulebook": "jumbo"}, "name": "Ann"}


def accepted(value, kind):
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [("limit", 5, 3600), ("bank", 10, 3600)],
)
def test_a_clock_has_seconds_from_and_to(kind, least, most):
    for seconds, may in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        assert accepted({"type": kind, "seconds": seconds}, AnyClock) is may


def test_a_bank_grows_by_nothing_or_up_to_two_minutes():
    assert BankClock(60).increment == 0
    for increment, may in ((-1, False), (0, True), (120, True), (121, False)):
        clock = {"type": "bank", "seconds": 60, "increment": increment}
        assert accepted(clock, AnyClock) is may


@pytest.mark.parametrize(
    ("field", "least", "most"), [("seats", 2, 6), ("rounds", 1, 99), ("delay", 0, 600)]
)
def test_a_room_has_so_many_and_no_more(field, least, most):
    for number, may in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        assert accepted({"rulebook": "jumbo", field: number}, RoomSettings) is may


@pytest.mark.parametrize(
    ("kind", "shortest", "longest"),
    [(Tiles, 0, 1000), (Name, 1, 24)],
)
def test_a_text_is_so_long(kind, shortest, longest):
    lengths = {shortest - 1: False, shortest: True, longest: True, longest + 1: False}
    for length, may in lengths.items():
        assert length < 0 or accepted("x" * length, kind) is may


def test_tables_levels_house_rules_and_rulebooks_are_bounded():
    for length, may in ((80, True), (81, False)):
        assert accepted(["x" * length], Melds) is may
    for length, may in ((100, True), (101, False)):
        assert accepted(["x"] * length, Melds) is may
    for length, may in ((0, False), (1, True), (24, True), (25, False)):
        assert accepted({"rulebook": "jumbo", "takeover_level": "x" * length}, RoomSettings) is may
    for length, may in ((0, False), (1, True), (40, True), (41, False)):
        assert accepted({"rulebook": "x" * length}, RoomSettings) is may
    for length, may in ((60, True), (61, False)):
        assert accepted(["x"] * length, HouseValue) is may
        house = {str(number): 1 for number in range(length)}
        assert accepted({"rulebook": "jumbo", "house": house}, RoomSettings) is may
    for length, may in ((200, True), (201, False)):
        assert accepted("x" * length, HouseValue) is may


def test_seats_are_counted_from_nought_to_five():
    assert [number for number in range(-2, 9) if accepted(number, SeatNumber)] == [*range(6)]


def test_a_room_of_which_nothing_is_said():
    assert RoomSettings(rulebook="jumbo") == RoomSettings(
        rulebook="jumbo",
        house={},
        seats=2,
        rounds=None,
        clock=BookClock(),
        disconnected="runs",
        public=False,
        spectators=True,
        delay=0,
        hints=True,
        live=False,
        takeover=True,
        takeover_level="greedy",
        late="now",
        pace="normal",
    )
    assert LimitClock(5).seconds == 5


@pytest.mark.parametrize(
    ("rows", "tiles"),
    [
        ([], 0),
        ([""], 0),
        (["k1 k2 k3"], 3),
        (["r5 * * =group", "b4 b5"], 5),
        (["  k1   k2  "], 2),
        (["=run"], 0),
    ],
)
def test_tiles_are_counted_before_they_are_read(rows, tiles):
    assert count_tiles(rows) == tiles


def test_a_table_is_rows_of_melds_also_of_such_as_are_not_finished():
    assert read_table("") == ()
    assert read_table("k1 k2 | r5") == read_melds(["k1 k2", "r5"])
    table = read_table("k1 k2 | r5 * =group")
    assert Draft(7, table).rows == ["k1 k2", "r5 * =group"]
    assert Draft(7, table).opening is None


@pytest.mark.parametrize(
    ("fields", "least", "most"),
    [
        (lambda n: (commands.Chat, {"id": 1, "text": "x" * n}), 1, 300),
        (lambda n: (commands.Ready, {"id": n}), 0, 2**31 - 1),
        (lambda n: (commands.Draw, {"id": 1, "seen": n}), 0, 2**31 - 1),
        (
            lambda n: (commands.CreateRoom, {**NEW, "bots": ["greedy"] * n if n >= 0 else None}),
            0,
            5,
        ),
    ],
)
def test_what_is_asked_for_is_bounded_too(fields, least, most):
    for number in (least - 1, least, most, most + 1):
        kind, asked = fields(number)
        tag = kind.__struct_config__.tag
        message = {"type": tag, **asked} if tag else asked
        assert accepted(message, kind) is (least <= number <= most)


def test_who_is_ready_says_so_and_a_new_room_does_not_start_by_itself():
    assert commands.Ready(id=1).ready
    assert not msgspec.convert(NEW, commands.CreateRoom).start
