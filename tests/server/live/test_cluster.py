"""The cluster: beats, leases, and what is read from the database while somebody is not heard."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.live.sleeping import Sleeping, settled
from tilerummy.server.live import cluster as module
from tilerummy.server.live.bus_messages import Heartbeat, PresenceUpdate
from tilerummy.server.live.cluster import Cluster
from tilerummy.server.live.peers import LEASE
from tilerummy.server.storage.leases import Latest, Roll, Said

BEAT, LOOK, RENEW, RETRY, TIDY = 0.3, 0.4, 1.0, 0.25, 3_600.0
GONE = OperationalError("select", {}, Exception("gone"))


class Bus:
    def __init__(self):
        self.told = []

    def publish(self, message):
        self.told.append(message)


class Leases:
    """A database with a clock of its own."""

    def __init__(self):
        self.now = 1_000_000
        self.renewed = {}
        self.renewals, self.written, self.tidied, self.given_up, self.asked = 0, [], 0, [], []
        self.rows, self.news = [], []
        self.trouble = None

    def _look(self):
        if self.trouble is not None:
            raise self.trouble

    async def renew(self, server):
        self._look()
        self.renewals += 1
        self.renewed[server] = self.now
        return Roll(self.now, dict(self.renewed))

    async def said(self, rooms):
        self._look()
        return [row for row in self.rows if row.room in rooms]

    async def latest(self, rooms):
        self._look()
        self.asked.append(list(rooms))
        return list(self.news)

    async def say(self, said):
        self._look()
        self.written.append(list(said))

    async def tidy(self):
        self._look()
        self.tidied += 1

    async def give_up(self, server):
        self._look()
        self.given_up.append(server)


class Room:
    def __init__(self):
        self.heard, self.looked = [], 0

    def noticed(self, here):
        self.heard.append(here)

    def stored(self, latest):
        self.heard.append(latest)

    def look_around(self):
        self.looked += 1


class Clock:
    """This server's clock: the database's, as soon as that has answered."""

    def __init__(self, leases):
        self.leases, self.answers = leases, []

    def __call__(self):
        return self.leases.now

    def answered(self, asked, now):
        self.answers.append((asked, now))


@pytest.fixture
def sleeping(monkeypatch):
    time = Sleeping()
    monkeypatch.setattr(module, "asyncio", time)
    return time


@pytest.fixture
def monotonic(monkeypatch):
    """Seconds on this machine's steady clock, as the test says."""

    class Steady:
        now = 50.0

        def monotonic(self):
            return self.now

    steady = Steady()
    monkeypatch.setattr(module, "time", steady)
    return steady


@pytest.fixture
async def server(sleeping, monotonic):
    leases, bus = Leases(), Bus()
    clock = Clock(leases)
    cluster = Cluster("ours", bus, leases, clock)
    cluster.leases, cluster.bus, cluster.clock = leases, bus, clock
    yield cluster
    for task in cluster._tasks:
        task.cancel()
    await asyncio.gather(*cluster._tasks, return_exceptions=True)


async def started(server, rooms=None):
    await server.join()
    rooms = {"ABCDEF": Room()} if rooms is None else rooms
    server.start(rooms)
    await settled()
    return rooms


async def test_joining_sets_the_clock_by_the_database(server):
    await server.join()
    assert server.leases.renewed == {"ours": 1_000_000}
    assert server.clock.answers == [(50.0, 1_000_000)]


async def test_a_beat_goes_out_every_third_of_a_second(server, sleeping):
    await started(server)
    assert server.bus.told == [Heartbeat("ours", 1_000_000)]
    server.leases.now += 300
    await sleeping.wake(BEAT)
    assert server.bus.told[1:] == [Heartbeat("ours", 1_000_300)]
    assert sleeping.durations == [BEAT, LOOK, TIDY]


async def test_the_lease_is_renewed_every_second(server, sleeping, monotonic):
    await started(server)
    for passed, renewals in ((0.4, 1), (0.8, 1), (1.0, 2), (1.4, 2), (1.9, 2), (2.0, 3)):
        monotonic.now = 50 + passed
        await sleeping.wake(LOOK)
        assert server.leases.renewals == renewals, passed


async def test_while_all_are_heard_nothing_is_read(server, sleeping):
    rooms = await started(server)
    await sleeping.wake(LOOK)
    assert server.leases.asked == []
    assert rooms["ABCDEF"].heard == []


async def test_of_a_server_that_is_not_heard_the_database_tells(server, sleeping, monotonic):
    server.leases.renewed["theirs"] = 1_000_000
    rooms = await started(server)
    latest = Latest("ABCDEF", 7, None)
    server.leases.news = [latest, Latest("unknown", 1, None)]
    server.leases.rows = [
        Said("ABCDEF", "theirs", 3, ["ben"]),
        Said("ABCDEF", "ours", 9, ["ann"]),
    ]
    await sleeping.wake(LOOK)
    there = PresenceUpdate("theirs", "ABCDEF", ["ben"], 3)
    assert server.leases.asked == [["ABCDEF"]]
    assert rooms["ABCDEF"].heard == [latest, there]
    # Heard again, it is read once more: its last words may have been lost.
    server.heard(Heartbeat("theirs", server.leases.now))
    await sleeping.wake(LOOK)
    assert len(server.leases.asked) == 2
    await sleeping.wake(LOOK)
    assert len(server.leases.asked) == 2


async def test_a_room_that_was_left_meanwhile_hears_nothing(server, sleeping):
    server.leases.renewed["theirs"] = 1_000_000
    rooms = await started(server, {})
    server.leases.news = [Latest("ABCDEF", 7, None)]
    server.leases.rows = [Said("ABCDEF", "theirs", 3, ["ben"])]
    await sleeping.wake(LOOK)
    assert rooms == {}


async def test_rooms_look_around_when_a_server_comes_or_goes(server, sleeping, monotonic):
    rooms = await started(server)
    room = rooms["ABCDEF"]
    await sleeping.wake(LOOK)
    assert room.looked == 0
    server.leases.renewed["theirs"] = server.leases.now
    monotonic.now += RENEW
    await sleeping.wake(LOOK)
    assert room.looked == 1
    await sleeping.wake(LOOK)
    assert room.looked == 1
    for _ in range(LEASE // 1_000):
        server.leases.now += 1_000
        monotonic.now += RENEW
        await sleeping.wake(LOOK)
    assert room.looked == 2


@pytest.mark.parametrize("trouble", [GONE, OSError(), ValueError("a fault of ours")])
async def test_whatever_happens_it_goes_on_watching(server, sleeping, monotonic, trouble):
    await started(server)
    server.leases.trouble = trouble
    monotonic.now += RENEW
    await sleeping.wake(LOOK)
    server.leases.trouble = None
    monotonic.now += RENEW
    await sleeping.wake(LOOK)
    assert server.leases.renewals == 2


async def test_who_is_connected_is_said_over_the_bus_and_written(server):
    await started(server)
    here = PresenceUpdate("ours", "ABCDEF", ["ann"], 4)
    server.say(here)
    assert server.bus.told[-1] == here
    await settled()
    assert server.leases.written == [[Said("ABCDEF", "ours", 4, ["ann"])]]


async def test_what_could_not_be_written_is_written_later_and_newer_words_win(server, sleeping):
    await started(server)
    server.leases.trouble = GONE
    server.say(PresenceUpdate("ours", "ABCDEF", ["ann"], 4))
    server.say(PresenceUpdate("ours", "GHJKLM", ["ann"], 1))
    await settled()
    assert RETRY in sleeping.durations
    server.say(PresenceUpdate("ours", "ABCDEF", ["ann", "ben"], 5))
    server.leases.trouble = None
    await sleeping.wake(RETRY)
    (written,) = server.leases.written
    assert sorted(said.version for said in written) == [1, 5]


async def test_whoever_asks_for_a_room_gets_what_the_others_say_now(server):
    server.leases.rows = [
        Said("ABCDEF", "theirs", 3, ["ben"]),
        Said("GHJKLM", "theirs", 1, ["cleo"]),
        Said("ABCDEF", "ours", 9, ["ann"]),
    ]
    assert await server.look("ABCDEF") == [PresenceUpdate("theirs", "ABCDEF", ["ben"], 3)]
    assert server.leases.renewals == 1
    assert len(await server.said(["ABCDEF", "GHJKLM"])) == 2
    assert server.leases.renewals == 1


async def test_a_server_lives_whose_words_arrive(server):
    await server.join()
    assert not server.lives("theirs")
    server.heard(PresenceUpdate("theirs", "ABCDEF", [], 1))
    assert server.lives("theirs")


async def test_old_leases_are_deleted_every_hour(server, sleeping):
    await started(server)
    await sleeping.wake(TIDY)
    assert server.leases.tidied == 1
    server.leases.trouble = GONE
    await sleeping.wake(TIDY)
    server.leases.trouble = None
    await sleeping.wake(TIDY)
    assert server.leases.tidied == 2


@pytest.mark.parametrize("trouble", [None, GONE, OSError()])
async def test_at_its_end_a_server_gives_up_its_lease_if_it_can(server, sleeping, trouble):
    await started(server)
    server.leases.trouble = trouble
    await server.close()
    assert server.leases.given_up == ([] if trouble else ["ours"])
    assert sleeping.sleepers == []
    assert all(task.done() for task in server._tasks)
    assert len(server._tasks) == 4
