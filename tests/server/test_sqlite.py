"""The game on one server with SQLite."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from tests.server.cluster import one_server
from tests.server.player import Player, seat_all, start
from tests.server.scenarios import Scenarios


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
        stored = entries(cluster, code)
        cluster.restart()
        # Nobody is connected: the server itself has to find the room.
        for _ in range(180):
            await asyncio.sleep(0.5)
            if entries(cluster, code) > stored:
                break
        await mover.enter(cluster.url(), code)
        assert mover.picture.round["counts"][mover.picture.room["you"]] > 14
        await mover.drop()


def entries(cluster, code):
    """How long the log of a room is, as it lies in the database."""
    with closing(sqlite3.connect(cluster.folder / "game.sqlite")) as database:
        query = "select count(*) from entries where room = ?"
        return database.execute(query, (code,)).fetchone()[0]
