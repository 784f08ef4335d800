"""The schedule: which server does what is due, and what is fair if a turn is shown late."""

from types import SimpleNamespace

import pytest

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.server.live.bus_messages import PresenceUpdate
from tilerummy.server.live.presence import Presence
from tilerummy.server.live.schedule import Schedule
from tilerummy.server.live.sequencer import Step
from tilerummy.server.room import log
from tilerummy.server.room.clock import GRACE
from tilerummy.server.room.settings import LimitClock

BEGAN, LIMIT = 100_000, 5_000
CODE = "ABCDEF"


@pytest.fixture
def clock():
    return SimpleNamespace(now=BEGAN)


@pytest.fixture
def room():
    return dealt(lobby(ANN, BEN, clock=LimitClock(5)), at=BEGAN)


@pytest.fixture
def sequencer(room):
    return SimpleNamespace(room=room, foreign=True)


@pytest.fixture
def presence(clock):
    return Presence(lambda: clock.now)


@pytest.fixture
def schedule(clock, sequencer, presence):
    services = SimpleNamespace(now=lambda: clock.now, takeover_after=30_000)
    return Schedule(sequencer, presence, services)


def in_turn(room):
    return room.seats[room.playing.turn].who


def waiting(room):
    return ANN if in_turn(room) == BEN else BEN


def test_the_server_that_shows_the_turn_times_it_out_though_it_began_elsewhere(
    schedule, presence, room
):
    presence.update(PresenceUpdate("ours", CODE, [in_turn(room)]))
    due = schedule.due()
    assert (due.what, due.at) == ("time-out", BEGAN + LIMIT + GRACE)


def test_the_other_server_leaves_it_to_that_one_for_long(schedule, presence, room):
    presence.heard(PresenceUpdate("theirs", CODE, [in_turn(room)]))
    presence.update(PresenceUpdate("ours", CODE, [waiting(room)]))
    due = schedule.due()
    assert due.what == "time-out"
    assert due.at >= BEGAN + LIMIT + GRACE + 10_000


def test_the_clock_stands_still_until_a_turn_is_shown(schedule, presence, sequencer, clock, room):
    presence.update(PresenceUpdate("ours", CODE, [in_turn(room)]))
    clock.now = BEGAN + 4_000
    schedule.advanced(Step(log.Dealt(at=BEGAN, seed="8"), lobby(ANN, BEN), room))
    paused = schedule.due()
    assert (paused.what, paused.at) == (log.Paused(at=BEGAN), clock.now)
    sequencer.room = after(room, paused.what)
    schedule.advanced(Step(paused.what, room, sequencer.room))
    resumed = schedule.due()
    assert resumed.what == log.Resumed(at=clock.now)
    sequencer.room = after(sequencer.room, resumed.what)
    due = schedule.due()
    assert (due.what, due.at) == ("time-out", clock.now + LIMIT + GRACE)


def test_a_turn_shown_in_time_costs_time(schedule, presence, clock, room):
    presence.update(PresenceUpdate("ours", CODE, [in_turn(room)]))
    clock.now = BEGAN + 900
    schedule.advanced(Step(log.Dealt(at=BEGAN, seed="8"), lobby(ANN, BEN), room))
    assert schedule.due().what == "time-out"


def test_the_clock_stands_still_while_what_the_player_asks_for_cannot_be_stored(
    schedule, presence, clock, room
):
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    clock.now = BEGAN + 9_000
    schedule.in_vain(waiting(room), BEGAN + 2_000)
    assert schedule.due().what == "time-out"
    schedule.in_vain(in_turn(room), BEGAN + 3_000)
    schedule.in_vain(in_turn(room), BEGAN + 4_000)
    assert schedule.due().what == log.Paused(at=BEGAN + 3_000)
