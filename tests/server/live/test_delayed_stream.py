"""A room with a delay stays delayed: neither rematch nor record runs ahead for spectators."""

import gc
import json
import sys

import pytest

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.server.live.broadcast import Broadcast
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.delayed_stream import DelayedStream
from tilerummy.server.live.fan_out import FanOut
from tilerummy.server.live.history import History, PendingEntry
from tilerummy.server.live.sequencer import Step
from tilerummy.server.room import log
from tilerummy.server.room.projection import Present
from tilerummy.server.web.replays import FinishedRound
from tilerummy.server.wire import messages

WATCHER = "a watcher"
DELAY = 60


@pytest.fixture
def lobby_late():
    return lobby(ANN, BEN, delay=DELAY)


def said(connection):
    return [json.loads(frame)["type"] for frame in connection._outbox]


def step(room, entry):
    return Step(entry, room, after(room, entry))


def heard(broadcast, room, *entries):
    """The room after these entries, everybody having been told."""
    for entry in entries:
        one = step(room, entry)
        broadcast.step(one, Present())
        room = one.after
    return room


class Clock:
    """A clock that a test moves."""

    now = 10_000

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def broadcast(clock):
    broadcast = Broadcast(clock)
    yield broadcast
    broadcast.delayed.close()


def later(broadcast, clock, seconds):
    """So much time passes."""
    clock.now += seconds * 1_000
    broadcast.delayed._release()


@pytest.fixture
def people(broadcast):
    found = {who: Connection(who) for who in (ANN, WATCHER)}
    for connection in found.values():
        connection.greeted = True
    broadcast.connections |= set(found.values())
    return found


DEALT = log.Dealt(at=10_000, seed="8")
REMATCH = (log.WentAway(at=10_000, seat=1, level=None), log.Restarted(at=10_000, seat=0))


async def test_before_the_first_round_spectators_see_the_lobby_as_it_is(
    broadcast, people, lobby_late
):
    heard(broadcast, lobby_late, log.Said(at=10_000, seat=0, name="Ann", text="Hello"))
    assert said(people[WATCHER]) == ["happened"]


async def test_from_the_deal_on_everything_is_told_late_also_after_a_rematch(
    broadcast, people, lobby_late
):
    room = heard(broadcast, lobby_late, DEALT, *REMATCH)
    assert room.phase == "lobby"
    assert said(people[ANN]) == ["happened"] * 3
    assert said(people[WATCHER]) == []
    assert broadcast.delayed.waiting == 3
    broadcast.spread(messages.Reacted(0, "hello"), room)
    assert said(people[WATCHER]) == []


async def test_everything_comes_in_its_order_when_its_time_has_come(
    broadcast, people, lobby_late, clock
):
    room = heard(broadcast, lobby_late, DEALT)
    clock.now += 5_000
    heard(broadcast, room, log.Said(at=15_000, seat=0, name="Ann", text="Hello"))
    later(broadcast, clock, DELAY - 6)
    assert said(people[WATCHER]) == []
    later(broadcast, clock, 1)
    assert numbers(people[WATCHER]) == [room.number]
    later(broadcast, clock, 5)
    assert numbers(people[WATCHER]) == [room.number, room.number + 1]
    assert broadcast.delayed.waiting == 0


def numbers(connection):
    return [json.loads(frame)["number"] for frame in connection._outbox]


async def test_what_is_told_at_once_does_not_overtake_what_waits(
    broadcast, people, lobby_late, clock
):
    room = heard(broadcast, lobby_late, DEALT, *REMATCH)
    prompt = log.Configured(at=10_000, settings=lobby(ANN).settings)
    room = heard(broadcast, room, prompt)
    assert said(people[WATCHER]) == []
    later(broadcast, clock, DELAY)
    assert numbers(people[WATCHER]) == [
        room.number - 3,
        room.number - 2,
        room.number - 1,
        room.number,
    ]
    # The delay was lifted and everything is told: from now on there is none.
    heard(broadcast, room, log.Said(at=clock.now, seat=0, name="Ann", text="Hello"))
    assert numbers(people[WATCHER])[-1] == room.number + 1


async def test_a_spectator_who_sits_down_sees_the_room_as_it_is(
    broadcast, people, lobby_late, clock
):
    room = heard(broadcast, lobby_late, DEALT, *REMATCH)
    heard(broadcast, room, log.Sat(at=10_000, seat=1, who=WATCHER, name="Cleo"))
    assert said(people[WATCHER]) == ["welcome"]
    later(broadcast, clock, DELAY)
    assert said(people[WATCHER]) == ["welcome"]


async def test_a_player_who_leaves_is_told_the_rest_late_and_nothing_twice(
    broadcast, people, lobby_late, clock
):
    room = heard(broadcast, lobby_late, DEALT)
    knew = numbers(people[ANN])
    room = heard(broadcast, room, log.WentAway(at=10_000, seat=0, level="greedy"))
    assert numbers(people[ANN]) == knew
    later(broadcast, clock, DELAY)
    assert numbers(people[ANN]) == [*knew, room.number]


async def test_a_visitor_is_shown_the_room_as_it_was_and_then_the_rest(
    broadcast, people, lobby_late, clock
):
    first, room = lobby_late, heard(broadcast, lobby_late, DEALT)
    visitor = Connection("another")
    broadcast.connections.add(visitor)
    visitor.greeted = True
    broadcast.delayed.watch(visitor)
    assert said(visitor) == ["welcome"]
    assert numbers(visitor) == [first.number]
    later(broadcast, clock, DELAY)
    assert numbers(visitor) == [first.number, room.number]


async def test_what_happens_while_the_past_is_read_is_not_lost(clock, lobby_late):
    stream, watcher = DelayedStream(clock, FanOut()), Connection(WATCHER)
    room = dealt(lobby_late, at=10_000)
    chat = step(room, log.Said(at=10_000, seat=0, name="Ann", text="Hello"))

    async def read():
        stream.step(chat.before, chat.entry, chat.after)
        return History(lobby_late, [PendingEntry.of(lobby_late, DEALT, room)])

    await stream.begin(read)
    stream.watch(watcher)
    clock.now += DELAY * 1_000
    stream._release()
    assert numbers(watcher) == [lobby_late.number, room.number, room.number + 1]
    stream.close()


async def test_a_past_that_cannot_be_read_leaves_nothing_behind(clock, lobby_late):
    stream = DelayedStream(clock, FanOut())

    async def read():
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await stream.begin(read)
    one = step(lobby_late, DEALT)
    stream.step(one.before, one.entry, one.after)
    assert stream.waiting == 0


async def test_visits_leave_nothing_behind(broadcast, people, lobby_late, clock):
    """However many come and go, a room keeps one stream and nothing for each visitor."""
    room = heard(broadcast, lobby_late, DEALT)
    for number in range(200):
        room = heard(broadcast, room, log.Said(at=10_000 + number, seat=0, name="Ann", text="x"))

    def visit():
        visitor = Connection("another")
        broadcast.connections.add(visitor)
        visitor.greeted = True
        broadcast.delayed.watch(visitor)
        frames = len(visitor._outbox)
        broadcast.part(visitor)
        return frames

    visit()
    gc.collect()
    before, kept = sys.getallocatedblocks(), broadcast.delayed.waiting
    # A visitor is sent what was, not a copy of everything that waits.
    assert {visit() for _ in range(50)} == {1}
    gc.collect()
    assert broadcast.delayed.waiting == kept
    assert sys.getallocatedblocks() - before < 500


def test_a_record_is_open_to_players_at_once_and_to_others_after_the_delay(lobby_late):
    room = after(dealt(lobby_late), *REMATCH[:1])
    finished = FinishedRound("the record", room, 1_000)
    assert finished.is_open_to(ANN, 1_000)
    assert not finished.is_open_to(WATCHER, 1_000 + DELAY * 1000 - 1)
    assert finished.is_open_to(WATCHER, 1_000 + DELAY * 1000)
    prompt = FinishedRound("the record", after(dealt(lobby(ANN, BEN)), *REMATCH[:1]), 1_000)
    assert prompt.is_open_to(WATCHER, 1_000)
