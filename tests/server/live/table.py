"""A live room in this process: a store in memory, a clock that stands still, people who listen."""

import asyncio
import json
from types import SimpleNamespace

from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.room import LiveRoom
from tilerummy.server.live.services import Services
from tilerummy.server.room import log


class Store:
    """The entries that are added to one room, and its draft."""

    def __init__(self, first):
        self.first = first
        self.entries = []
        self.appends = []
        self.kept = None
        self.trouble = []
        self.slow = False

    async def append(self, append):
        if self.trouble:
            raise self.trouble.pop(0)
        if append.number != self.first + len(self.entries) + 1:
            return False
        self.entries.append(log.decode(append.body))
        self.appends.append(append)
        return True

    async def read(self, _room, after=0):
        if self.trouble:
            raise self.trouble.pop(0)
        return [log.encode(entry) for entry in self.entries[max(0, after - self.first) :]]

    def keep_draft(self, _room, draft):
        self.kept = draft
        written = asyncio.Event()
        if not self.slow:
            written.set()
        return written

    async def draft(self, _room):
        return self.kept


class Bus(LonelyBus):
    """Notes what other servers are told."""

    def __init__(self):
        self.published = []
        self.alone = True

    def publish(self, news):
        self.published.append(news)


class Workers:
    """Everything is done at once, or fails as told."""

    def __init__(self):
        self.asked = []
        self.trouble = []

    async def judge(self, owner, work, *args):
        self.asked.append(owner)
        if self.trouble:
            raise self.trouble.pop(0)
        return work(*args)

    read = think = judge

    def seed(self):
        return "8"


class Table:
    """The room, and those who are connected to it."""

    def __init__(self, room, *, now=2_000, cluster=None, draft=None):
        self.time = now
        self.store, self.bus, self.workers = Store(room.number), Bus(), Workers()
        self.services = Services(
            self.store, self.bus, self.workers, "ours", 30_000, lambda: self.time, cluster
        )
        self.live = LiveRoom(room, self.services, draft)

    @property
    def room(self):
        return self.live.room

    async def come(self, who):
        """Somebody connects and says hello."""
        connection = Connection(who)
        self.live.connections.add(connection)
        self.live.joined(connection)
        await settle()
        return connection

    async def carry_out(self):
        """What is due by now."""
        await self.live._carry_out()
        await settle()


def cluster(*said):
    """Other servers, and what they say about who is connected to them."""
    found = SimpleNamespace(told=[], looked=0)

    async def look(_room):
        found.looked += 1
        return list(said)

    found.lives, found.say, found.look = lambda _: True, found.told.append, look
    return found


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def heard(connection):
    """What has been told since the last time, as it goes over the wire."""
    frames = [json.loads(frame) for frame in connection._outbox]
    connection._outbox.clear()
    return frames


def kinds(connection):
    return [frame["type"] for frame in heard(connection)]
