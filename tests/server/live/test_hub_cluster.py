"""The hub of one server among others: what it tells them, hears from them, and sweeps away."""

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.live.sleeping import Sleeping
from tests.server.live.table import Bus, Workers, settle
from tests.server.live.test_hub_rooms import CODE, DAY, LOG, Store
from tests.server.rooms import ANN
from tilerummy.server.config import Config
from tilerummy.server.live import hub as module
from tilerummy.server.live.bus_messages import Heartbeat, PresenceUpdate
from tilerummy.server.live.hub import Hub
from tilerummy.server.live.services import Services

THERE = PresenceUpdate("theirs", CODE, [ANN], 3)


class Cluster:
    """Other servers; notes what this one asks of them."""

    def __init__(self):
        self.rooms, self.closed, self.messages, self.asked = None, 0, [], []

    def start(self, rooms):
        self.rooms = rooms

    async def close(self):
        self.closed += 1

    def heard(self, message):
        self.messages.append(message)

    async def said(self, rooms):
        self.asked.append(rooms)
        return [THERE]

    async def look(self, room):
        return [THERE]

    def lives(self, server):
        return True

    def say(self, here):
        pass


class Spoken(Bus):
    """Notes how it is started, joined and left."""

    def __init__(self):
        super().__init__()
        self.alone, self.started, self.joined, self.left = False, [], [], []

    async def start(self, receive, lost):
        self.started.append((receive, lost))

    async def join(self, room):
        self.joined.append(room)

    def leave(self, room):
        self.left.append(room)


@pytest.fixture
async def hub(monkeypatch):
    sleeping = Sleeping()
    monkeypatch.setattr(module, "asyncio", sleeping)
    store, bus, cluster = Store(**{CODE: LOG}), Spoken(), Cluster()
    services = Services(store, bus, Workers(), "ours", 30_000, lambda: 10 * DAY, cluster)
    hub = Hub(Config(database="sqlite://"), services)
    hub.parts = store, bus, cluster, sleeping
    yield hub
    if not hub.parts[2].closed:
        await hub.close()
    await settle()


async def test_a_hub_starts_the_bus_and_the_cluster_and_ends_with_the_cluster(hub):
    _, bus, cluster, sleeping = hub.parts
    await hub.start()
    await settle()
    assert bus.started == [(hub._receive, hub._resync)]
    assert cluster.rooms is hub._rooms
    assert len(sleeping.sleepers) == 1, "the sweeper waits"
    await hub.close()
    await settle()
    assert cluster.closed == 1
    assert sleeping.sleepers == []


async def test_who_is_connected_elsewhere_is_known_as_soon_as_a_room_is_read(hub):
    _, bus, cluster, _ = hub.parts
    live = await hub.room(CODE)
    assert cluster.asked == [[CODE]]
    assert live._presence.elsewhere(ANN)
    assert (bus.joined, bus.left) == ([CODE], [])


async def test_the_cluster_hears_of_every_message_but_its_own(hub):
    _, _, cluster, _ = hub.parts
    beat = Heartbeat("theirs", 5)
    hub._receive(beat)
    hub._receive(THERE)
    hub._receive(Heartbeat("ours", 5))
    assert cluster.messages == [beat, THERE]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OperationalError("delete", {}, Exception("gone")), "old rooms stay for now"),
        (OSError("gone"), "old rooms stay for now"),
        (ZeroDivisionError(), "sweep failed"),
    ],
)
async def test_a_sweep_that_fails_is_not_the_last(hub, caplog, error, words):
    store, _, _, sleeping = hub.parts
    caplog.set_level("INFO")
    forgotten = []

    async def forget_rooms(before, live):
        forgotten.append((before, live))
        if len(forgotten) == 1:
            hub._forget_at = 0
            raise error

    store.forget_rooms = forget_rooms
    await hub.start()
    await settle()
    (wait,) = sleeping.durations
    await sleeping.wake(wait)
    assert [words in line for line in caplog.messages] == [True]
    await sleeping.wake(wait)
    assert forgotten == [(10 * DAY - 60 * DAY, set())] * 2


async def test_a_room_whose_log_is_long_is_put_together_elsewhere(hub, monkeypatch):
    monkeypatch.setattr(module, "_SHORT_LOG", len(LOG))
    await hub.room(CODE)
    assert hub.services.workers.asked == []
    monkeypatch.setattr(module, "_SHORT_LOG", len(LOG) - 1)
    hub._rooms.clear()
    await hub.room(CODE)
    assert hub.services.workers.asked == [CODE]
