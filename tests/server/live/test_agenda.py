"""The agenda: which server does what is due, and what is fair to a player shown their turn late."""

from types import SimpleNamespace

import pytest

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.server.live.agenda import Agenda
from tilerummy.server.live.news import Here
from tilerummy.server.live.presence import Presence
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
def agenda(clock, sequencer, presence):
    services = SimpleNamespace(now=lambda: clock.now, takeover_after=30_000)
    return Agenda(sequencer, presence, services)


def in_turn(room):
    return room.seats[room.playing.turn].who


def waiting(room):
    return ANN if in_turn(room) == BEN else BEN


def test_the_server_that_shows_the_turn_times_it_out_though_it_began_elsewhere(
    agenda, presence, room
):
    presence.update(Here("ours", CODE, [in_turn(room)]))
    due = agenda.due()
    assert (due.what, due.at) == ("time-out", BEGAN + LIMIT + GRACE)


def test_the_other_server_leaves_it_to_that_one_for_long(agenda, presence, room):
    presence.heard(Here("theirs", CODE, [in_turn(room)]))
    presence.update(Here("ours", CODE, [waiting(room)]))
    due = agenda.due()
    assert due.what == "time-out"
    assert due.at >= BEGAN + LIMIT + GRACE + 10_000


def test_the_clock_stands_still_until_a_turn_is_shown(agenda, presence, sequencer, clock, room):
    presence.update(Here("ours", CODE, [in_turn(room)]))
    clock.now = BEGAN + 4_000
    agenda.advanced(Step(log.Dealt(at=BEGAN, seed="8"), lobby(ANN, BEN), room))
    paused = agenda.due()
    assert (paused.what, paused.at) == (log.Paused(at=BEGAN), clock.now)
    sequencer.room = after(room, paused.what)
    agenda.advanced(Step(paused.what, room, sequencer.room))
    resumed = agenda.due()
    assert resumed.what == log.Resumed(at=clock.now)
    sequencer.room = after(sequencer.room, resumed.what)
    due = agenda.due()
    assert (due.what, due.at) == ("time-out", clock.now + LIMIT + GRACE)


def test_a_turn_shown_in_time_costs_time(agenda, presence, clock, room):
    presence.update(Here("ours", CODE, [in_turn(room)]))
    clock.now = BEGAN + 900
    agenda.advanced(Step(log.Dealt(at=BEGAN, seed="8"), lobby(ANN, BEN), room))
    assert agenda.due().what == "time-out"


def test_the_clock_stands_still_while_what_the_player_asks_for_cannot_be_stored(
    agenda, presence, clock, room
):
    presence.update(Here("ours", CODE, [ANN, BEN]))
    clock.now = BEGAN + 9_000
    agenda.in_vain(waiting(room), BEGAN + 2_000)
    assert agenda.due().what == "time-out"
    agenda.in_vain(in_turn(room), BEGAN + 3_000)
    agenda.in_vain(in_turn(room), BEGAN + 4_000)
    assert agenda.due().what == log.Paused(at=BEGAN + 3_000)
