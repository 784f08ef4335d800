"""What happens in a room by itself."""

from msgspec.structs import replace

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.engine.actions import Draw, TimeOut
from tilerummy.server.room import log
from tilerummy.server.room.clock import GRACE
from tilerummy.server.room.deadlines import PAUSE_AFTER, RECOVERY, Watch, next_due
from tilerummy.server.room.settings import LimitClock, NoClock
from tilerummy.server.room.thinking_time import thinking_time

TAKEOVER_AFTER = 30_000
HERE = Watch(people={ANN, BEN}, gone={}, since=0, takeover_after=TAKEOVER_AFTER)


def only(*people: str, since: int = 0, gone: int = 0) -> Watch:
    absent = {who: gone for who in (ANN, BEN) if who not in people}
    return Watch(people=set(people), gone=absent, since=since, takeover_after=TAKEOVER_AFTER)


def playing(**settings):
    room = dealt(lobby(ANN, BEN, **settings), at=1_000)
    return room, room.seats[room.round.turn].who, room.seats[1 - room.round.turn].who


def test_nothing_is_due_in_a_lobby():
    assert next_due(lobby(ANN, BEN), HERE, 0) is None


def test_everybody_ready_means_deal():
    room = after(lobby(ANN), log.BotSat(at=0, seat=1, level="greedy"))
    room = after(room, log.GotReady(at=0, seat=0, ready=True))
    assert next_due(room, HERE, 7).what == "deal"


def test_a_room_in_which_nobody_is_sleeps():
    room = after(
        lobby(ANN, clock=LimitClock(5)),
        log.BotSat(at=0, seat=1, level="greedy"),
        log.Dealt(at=1_000, seed="8"),
    )
    alone = replace(HERE, people=set())
    assert next_due(room, alone, 60_000) is None
    assert next_due(room, HERE, 60_000) is not None
    begun = after(room, log.Acted(at=7_000, action=TimeOut()))
    assert next_due(begun, alone, 60_000) is None
    assert next_due(begun, HERE, 60_000) is not None


def test_a_turn_ends_at_its_deadline_with_a_grace_for_the_network():
    room, _, _ = playing(clock=LimitClock(30))
    due = next_due(room, HERE, 2_000)
    assert (due.what, due.at) == ("time-out", 31_000 + GRACE)


def test_nobody_is_timed_out_before_they_could_come_back_to_a_new_server():
    room, _, _ = playing(clock=LimitClock(30))
    watch = replace(HERE, since=500_000)
    assert next_due(room, watch, 500_000).at == 500_000 + RECOVERY


def test_without_a_clock_nobody_is_hurried():
    room, _, _ = playing(clock=NoClock())
    assert next_due(room, HERE, 10**9) is None


def test_a_bot_acts_at_a_pace_people_can_follow():
    room = after(lobby(ANN), log.BotSat(at=0, seat=1, level="greedy"))
    room = dealt(room, at=1_000)
    if not room.automatic_turn:
        room = after(room, log.Acted(at=1_000, action=Draw()))
    due = next_due(room, HERE, 1_000)
    assert (due.what, due.at) == ("bot", room.clock.began + thinking_time(room))


def test_the_clock_pauses_for_a_lost_connection_where_the_room_says_so():
    room, _, other = playing(clock=LimitClock(60), disconnected="pauses", takeover=False)
    due = next_due(room, only(other, gone=10_000), 10_000)
    assert due.at == 10_000 + PAUSE_AFTER
    assert isinstance(due.what, log.Paused)
    room = after(room, log.Paused(at=13_000))
    assert next_due(room, only(other, gone=10_000), 14_000) is None
    assert isinstance(next_due(room, HERE, 20_000).what, log.Resumed)


def test_the_clock_runs_on_for_a_lost_connection_otherwise():
    room, _, other = playing(clock=LimitClock(60), takeover=False)
    assert next_due(room, only(other, gone=10_000), 10_000).what == "time-out"


def test_a_bot_takes_over_once_somebody_waits_long_enough():
    room, mover, other = playing(clock=NoClock())
    due = next_due(room, only(other, gone=5_000), 5_000)
    assert due.at == 5_000 + TAKEOVER_AFTER
    assert due.what == log.TookOver(at=5_000, seat=room.seat_of(mover))
    assert next_due(room, only(), 5_000) is None, "nobody is there to wait"


def test_who_comes_back_has_the_seat_again_at_once():
    room, mover, _ = playing(clock=NoClock())
    seat = room.seat_of(mover)
    room = after(room, log.TookOver(at=40_000, seat=seat))
    assert next_due(room, HERE, 41_000).what == log.CameBack(at=41_000, seat=seat)


def test_who_is_still_away_does_not_come_back():
    room, mover, other = playing(clock=NoClock())
    seat = room.seat_of(mover)
    room = after(room, log.TookOver(at=40_000, seat=seat))
    assert next_due(room, only(other), 41_000).what == "bot"
    assert next_due(room, only(mover), 41_000).what == log.CameBack(at=41_000, seat=seat)


def test_who_was_gone_before_their_turn_is_waited_for_from_its_beginning():
    room, mover, other = playing(clock=NoClock())
    began = room.clock.began
    due = next_due(room, only(other, gone=began - 500), began)
    assert due.at == began + TAKEOVER_AFTER
    timed, _, other = playing(clock=LimitClock(60), disconnected="pauses", takeover=False)
    due = next_due(timed, only(other, gone=began - 500), began)
    assert due.at == began + PAUSE_AFTER
    assert room.seat_of(mover) == room.round.turn


def test_a_pause_that_comes_late_begins_when_it_comes():
    room, _, other = playing(clock=LimitClock(60), disconnected="pauses", takeover=False)
    watch = only(other, gone=10_000)
    assert next_due(room, watch, 11_000).what == log.Paused(at=10_000 + PAUSE_AFTER)
    late = 10_000 + PAUSE_AFTER + 700
    due = next_due(room, watch, late)
    assert (due.at, due.what) == (10_000 + PAUSE_AFTER, log.Paused(at=late))
