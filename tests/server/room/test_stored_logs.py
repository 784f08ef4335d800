"""Rooms that an earlier version stored open in this one, and look as they did there.

`stored_logs.json` was written by the version before actions of players were stored as the engine's
own: logs as they lie in the database, and what three people were told of the room at its end.
"""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.rooms import ANN
from tilerummy.engine.actions import ClaimRedeal, Draw, Pass, Play, TimeOut
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold_all
from tilerummy.server.room.projection import Present, welcome

STORED = json.loads(Path(__file__).with_name("stored_logs.json").read_text("utf-8"))
PEOPLE = ("ann", "ben", "cleo")


@pytest.mark.parametrize("stored", STORED, ids=[stored["name"] for stored in STORED])
def test_a_stored_room_opens_as_its_players_left_it(stored):
    room = fold_all("ABCDEF", map(log.decode, stored["bodies"]))
    assert room is not None
    for who, told in stored["told"].items():
        seated = [one for one in PEOPLE if room.seat_of(one) is not None]
        now = msgspec.to_builtins(welcome(room, who, Present(seated), 10**6))
        assert told_before(now, told) == told


def told_before(now, told):
    """What is told now without what an earlier version did not know of."""
    if isinstance(told, dict):
        return {name: told_before(now[name], value) for name, value in told.items()}
    if isinstance(told, list) and len(now) == len(told):
        return [told_before(one, value) for one, value in zip(now, told, strict=True)]
    return now


@pytest.mark.parametrize("stored", STORED, ids=[stored["name"] for stored in STORED])
def test_what_is_written_today_makes_the_same_room(stored):
    entries = [log.decode(body) for body in stored["bodies"]]
    again = [log.decode(log.encode(entry)) for entry in entries]
    assert again == entries
    assert fold_all("ABCDEF", again) == fold_all("ABCDEF", entries)


def test_the_fixture_has_every_kind_of_action():
    kinds = {json.loads(body)["type"] for stored in STORED for body in stored["bodies"]}
    assert kinds >= {"played", "drew", "passed", "redeal", "time-out", "went-away", "dealt"}


TABLE = parse_melds("k4 k5 k6 | r5 * * =group")


@pytest.mark.parametrize(
    "action",
    [
        Play(TABLE),
        Play((), TABLE[:1]),
        Draw(),
        Pass(),
        ClaimRedeal(1),
        TimeOut(),
        TimeOut(TABLE, TABLE[:1]),
        TimeOut(()),
    ],
    ids=repr,
)
def test_an_action_is_stored_as_itself(action):
    entry = log.Acted(at=5, seat=1, action=action)
    assert log.decode(log.encode(entry)) == entry


@given(st.text(max_size=50))
def test_what_is_not_an_entry_is_refused(text):
    with pytest.raises((msgspec.MsgspecError, ValueError)):
        log.decode(text)


def test_an_action_names_the_seat_that_acted():
    """So a log in which somebody acted out of turn is noticed."""
    room = fold_all("ABCDEF", map(log.decode, STORED[1]["bodies"]))
    assert room is not None and room.playing is not None
    wrong = log.Acted(at=1, seat=(room.playing.turn + 1) % 3, action=Draw())
    with pytest.raises(Exception, match="another player"):
        fold_all("ABCDEF", [*map(log.decode, STORED[1]["bodies"]), wrong])
    assert room.seat_of(ANN) == 0
