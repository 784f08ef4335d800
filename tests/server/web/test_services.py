"""The game on two servers that share PostgreSQL and Redis."""

import asyncio
import shutil
import subprocess
import time

import pytest

from tests.server.cluster import Cluster, running
from tests.server.player import Player, agree, play_on, seat_all, start
from tests.server.scenarios import Scenarios
from tests.servers import accepts, free_port


@pytest.fixture(scope="module")
def cluster(tmp_path_factory, postgresql, redis):
    folder = tmp_path_factory.mktemp("two")
    with running(Cluster(folder, postgresql.create("rooms"), redis, 2)) as cluster:
        yield cluster
    postgresql.drop("rooms")


class TestTwoServers(Scenarios):
    """Every scenario with the players of a room spread over both."""

    async def test_players_of_a_killed_server_go_on_at_the_other(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        await seat_all(players, self.urls(cluster), rulebook="jumbo")
        await start(players)
        await play_on(players, moves=5)
        cluster.kill(1)
        await players[1].again(cluster.url(0))
        await play_on(players)
        await agree(players)
        for player in players:
            await player.drop()
        cluster.restart(1)

    async def test_everybody_sees_who_is_there_on_either_server(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        await seat_all(players, self.urls(cluster), rulebook="jumbo")
        await players[0].until(lambda: players[0].picture.room["seats"][1]["connected"])
        await players[1].drop()
        await players[0].until(lambda: not players[0].picture.room["seats"][1]["connected"])
        await players[0].drop()


def redis_on(port):
    program = shutil.which("redis-server") or pytest.fail("Redis is not installed")
    command = (program, "--port", str(port), "--bind", "127.0.0.1", "--save", "")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not accepts(port):
        time.sleep(0.02)
    return process


@pytest.mark.services
async def test_what_happened_while_the_bus_was_down_is_told_when_it_is_back(tmp_path):
    port = free_port()
    bus = redis_on(port)
    database = f"sqlite+aiosqlite:///{tmp_path / 'shared.sqlite'}"
    try:
        with running(Cluster(tmp_path, database, f"redis://127.0.0.1:{port}", 2)) as cluster:
            players = [Player("Ann"), Player("Ben")]
            await seat_all(players, [cluster.url(0), cluster.url(1)], rulebook="jumbo")
            await start(players)
            await play_on(players, moves=4)
            await agree(players)
            bus.kill()
            bus.wait()
            mover = next(player for player in players if player.my_turn)
            await mover.do(**mover.choice())
            await asyncio.sleep(0.5)
            assert len({player.picture.number for player in players}) == 2
            bus = redis_on(port)
            await agree(players)
            await play_on(players, moves=4)
            await agree(players)
            for player in players:
                await player.drop()
    finally:
        bus.kill()
        bus.wait()
