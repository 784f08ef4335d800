"""The game on two servers that share PostgreSQL and Redis."""

import pytest

from tests.server.cluster import Cluster, running
from tests.server.player import Player, agree, play_on, seat_all, start
from tests.server.scenarios import Scenarios


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
