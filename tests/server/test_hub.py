"""The hub: rooms that come to life on one server while others go on with them."""

import asyncio

import pytest

from tests.server.rooms import ANN
from tilerummy.engine.rounds import Round
from tilerummy.server import log
from tilerummy.server.bus import Appended, LonelyBus
from tilerummy.server.config import Config
from tilerummy.server.connection import Connection
from tilerummy.server.folding import fold_all
from tilerummy.server.hub import Hub
from tilerummy.server.live import Services, now_ms
from tilerummy.server.room import rules_of
from tilerummy.server.shapes import LimitClock, RoomSettings
from tilerummy.server.store import Append, Store
from tilerummy.server.summaries import index_of
from tilerummy.server.workers import Workers

CODE = "ABCDEF"
LOG = [
    log.Opened(at=1, host=ANN, settings=RoomSettings(rulebook="jumbo")),
    log.Sat(at=2, seat=0, who=ANN, name="Ann"),
    log.Said(at=3, seat=0, name="Ann", text="Is anybody there?"),
]


class Slow(Workers):
    """Threads that are not done with reading a room before something happened in it."""

    async def run(self, work, *args):
        room = await super().run(work, *args)
        await self.meanwhile()
        return room


class OpenBus(LonelyBus):
    """A bus on which the test speaks for the other server."""

    alone = False

    async def start(self, receive, lost):
        self.receive = receive


@pytest.fixture
async def stores(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'game.sqlite'}"
    ours, theirs = await Store.open(url), await Store.open(url)
    yield ours, theirs
    await ours.close()
    await theirs.close()


async def write(store, number):
    room, body = fold_all(CODE, LOG[:number]), log.encode(LOG[number - 1])
    assert await store.append(Append(CODE, number, body, index_of(room, number)))
    return Appended("theirs", CODE, number, body)


async def test_what_another_server_stores_while_a_room_is_read_is_not_missed(stores):
    ours, theirs = stores
    await write(theirs, 1)
    await write(theirs, 2)
    bus, workers = OpenBus(), Slow()

    async def meanwhile():
        bus.receive(await write(theirs, 3))

    workers.meanwhile = meanwhile
    hub = Hub(Config(database="sqlite://"), Services(ours, bus, workers, "ours", 30_000))
    await hub.start()
    live = await hub.room(CODE)
    for _ in range(500):
        if live.room.number == 3:
            break
        await asyncio.sleep(0.01)
    assert live.room.chat[-1].text == "Is anybody there?"
    await hub.close()
    workers.close()


async def test_a_room_that_was_made_with_bots_waits_for_its_maker(stores, monkeypatch):
    ours, _ = stores
    made = now_ms()
    monkeypatch.setattr("tilerummy.server.live.now_ms", lambda: made)
    workers = Workers()
    hub = Hub(Config(database="sqlite://"), Services(ours, LonelyBus(), workers, "ours", 30_000))
    settings = RoomSettings(rulebook="jumbo", clock=LimitClock(5))
    entries = [
        log.Opened(at=made, host=ANN, settings=settings),
        log.Sat(at=made, seat=0, who=ANN, name="Ann"),
        log.BotSat(at=made, seat=1, level="greedy"),
        log.Dealt(at=made, seed=seed_with_which_seat_0_begins(settings)),
    ]
    live = await hub.create(ANN, entries, "127.0.0.1")
    assert not live.busy
    assert await ours.due_rooms(made + 60_000) == []
    monkeypatch.setattr("tilerummy.server.live.now_ms", lambda: made + 60_000)
    ann = Connection(ANN)
    live.connections.add(ann)
    live.joined(ann)
    assert live.busy
    await asyncio.sleep(0.1)
    assert live.room.number == len(entries), "who comes late is not timed out at once"
    await hub.close()
    workers.close()


def seed_with_which_seat_0_begins(settings):
    rules = rules_of(settings)
    return next(str(n) for n in range(99) if Round.deal(rules, seed=str(n)).start == 0)
