"""The sequencer: entries are added one by one, whichever server adds them."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.rooms import ANN, BEN, lobby
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.bus_messages import Appended
from tilerummy.server.live.sequencer import Sequencer
from tilerummy.server.room import commands, log

SAID = log.Said(at=7, seat=1, name="Ben", text="First!")


class MemoryStore:
    """The part of a store that a sequencer uses, in memory."""

    def __init__(self, room):
        self.first = room.number
        self.bodies = []
        self.trouble = []
        self.indexed = []

    async def append(self, append):
        await asyncio.sleep(0)
        if self.trouble:
            raise self.trouble.pop()
        if append.number <= self.first + len(self.bodies):
            return False
        self.bodies.append(append.body)
        self.indexed.append(append.index is not None)
        return True

    async def read(self, _room, after):
        return self.bodies[after - self.first :]


@pytest.fixture
def room():
    return lobby(ANN, BEN)


@pytest.fixture
def store(room):
    return MemoryStore(room)


@pytest.fixture
def steps():
    return []


@pytest.fixture
def sequencer(room, store, steps):
    services = SimpleNamespace(
        store=store, bus=LonelyBus(), workers=None, server="ours", now=lambda: 5
    )
    return Sequencer(room, services, steps.append)


async def test_a_command_that_is_granted_is_stored_and_then_told(sequencer, store, steps, room):
    assert await sequencer.ask(ANN, commands.Chat(id=1, text="Hello")) == []
    assert [log.decode(body).text for body in store.bodies] == ["Hello"]
    assert [(step.before.number, step.after.number) for step in steps] == [
        (room.number, room.number + 1)
    ]
    assert not sequencer.foreign


async def test_a_command_that_is_refused_adds_nothing(sequencer, store, steps):
    (reason,) = await sequencer.ask(BEN, commands.AddBot(id=1, seat=1, level="greedy"))
    assert reason.code == "NOT_THE_HOST"
    assert not store.bodies
    assert not steps


async def test_after_a_conflict_the_other_entry_is_told_first(sequencer, store, steps):
    store.bodies.append(log.encode(SAID))
    assert await sequencer.ask(ANN, commands.Chat(id=1, text="Second!")) == []
    assert [step.entry.text for step in steps] == ["First!", "Second!"]


async def test_a_refusal_is_decided_again_after_a_conflict(sequencer, store, room):
    taken = log.BotSat(at=7, seat=1, level="greedy")
    store.bodies += [log.encode(log.Freed(at=6, seat=1)), log.encode(taken)]
    assert await sequencer.ask(ANN, commands.Ready(id=1)) == []
    assert sequencer.room.number == room.number + 3
    assert sequencer.room.seats[1].level == "greedy"


async def test_what_another_server_stored_is_taken_in_order(sequencer, store, steps, room):
    news = Appended("theirs", room.code, room.number + 1, log.encode(SAID))
    store.bodies.append(news.body)
    await sequencer.take(news)
    await sequencer.take(news)
    assert len(steps) == 1
    assert sequencer.foreign
    store.bodies += [log.encode(SAID), log.encode(SAID)]
    await sequencer.take(Appended("theirs", room.code, room.number + 3, log.encode(SAID)))
    assert [step.after.number - room.number for step in steps] == [1, 2, 3]


async def test_when_the_store_fails_the_truth_is_read_before_anybody_goes_on(
    sequencer, store, steps
):
    store.trouble.append(OperationalError("insert", {}, OSError()))
    store.bodies.append(log.encode(SAID))
    (reason,) = await sequencer.ask(ANN, commands.Chat(id=1, text="Lost"))
    assert reason.code == "TOO_BUSY"
    assert sequencer.unsure
    assert await sequencer.ask(ANN, commands.Chat(id=2, text="Second!")) == []
    assert [step.entry.text for step in steps] == ["First!", "Second!"]
    assert not sequencer.unsure


async def test_an_entry_is_made_while_nothing_else_can_happen(sequencer, steps):
    async def slowly():
        number = sequencer.room.number
        await asyncio.sleep(0.02)
        assert sequencer.room.number == number
        return SAID

    async def nothing():
        return None

    asked = [sequencer.append(slowly), sequencer.ask(ANN, commands.Chat(id=1, text="Hello"))]
    assert await asyncio.gather(*asked, sequencer.append(nothing)) == [True, [], False]
    assert [step.entry.text for step in steps] == ["First!", "Hello"]


async def test_the_index_is_written_when_it_changes_and_once_a_minute(room, store, steps):
    now = [100_000]
    services = SimpleNamespace(
        store=store, bus=LonelyBus(), workers=None, server="ours", now=lambda: now[0]
    )
    sequencer = Sequencer(room, services, steps.append)

    async def asked(who, command):
        assert await sequencer.ask(who, command) == []
        return store.indexed[-1]

    line = commands.Chat(id=1, text="Hello")
    assert await asked(ANN, line)
    assert not await asked(ANN, line)
    assert await asked(BEN, commands.Stand(id=1)), "a seat is free"
    assert not await asked(ANN, line)
    now[0] = 160_000
    assert await asked(ANN, line), "it is not forgotten while something happens in it"
    await sequencer.take(Appended("theirs", room.code, sequencer.room.number + 1, log.encode(SAID)))
    assert await asked(ANN, line), "another server has written to it"
