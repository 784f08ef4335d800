"""Peers: servers live by their lease and are heard by their beats, which are not the same."""

import pytest

from tilerummy.server.live.bus_messages import Heartbeat
from tilerummy.server.live.peers import LEASE, Peers
from tilerummy.server.storage.leases import Roll


class Database:
    """The leases and the clock of a database, which this server's clock follows."""

    def __init__(self):
        self.now = 1_000_000
        self.renewed = {}

    async def renew(self, server):
        self.renewed[server] = self.now
        return Roll(self.now, dict(self.renewed))


@pytest.fixture
def database():
    return Database()


@pytest.fixture
def peers(database):
    return Peers("ours", database, lambda: database.now)


async def steadily(database, peers, milliseconds):
    """Time passes, and our lease is renewed every second."""
    for _ in range(milliseconds // 1_000):
        database.now += 1_000
        await peers.renew()


async def test_a_silent_server_lives_until_its_lease_is_over(database, peers):
    await database.renew("theirs")
    await peers.renew()
    await steadily(database, peers, LEASE - 1_000)
    assert peers.lives("theirs")
    await steadily(database, peers, 1_000)
    assert not peers.lives("theirs")


async def test_nobody_is_gone_because_the_database_was_out_of_reach_for_all(database, peers):
    await database.renew("theirs")
    await peers.renew()
    database.now += 10 * LEASE
    assert peers.living == {"theirs"}, "nothing is known, so nothing has changed"
    await peers.renew()
    assert peers.lives("theirs"), "the other may not have been able to renew its lease either"
    await steadily(database, peers, LEASE)
    assert not peers.lives("theirs")


async def test_a_living_server_whose_beats_are_late_or_missing_is_unheard(database, peers):
    await peers.renew()
    assert not peers.unheard, "there is nobody to hear"
    await database.renew("theirs")
    await peers.renew()
    assert peers.unheard
    peers.heard(Heartbeat("theirs", database.now - 3_000))
    assert peers.unheard, "a slow bus is as good as none"
    peers.heard(Heartbeat("theirs", database.now))
    assert not peers.unheard
    peers.heard(Heartbeat("theirs", database.now - 3_000))
    assert not peers.unheard, "an older beat that arrives later changes nothing"
    database.now += 1_001
    assert peers.unheard
    await steadily(database, peers, LEASE)
    assert not peers.unheard, "a server that is gone need not be heard"


async def test_a_server_without_a_lease_lives_while_it_is_heard(database, peers):
    await peers.renew()
    assert not peers.lives("older")
    peers.spoke("older")
    assert peers.lives("older")
    await steadily(database, peers, LEASE)
    assert not peers.lives("older")
