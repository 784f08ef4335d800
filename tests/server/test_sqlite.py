"""The game on one server with SQLite."""

import asyncio

import pytest

from tests.server.cluster import one_server
from tests.server.player import Player, seat_all, start
from tests.server.scenarios import Scenarios
from tilerummy.server.upkeep import RECOVERY


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("one")) as cluster:
        yield cluster


class TestOneServer(Scenarios):
    """Every scenario on one machine."""

    async def test_a_turn_that_ran_out_while_the_server_was_down_is_not_forgotten(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        house = {"time.limit": 1}
        code = await seat_all(players, [cluster.url()], rulebook="jumbo", house=house)
        await start(players)
        mover = next(player for player in players if player.my_turn)
        for player in players:
            await player.drop()
        cluster.kill()
        cluster.restart()
        # Nobody is connected: the server itself has to find the room.
        await asyncio.sleep(RECOVERY / 1000 + 8)
        await mover.enter(cluster.url(), code)
        assert mover.picture.round["counts"][mover.picture.room["you"]] > 14
        await mover.drop()
