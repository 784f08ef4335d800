"""The schedule: which server does what is due, and what is fair if a turn is shown late."""

from types import SimpleNamespace

import pytest

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.engine.actions import Draw
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


def due_of(schedule):
    due = schedule.due()
    return type(due.what).__name__ if not isinstance(due.what, str) else due.what, due.at


OVER = BEGAN + LIMIT + GRACE


@pytest.mark.parametrize(
    ("where", "foreign", "extra"),
    [
        ("here", False, 0),
        ("here", True, 0),
        ("elsewhere", False, 15_000),
        ("elsewhere", True, 15_000),
        ("nowhere", False, 0),
        ("nowhere", True, 2_000),
    ],
)
def test_who_times_a_turn_out_depends_on_where_its_player_is(
    clock, sequencer, presence, schedule, where, foreign, extra
):
    """The server that shows the turn goes first; of the others the one that saw it begin."""
    begun = lobby(ANN, BEN, clock=LimitClock(5), disconnected="runs", takeover=False)
    sequencer.room, sequencer.foreign = dealt(begun, at=BEGAN), foreign
    mine, theirs = in_turn(sequencer.room), waiting(sequencer.room)
    if where == "elsewhere":
        presence.heard(PresenceUpdate("theirs", CODE, [mine]))
    presence.update(PresenceUpdate("ours", CODE, [mine, theirs] if where == "here" else [theirs]))
    assert due_of(schedule) == ("time-out", OVER + extra)


@pytest.mark.parametrize("foreign", [False, True])
def test_what_any_server_can_do_is_done_first_where_the_last_entry_was_stored(
    clock, sequencer, presence, schedule, foreign
):
    sequencer.foreign = foreign
    extra = 2_000 if foreign else 0
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    ready = [log.GotReady(at=1, seat=seat, ready=True) for seat in (0, 1)]
    sequencer.room = after(lobby(ANN, BEN), *ready)
    assert due_of(schedule) == ("deal", BEGAN + extra)
    # A player who is back has their seat back at once, whoever notices it.
    begun = dealt(lobby(ANN, BEN), at=BEGAN)
    sequencer.room = after(begun, log.TookOver(at=BEGAN, seat=begun.playing.turn))
    assert due_of(schedule) == ("CameBack", BEGAN)


@pytest.mark.parametrize(("late", "stands"), [(1_000, False), (1_001, True)])
@pytest.mark.parametrize("foreign", [False, True])
def test_only_a_turn_that_another_server_began_can_be_shown_late(
    clock, sequencer, presence, schedule, room, late, stands, foreign
):
    sequencer.foreign = foreign
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    clock.now = BEGAN + late
    schedule.advanced(Step(log.Dealt(at=BEGAN, seed="8"), lobby(ANN, BEN), room))
    assert due_of(schedule)[0] == ("Paused" if stands and foreign else "time-out")


def test_the_next_turn_is_not_blamed_for_the_one_before(schedule, sequencer, presence, clock, room):
    sequencer.foreign = False
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    schedule.in_vain(in_turn(room), BEGAN + 500)
    said = log.Said(at=BEGAN, seat=0, name="Ann", text="Hm")
    schedule.advanced(Step(said, room, after(room, said)))
    assert due_of(schedule) == ("Paused", BEGAN)
    drew = log.Acted(at=BEGAN + 600, seat=room.playing.turn, action=Draw())
    sequencer.room = after(room, drew)
    schedule.advanced(Step(drew, room, sequencer.room))
    assert due_of(schedule)[0] == "time-out"


def test_time_that_was_lost_before_the_turn_began_is_not_given_back(
    schedule, presence, clock, room
):
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    schedule.in_vain(in_turn(room), BEGAN - 700)
    assert schedule.due().what == log.Paused(at=BEGAN)


def test_where_no_clock_runs_there_is_nothing_to_give_back(schedule, sequencer, presence, clock):
    sequencer.room = dealt(lobby(ANN, BEN), at=BEGAN)
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    schedule.in_vain(in_turn(sequencer.room), BEGAN)
    assert schedule.due() is None


def test_between_rounds_nobody_is_in_turn(schedule, sequencer, presence):
    sequencer.room = lobby(ANN, BEN)
    presence.update(PresenceUpdate("ours", CODE, [ANN, BEN]))
    schedule.in_vain(ANN, BEGAN)
    assert schedule.due() is None
