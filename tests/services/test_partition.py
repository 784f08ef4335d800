"""Two servers on machines of their own, with clocks five seconds apart and a network that fails."""

import asyncio
from contextlib import ExitStack

import pytest

from tests.server.cluster import UNLIMITED, Cluster, running
from tests.server.player import agree, level
from tests.servers import free_port, redis_on
from tests.services import namespaces
from tests.services.proxy import proxy
from tests.services.test_faults import HURRY, away, heard, lines, table, until

pytestmark = pytest.mark.services
AHEAD = 5
"""By how many seconds the clock of the second server is ahead."""


@pytest.fixture(scope="module")
def machines():
    if (reason := namespaces.why_not()) is not None:
        pytest.skip(reason)
    with namespaces.machine(1) as first, namespaces.machine(2) as second:
        yield first, second


@pytest.fixture(scope="module")
def cluster(tmp_path_factory, postgresql, machines):
    library = namespaces.faketime()
    if library is None:
        pytest.skip("a server with another clock needs libfaketime")
    port = free_port()
    redis = redis_on(port)
    folder, name = tmp_path_factory.mktemp("partition"), "partition"
    postgresql.create(name)
    wrong = {"LD_PRELOAD": str(library), "FAKETIME": f"+{AHEAD}s"}
    with ExitStack() as stack:
        databases = [stack.enter_context(proxy(postgresql.port, m.database)) for m in machines]
        buses = [stack.enter_context(proxy(port, machine.bus)) for machine in machines]
        environments = tuple(
            {
                "TILERUMMY_DATABASE": f"postgresql://app@{m.database}:{database.port}/{name}",
                "TILERUMMY_BUS": f"redis://{m.bus}:{bus.port}",
            }
            for m, database, bus in zip(machines, databases, buses, strict=True)
        )
        cluster = Cluster(
            folder,
            None,
            None,
            2,
            (*UNLIMITED, "--takeover-seconds", "2"),
            hosts=tuple(machine.address for machine in machines),
            prefixes=tuple(machine.prefix for machine in machines),
            environments=(environments[0], environments[1] | wrong),
        )
        yield stack.enter_context(running(cluster))
    redis.kill()
    redis.wait()
    postgresql.drop(name)


def clock_shown(player):
    """What a player was told is left of the turn that is on."""
    return player.picture.turn["clock"]["remaining"]


async def play(players, turns=2, *, thinking=0.0):
    """Some turns, each after so many seconds of thought."""
    for _ in range(turns):
        mover = next(player for player in players if player.my_turn)
        await asyncio.sleep(thinking)
        await mover.do(**mover.choice())
        await level(players)


async def test_neither_clocks_nor_a_partition_cost_anybody_a_turn(cluster, machines):
    _, second = machines
    players = await table(cluster, **HURRY)
    ben = next(player for player in players if player.url == cluster.url(1))

    await play(players, thinking=3.5)
    for player in players:
        assert clock_shown(player) > 3_000, "nobody's clock is five seconds short"

    with second.without(second.bus):
        await play(players, thinking=2.5)
    assert not away(players)
    assert not heard(players, "timed-out")

    async def back():
        return lines(cluster, "bus is back") > 0

    await until(back)
    await play(players)

    await play(players, 0 if ben.my_turn else 1)
    with second.without(second.bus, second.database):
        answer = await ben.ask(**ben.choice())
        assert answer["reasons"][0]["code"] == "TOO_BUSY"
        await ben.again(cluster.url(0))
        await play(players)
    assert not away(players)
    assert not heard(players, "timed-out")
    await agree(players)
    for player in players:
        await player.drop()
