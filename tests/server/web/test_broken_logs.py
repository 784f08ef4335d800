"""One broken row stays one: its room is left alone and named in the log, and the others go on."""

import asyncio
import json
import sqlite3
from contextlib import closing

import httpx
import pytest
import websockets

from tests.server.cluster import Cluster
from tests.server.player import SIGNER, Player


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("broken")
    cluster = Cluster(folder, f"sqlite:///{folder / 'game.sqlite'}", None, 1)
    cluster.start_all()
    yield cluster
    cluster.stop_all()


def spoil(cluster, statement, *values):
    """Change the database behind the server's back."""
    with closing(sqlite3.connect(cluster.folder / "game.sqlite", timeout=20)) as database:
        changed = database.execute(statement, values).rowcount
        database.commit()
    assert changed == 1


async def room_of(cluster, player, **settings):
    settings = {"rulebook": "jumbo", **settings}
    return await player.create(cluster.url(), settings=settings, bots=["greedy"], start=True)


async def closing_code(cluster, code, player, after_welcome=()):
    """How a connection to a room is closed; what it does once it has been welcomed."""
    address = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
    async with websockets.connect(address, additional_headers=player.headers) as socket:
        try:
            await socket.send('{"type": "hello"}')
            if after_welcome:
                message = json.loads(await asyncio.wait_for(socket.recv(), 20))
                for act in after_welcome:
                    await act(socket, message)
            while True:
                await asyncio.wait_for(socket.recv(), 20)
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code


def reports_of(cluster, code):
    return [line for line in cluster.log.splitlines() if code in line and "left alone" in line]


@pytest.mark.parametrize(
    "body", ["{", '{"type":"acted","at":1,"action":{"type":"draw"},"seat":5}'], ids=["text", "act"]
)
async def test_a_live_room_that_cannot_follow_its_log_is_left_alone(cluster, body):
    ann = Player("Ann")
    code = await room_of(cluster, ann)

    async def spoil_the_next(_socket, welcome):
        number = welcome["number"] + 1
        spoil(cluster, "insert into entries values (?, ?, ?)", code, number, body)

    async def talk(socket, _welcome):
        await socket.send('{"type": "chat", "id": 1, "text": "Hello?"}')

    assert await closing_code(cluster, code, ann, [spoil_the_next, talk]) == 4000
    assert await closing_code(cluster, code, ann) == 4404
    assert await closing_code(cluster, code, Player("Ben")) == 4404
    assert len(reports_of(cluster, code)) == 1
    await ann.enter(cluster.url(), await room_of(cluster, ann))
    await ann.do(type="chat", text="Here all is well.")
    await ann.drop()


async def test_a_delayed_room_whose_past_cannot_be_read_is_left_alone(cluster):
    code = await room_of(cluster, Player("Ann"), delay=30)
    spoil(cluster, "update entries set body = '{' where room = ? and number = 2", code)
    codes = [await closing_code(cluster, code, Player("Ben")) for _ in range(2)]
    assert codes == [4000, 4404]
    assert len(reports_of(cluster, code)) == 1


async def test_one_line_that_cannot_be_read_does_not_hide_the_others(cluster):
    who = SIGNER.fresh()
    ann = Player("Ann", who)
    whole = await room_of(cluster, ann, public=True)
    broken = await room_of(cluster, ann, public=True)
    spoil(cluster, "update rooms set summary = '{' where code = ?", broken)
    spoil(cluster, "insert into games values (?, 'a', 5, '{')", who)
    async with httpx.AsyncClient(base_url=cluster.url(), headers=ann.headers) as client:
        rooms, games = await client.get("/api/rooms"), await client.get("/api/games")
    assert [room["code"] for room in rooms.json()] == [whole]
    assert (games.status_code, games.json()) == (200, [])
