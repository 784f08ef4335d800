"""A room with a delay stays delayed: neither rematch nor record runs ahead for spectators."""

import asyncio
import json

import pytest

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.server.live.broadcast import Broadcast
from tilerummy.server.live.connection import Connection
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


@pytest.fixture
def broadcast():
    return Broadcast(lambda: 10_000)


@pytest.fixture
def people(broadcast):
    found = {who: Connection(who) for who in (ANN, WATCHER)}
    for connection in found.values():
        connection.greeted = True
    broadcast.connections |= set(found.values())
    yield found
    for connection in found.values():
        connection.drop_later()


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
    assert people[WATCHER].waits
    broadcast.spread(messages.Reacted(0, "hello"), room)
    assert said(people[WATCHER]) == []


async def test_what_is_told_at_once_does_not_overtake_what_waits(broadcast, people, lobby_late):
    room = heard(broadcast, lobby_late, DEALT, *REMATCH)
    prompt = log.Configured(at=10_000, settings=lobby(ANN).settings)
    heard(broadcast, room, prompt)
    assert said(people[WATCHER]) == []


async def test_a_spectator_who_sits_down_sees_the_room_as_it_is(broadcast, people, lobby_late):
    room = heard(broadcast, lobby_late, DEALT, *REMATCH)
    heard(broadcast, room, log.Sat(at=10_000, seat=1, who=WATCHER, name="Cleo"))
    assert said(people[WATCHER]) == ["welcome"]
    assert not people[WATCHER].waits


async def test_frames_come_in_their_order_when_their_time_has_come():
    connection = Connection(WATCHER)
    connection.send_later(b"1", 0.02)
    connection.send_in_order(b"2")
    connection.send_later(b"3", 0.0)
    assert not connection._outbox
    await asyncio.sleep(0.1)
    assert list(connection._outbox) == [b"1", b"2", b"3"]
    assert not connection.waits


async def test_nothing_waits_for_a_visitor_who_left():
    connection = Connection(WATCHER)
    connection.send_later(b"1", 0.01)
    connection.drop_later()
    await asyncio.sleep(0.05)
    assert not connection._outbox


def test_a_record_is_open_to_players_at_once_and_to_others_after_the_delay(lobby_late):
    room = after(dealt(lobby_late), *REMATCH[:1])
    finished = FinishedRound("the record", room, 1_000)
    assert finished.is_open_to(ANN, 1_000)
    assert not finished.is_open_to(WATCHER, 1_000 + DELAY * 1000 - 1)
    assert finished.is_open_to(WATCHER, 1_000 + DELAY * 1000)
    prompt = FinishedRound("the record", after(dealt(lobby(ANN, BEN)), *REMATCH[:1]), 1_000)
    assert prompt.is_open_to(WATCHER, 1_000)
