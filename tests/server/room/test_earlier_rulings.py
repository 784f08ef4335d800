"""Rooms stored before late turns were ruled anew open as they were and end as they began."""

import pytest

from tests.server.rooms import lobby
from tilerummy.engine.actions import TimeOut
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.events import TimedOut
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold, fold_all

STORED = """
{"type":"opened","at":0,"host":"ann","settings":{"rulebook":"ravensburger-travel-fr","seats":2}}
{"type":"sat","at":1,"seat":0,"who":"ann","name":"Ann"}
{"type":"sat","at":2,"seat":1,"who":"ben","name":"Ben"}
{"type":"dealt","at":3,"seed":"8","bots":null}
{"type":"time-out","at":120004,"draft":null,"opening":null}
{"type":"configured","at":120005,"settings":{"rulebook":"ravensburger-travel-it","seats":2}}
"""
"""A log as the first version wrote it: its opening turn was timed, and cost the fine."""


def test_a_stored_room_opens_as_it_was():
    entries = [log.decode(line) for line in STORED.strip().splitlines()]
    room = fold_all("ABCDEF", entries)
    assert room is not None and room.round is not None
    told = room.round.events[-1]
    assert isinstance(told, TimedOut)
    assert (told.count, told.laid) == (3, ())
    assert room.round.timed


def test_it_keeps_the_rulings_it_was_made_under():
    entries = [log.decode(line) for line in STORED.strip().splitlines()]
    room = fold_all("ABCDEF", entries)
    assert room is not None
    assert (room.rulings, room.rules.rulings, room.rules.id) == (1, 1, "ravensburger-travel-it")


def test_a_new_room_is_under_the_rulings_of_now():
    room = lobby("ann", "ben", rulebook="ravensburger-travel-fr")
    room = fold(room.code, room, log.Dealt(at=3, seed="8"))
    assert room.rules.rulings == 2
    assert not room.timed
    with pytest.raises(IllegalAction):
        fold(room.code, room, log.Acted(at=120_004, action=TimeOut()))
