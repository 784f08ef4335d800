"""A database that fails costs nobody more than a wait: clear answers, and nothing told is lost."""

import asyncio
import resource
import sqlite3
from contextlib import closing, contextmanager

import httpx
import pytest
import websockets

from tests.server.cluster import one_server
from tests.server.player import Player, seat_all, start


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("faults")) as cluster:
        yield cluster


@contextmanager
def without(cluster, table):
    """The database as if somebody had broken it: every statement on this table fails."""
    with closing(sqlite3.connect(cluster.folder / "game.sqlite", timeout=20)) as database:
        database.execute(f"alter table {table} rename to away")
        database.commit()
        try:
            yield
        finally:
            database.execute(f"alter table away rename to {table}")
            database.commit()


async def test_http_says_that_the_database_is_gone_and_when_to_ask_again(cluster):
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        with without(cluster, "rooms"):
            answer = await client.get("/api/rooms")
        again = await client.get("/api/rooms")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["code"] == "StorageGone"
    assert "rooms" not in answer.json()["message"]
    assert again.status_code == 200


async def test_a_socket_to_a_room_that_cannot_be_read_now_may_try_again(cluster):
    address = f"{cluster.url().replace('http', 'ws', 1)}/ws/ABCDEF"
    with without(cluster, "entries"):
        async with websockets.connect(address) as socket:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
    assert closed.value.rcvd.code == 1013


async def test_a_move_that_cannot_be_stored_is_refused_and_can_be_made_later(cluster):
    players = [Player("Ann"), Player("Ben")]
    await seat_all(players, [cluster.url()], rulebook="jumbo")
    await start(players)
    mover = next(player for player in players if player.my_turn)
    with without(cluster, "entries"):
        answer = await mover.ask(type="draw", seen=mover.picture.number)
        assert answer["reasons"][0]["code"] == "TOO_BUSY"
    answer = await mover.ask(type="draw", seen=mover.picture.number)
    assert answer["type"] == "done"
    for player in players:
        await player.drop()


async def turn(cluster, **settings):
    """A turn that has begun: the player in turn, and the other."""
    players = [Player("Ann"), Player("Ben")]
    await seat_all(players, [cluster.url()], rulebook="jumbo", **settings)
    await start(players)
    return sorted(players, key=lambda player: not player.my_turn)


async def move_a_tile(player):
    tile = player.picture.round["rack"].split()[0]
    answer = await player.ask(type="draft", table=[tile], seen=player.picture.number)
    assert answer["type"] == "verdict"


async def test_a_draft_that_was_answered_while_the_database_is_locked_counts(cluster):
    mover, other = await turn(cluster, house={"time.limit": 1})
    with closing(sqlite3.connect(cluster.folder / "game.sqlite", timeout=20)) as database:
        database.execute("begin immediate")
        await move_a_tile(mover)
        await asyncio.sleep(3)
        database.rollback()
    await mover.until(lambda: mover.picture.turn["seat"] != mover.picture.room["you"])
    (late,) = [
        event
        for message in mover.log
        if message["type"] == "happened"
        for event in message["events"]
        if event["type"] == "timed-out"
    ]
    assert late["result"] != "untouched"
    for player in (mover, other):
        await player.drop()


async def test_a_draft_that_was_answered_outlives_a_power_cut(cluster):
    mover, other = await turn(cluster, clock={"type": "none"})
    await move_a_tile(mover)
    cluster.kill()
    with closing(sqlite3.connect(cluster.folder / "game.sqlite")) as database:
        query = "select layout from drafts where room = ?"
        (layout,) = database.execute(query, (mover.code,)).fetchone()
    cluster.restart()
    assert layout == mover.picture.round["rack"].split()[0]
    for player in (mover, other):
        await player.drop()


async def test_a_full_disk_is_not_ready(cluster):
    server = cluster.processes[0].pid
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        assert (await client.get("/ready")).status_code == 200
        before = resource.prlimit(server, resource.RLIMIT_FSIZE, (1, -1))
        try:
            for _ in range(60):
                answer = await client.get("/ready")
                if answer.status_code == 503:
                    break
                await asyncio.sleep(0.1)
            assert answer.status_code == 503
            assert answer.text.startswith("not ready: ")
        finally:
            resource.prlimit(server, resource.RLIMIT_FSIZE, before)
        assert (await client.get("/ready")).status_code == 200


@pytest.mark.parametrize("origin", ["http://[", "null", "http://example.org", "//", "]["])
async def test_a_strange_origin_is_forbidden(cluster, origin):
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        answer = await client.post("/api/rooms", json={"name": "Ann"}, headers={"origin": origin})
    assert answer.status_code == 403
