"""The game on one server with SQLite."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from tests.server.cluster import one_server
from tests.server.player import Player, agree, check_picture, play_on, seat_all, start
from tests.server.scenarios import Scenarios


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("one")) as cluster:
        yield cluster


class TestOneServer(Scenarios):
    """Every scenario on one machine."""

    async def test_a_server_that_is_stopped_ends_in_order_and_goes_on_later(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        await seat_all(players, [cluster.url()], rulebook="jumbo")
        await start(players)
        await play_on(players, moves=5)
        await agree(players)
        known = [player.picture.number for player in players]
        cluster.processes[0].terminate()
        cluster.processes[0].wait(20)
        cluster.restart()
        for player, number in zip(players, known, strict=True):
            await player.again()
            assert player.picture.number == number
        await play_on(players, moves=5)
        for player in players:
            await check_picture(player)
            await player.drop()

    async def test_a_turn_that_ran_out_while_nobody_was_there_ends_once_somebody_is(self, cluster):
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
        await asyncio.sleep(2)
        assert entries(cluster, code) == stored, "a room in which nobody is sleeps"
        await mover.enter(cluster.url(), code)
        await mover.until(lambda: mover.picture.round["counts"][mover.picture.room["you"]] > 14)
        await mover.drop()


def entries(cluster, code):
    """How long the log of a room is, as it lies in the database."""
    with closing(sqlite3.connect(cluster.folder / "game.sqlite")) as database:
        query = "select count(*) from entries where room = ?"
        return database.execute(query, (code,)).fetchone()[0]
