"""The hub: rooms that come to life on one server while others go on with them."""

import asyncio

import pytest

from tests.server.rooms import ANN
from tilerummy.engine.actions import Draw
from tilerummy.engine.rounds import Round
from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.config import Config
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.bus_messages import Appended
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.hub import Hub
from tilerummy.server.live.services import Services, now_ms
from tilerummy.server.live.summaries import index_of
from tilerummy.server.live.workers import Workers
from tilerummy.server.room import commands, log
from tilerummy.server.room.fold import fold_all
from tilerummy.server.room.settings import LimitClock, RoomSettings
from tilerummy.server.room.state import rules_of
from tilerummy.server.storage.store import Append, NewRoom, Store

CODE = "ABCDEF"
LOG = [
    log.Opened(at=1, host=ANN, settings=RoomSettings(rulebook="jumbo"), rulings=RULINGS),
    log.Sat(at=2, seat=0, who=ANN, name="Ann"),
    *[log.Said(at=3, seat=0, name="Ann", text="…") for _ in range(30)],
    log.Said(at=4, seat=0, name="Ann", text="Is anybody there?"),
]


class Slow(Workers):
    """Workers that are not done with reading a room before something happened in it."""

    async def read(self, owner, work, *args):
        room = await super().read(owner, work, *args)
        await self.meanwhile()
        return room


class OpenBus(LonelyBus):
    """A bus on which the test speaks for the other server."""

    alone = False

    async def start(self, receive, lost):
        self.receive = receive


@pytest.fixture
async def stores(tmp_path):
    url = f"sqlite:///{tmp_path / 'game.sqlite'}"
    ours, theirs = await Store.open(url), await Store.open(url)
    yield ours, theirs
    await ours.close()
    await theirs.close()


async def write(store, number):
    room, body = fold_all(CODE, LOG[:number]), log.encode(LOG[number - 1])
    index = index_of(room, number)
    if number == 1:
        assert await store.create(NewRoom(CODE, [body], index))
    else:
        assert await store.append(Append(CODE, number, body, index))
    return Appended("theirs", CODE, number, body)


async def test_what_another_server_stores_while_a_room_is_read_is_not_missed(stores):
    ours, theirs = stores
    for number in range(1, len(LOG)):
        await write(theirs, number)
    bus, workers = OpenBus(), Slow()

    async def meanwhile():
        bus.receive(await write(theirs, len(LOG)))

    workers.meanwhile = meanwhile
    hub = Hub(Config(database="sqlite://"), Services(ours, bus, workers, "ours", 30_000))
    await hub.start()
    live = await hub.room(CODE)
    for _ in range(500):
        if live.room.number == len(LOG):
            break
        await asyncio.sleep(0.01)
    assert live.room.chat[-1].text == "Is anybody there?"
    await hub.close()
    await workers.close()


async def test_a_room_that_somebody_visits_after_years_is_not_forgotten_meanwhile(stores):
    ours, _ = stores
    for number in range(1, len(LOG) + 1):
        await write(ours, number)
    workers = Workers()
    hub = Hub(Config(database="sqlite://"), Services(ours, LonelyBus(), workers, "ours", 30_000))
    live = await hub.room(CODE)
    live.connections.add(Connection(ANN))
    await hub._sweep_once()
    assert len(await ours.read(CODE)) == len(LOG)
    await hub.close()
    await workers.close()


async def test_a_room_whose_log_cannot_be_followed_stops_no_other(stores, caplog):
    ours, _ = stores
    whole, broken = "AAAAAA", "BBBBBB"
    for code in (broken, whole):
        for number in range(1, len(LOG) + 1):
            index = index_of(fold_all(code, LOG[:number]), number)
            await ours.append(Append(code, number, log.encode(LOG[number - 1]), index))
    index = index_of(fold_all(broken, LOG), 9)
    odd = log.encode(log.Acted(at=5, action=Draw()))
    await ours.append(Append(broken, len(LOG) + 1, odd, index))
    workers = Workers()
    hub = Hub(Config(database="sqlite://"), Services(ours, LonelyBus(), workers, "ours", 30_000))
    assert await hub.room(broken) is None
    assert await hub.room(broken) is None
    assert (await hub.room(whole)).room.number == len(LOG)
    named = [record.getMessage() for record in caplog.records if broken in record.getMessage()]
    assert len(named) == 1, "named once, not at every visit"
    await hub.close()
    await workers.close()


async def test_a_room_that_was_made_with_bots_waits_for_its_maker(stores):
    ours, _ = stores
    made = now_ms()
    time = [made]
    settings = RoomSettings(rulebook="jumbo", clock=LimitClock(5))
    workers = Seeded(settings)
    services = Services(ours, LonelyBus(), workers, "ours", 30_000, lambda: time[0])
    hub = Hub(Config(database="sqlite://"), services)
    wanted = commands.CreateRoom(settings=settings, name="Ann", bots=["greedy"], start=True)
    live = await hub.create(ANN, wanted, "127.0.0.1")
    assert not live.busy
    time[0] += 60_000
    ann = Connection(ANN)
    live.connections.add(ann)
    live.joined(ann)
    assert live.busy
    await asyncio.sleep(0.1)
    assert live.room.number == 4, "who comes late is not timed out at once"
    await hub.close()
    await workers.close()


class Seeded(Workers):
    """Threads, and a seed with which the first seat begins."""

    def __init__(self, settings):
        super().__init__()
        self._rules = rules_of(settings)

    def seed(self):
        return next(str(n) for n in range(99) if Round.deal(self._rules, seed=str(n)).start == 0)
