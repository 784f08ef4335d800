"""The sequencer: entries are added one by one, whichever server adds them."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.engine.actions import TimeOut
from tilerummy.server.live import sequencer as sequencers
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.bus_messages import Appended
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.sequencer import Sequencer
from tilerummy.server.live.summaries import games_of
from tilerummy.server.room import commands, log
from tilerummy.server.room.settings import LimitClock

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


# What other servers, the workers and the store have to do with it


class Helpers:
    """Workers that note for whom they work, and fail as told."""

    def __init__(self):
        self.owners, self.trouble = [], None

    async def judge(self, owner, work, *args):
        self.owners.append((owner, work.__name__))
        if self.trouble is not None:
            raise self.trouble
        return work(*args)

    def seed(self):
        return "8"


class Shared(LonelyBus):
    """A bus with other servers on it, which notes what they are told."""

    alone = False

    def __init__(self):
        self.published = []

    def publish(self, message):
        self.published.append(message)


@pytest.fixture
def begin(steps):
    """A sequencer of a room that other servers share."""

    def begin(room, *, alone=False, now=2_000):
        store, bus, workers = MemoryStore(room), Shared(), Helpers()
        bus.alone = alone
        services = SimpleNamespace(
            store=store, bus=bus, workers=workers, server="ours", now=lambda: now
        )
        return Sequencer(room, services, steps.append), services

    return begin


def playing(**settings):
    """Ann is in turn."""
    begun = lobby(ANN, BEN, **settings)
    return next(room for n in range(99) if (room := dealt(begun, seed=str(n))).round.turn == 0)


async def test_every_entry_is_told_to_the_other_servers_as_it_was_stored(begin, room):
    sequencer, services = begin(room)
    await sequencer.ask(ANN, commands.Chat(id=1, text="Hello"))
    (body,) = services.store.bodies
    assert services.bus.published == [Appended("ours", room.code, room.number + 1, body)]
    assert await sequencer.ask(BEN, commands.AddBot(id=1, seat=1, level="greedy"))
    assert len(services.bus.published) == 1


@pytest.mark.parametrize(("alone", "news"), [(False, ["First!", "Second!"]), (True, ["Second!"])])
async def test_who_has_seen_more_elsewhere_is_answered_with_all_of_it(
    begin, steps, room, alone, news
):
    """A server that is alone has seen everything itself."""
    sequencer, services = begin(room, alone=alone)
    services.store.bodies.append(log.encode(SAID))
    await sequencer.reach(room.number)
    assert steps == []
    await sequencer.reach(room.number + 1)
    assert len(steps) == (not alone)
    if alone:
        services.store.bodies.clear()
    await sequencer.ask(ANN, commands.Chat(id=1, text="Second!"))
    assert [step.entry.text for step in steps] == news


async def test_a_play_on_a_newer_table_waits_for_that_table(begin, steps):
    room = playing()
    sequencer, services = begin(room)
    services.store.bodies.append(log.encode(SAID))
    assert await sequencer.ask(ANN, commands.Draw(id=1, seen=room.number + 1)) == []
    assert [type(step.entry) for step in steps] == [log.Said, log.Acted]


async def test_whoever_always_comes_too_late_is_told_after_a_while(begin, room, monkeypatch):
    sequencer, services = begin(room)
    tried, waits = [], []

    async def late(append):
        tried.append(append.number)
        return False

    async def sleep(seconds):
        waits.append(seconds)

    services.store.append = late
    monkeypatch.setattr(sequencers.random, "random", lambda: 0.5)
    monkeypatch.setattr(sequencers.asyncio, "sleep", sleep)
    before = METRICS.conflicts._value.get()
    (reason,) = await sequencer.ask(ANN, commands.Chat(id=1, text="Hello"))
    assert reason.code == "TOO_BUSY"
    assert METRICS.conflicts._value.get() - before == len(tried) == 39
    assert waits[:3] == pytest.approx([0.0015, 0.003, 0.0045]), "longer and longer"
    assert not sequencer.unsure, "what the store holds is known"


async def test_entries_are_counted_wherever_they_were_stored(begin, room):
    sequencer, services = begin(room)
    before = METRICS.entries._value.get()
    await sequencer.ask(ANN, commands.Chat(id=1, text="Hello"))
    services.store.bodies.append(log.encode(SAID))
    await sequencer.catch_up()
    assert METRICS.entries._value.get() - before == 2


@pytest.mark.parametrize("trouble", [Overworked(), TooLong()])
async def test_what_could_not_be_decided_was_not_stored(begin, trouble):
    room = playing(house={"draw.must_lay": True})
    sequencer, services = begin(room)
    services.workers.trouble = trouble
    (reason,) = await sequencer.ask(ANN, commands.Draw(id=1, seen=room.number))
    assert (reason.code, sequencer.unsure) == ("TOO_BUSY", False)
    assert services.workers.owners == [(ANN, "decide")], "on behalf of who asks"


async def test_whoever_waits_too_long_for_the_others_is_told_so(begin, room, monkeypatch):
    monkeypatch.setattr(sequencers, "PATIENCE", 0.01)
    sequencer, _ = begin(room)
    gate = asyncio.Event()

    async def make():
        await gate.wait()

    first = asyncio.create_task(sequencer.append(make))
    await asyncio.sleep(0)
    (reason,) = await sequencer.ask(ANN, commands.Chat(id=1, text="Hello"))
    assert reason.code == "TOO_BUSY"
    reading = asyncio.create_task(sequencer.catch_up())
    await asyncio.sleep(0.03)
    assert not reading.done(), "news waits for as long as it takes"
    gate.set()
    assert await first is False
    await reading
    assert sequencer._lock._wanted == 0


async def test_what_another_server_stored_is_worked_out_elsewhere_if_that_is_slow(begin, steps):
    room = playing(clock=LimitClock(60))
    sequencer, services = begin(room)
    late = log.Acted(at=99_000, seat=0, action=TimeOut())
    services.store.bodies.append(log.encode(late))
    await sequencer.catch_up()
    assert services.workers.owners == [(room.code, "fold")]
    assert sequencer.room == after(room, late)
    assert not sequencer.unsure


async def test_a_round_that_ends_is_stored_with_its_record_and_for_its_people(begin):
    room = playing(takeover=False)
    sequencer, services = begin(room)
    appends, append = [], services.store.append

    async def watched(one):
        appends.append(one)
        return await append(one)

    services.store.append = watched
    await sequencer.ask(ANN, commands.Draw(id=1, seen=room.number))
    await sequencer.ask(ANN, commands.Leave(id=2))
    first, last = appends
    assert (first.record, first.games) == (None, ())
    assert last.record == sequencer.room.results[-1].record
    assert last.games == games_of(sequencer.room, 2_000) != ()


async def test_only_a_new_round_has_a_seed(begin, room, monkeypatch):
    asked = []
    monkeypatch.setattr(
        sequencers, "decide", lambda room, one, command: asked.append((one.who, one.seed)) or []
    )
    sequencer, _ = begin(room)
    await sequencer.ask(ANN, commands.Chat(id=1, text="Hello"))
    await sequencer.ask(ANN, commands.Start(id=2))
    assert asked == [(ANN, ""), (ANN, "8")]
