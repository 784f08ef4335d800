"""Rooms in which everything goes wrong: logs, figures and errors still hold no secret."""

import json
import re
import sqlite3
from contextlib import closing

import httpx
import pytest
import websockets

from tests.server.cluster import one_server
from tests.server.player import Player, play_on, seat_all, start
from tests.server.web.test_storage_faults import without


def stored(cluster, pattern):
    """Everything in the entries of the database that looks like this."""
    with closing(sqlite3.connect(cluster.folder / "game.sqlite", timeout=20)) as database:
        bodies = [body for (body,) in database.execute("select body from entries")]
    return {found for body in bodies for found in re.findall(pattern, body)}


async def test_whatever_fails_no_seed_tile_or_identity_is_told(tmp_path):
    with one_server(tmp_path) as cluster:
        players = [Player("Ann"), Player("Ben")]
        code = await seat_all(players, [cluster.url()], rulebook="jumbo")
        await start(players)
        told = []
        racks = {player.picture.round["rack"] for player in players}
        await play_on(players, moves=4)
        racks |= {player.picture.round["rack"] for player in players}
        deck = " ".join(f"{colour}{n}" for colour in "krby" for n in range(1, 14))
        for player in players:
            for message in (
                {"type": "play", "table": [deck[:70]], "seen": player.picture.number},
                {"type": "play", "table": ["k1 x9"], "seen": player.picture.number},
                {"type": "draft", "table": [player.picture.round["rack"][:60]], "seen": 0},
                {"type": "pass", "seen": player.picture.number},
                {"type": "redeal", "seen": player.picture.number},
            ):
                await player.ask(**message)
        for broken in ("entries", "rooms"):
            with without(cluster, broken):
                for player in players:
                    answer = await player.ask(type="chat", text="Is anybody there?")
                    told.append(json.dumps(answer))
                    await player.ask(type="draw", seen=player.picture.number)
                async with httpx.AsyncClient(base_url=cluster.url()) as client:
                    told += [
                        (await client.get(path)).text
                        for path in ("/api/rooms", "/api/rooms/ABCDEF", "/ready", "/api/games")
                    ]
                    record = players[0].picture.round["commitment"][:20]
                    told.append((await client.get(f"/api/records/{record}")).text)
                    made = {"settings": {"rulebook": "jumbo"}, "name": "Cleo", "start": True}
                    told.append((await client.post("/api/rooms", json=made)).text)
        for player in players:
            await player.drop()
        seeds, people = stored(cluster, r'"seed":"([0-9a-f]+)"'), stored(cluster, r'"who":"(\w+)"')
        await spoil(cluster, code, told)
        async with httpx.AsyncClient(base_url=cluster.url()) as client:
            told.append((await client.get("/metrics")).text)
        told.append(cluster.log)
    assert seeds and len(people) == 2
    secrets = {*seeds, *people, *racks, *[player.token for player in players]}
    for text in told:
        assert not [secret for secret in secrets if secret in text]
    assert "is left alone" in told[-1]


async def spoil(cluster, code, told):
    """A log that cannot be folded, on a server that has just started."""
    cluster.kill()
    with closing(sqlite3.connect(cluster.folder / "game.sqlite", timeout=20)) as database:
        query = "update entries set body = replace(body, '\"seat\":1', '\"seat\":7') where room = ?"
        database.execute(query, (code,))
        database.commit()
    cluster.restart()
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        told.append((await client.get(f"/api/rooms/{code}")).text)
    async with websockets.connect(f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}") as socket:
        with pytest.raises(websockets.ConnectionClosed) as closed:
            told.append(str(await socket.recv()))
    told.append(str(closed.value))
    # What was named in the log is one room; it is an error that whoever runs the server must see.
    log = cluster.folder / "server0.log"
    told.append(log.read_text())
    log.write_text(log.read_text().replace('"level":"error"', '"level":"seen"'))
