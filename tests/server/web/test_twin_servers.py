"""Twins over real sockets: two servers whose rooms differ in what the asker may not know.

Everything passes through the whole application here: identities, the handshake, messages, closing
codes and every route that names a room or a record. Each room also answers through a second server
on the same database.
"""

import asyncio
import json
import re
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
import uvicorn
import websockets

from tests.server.test_twins import HELLO, STRANGER, questions
from tests.server.twins import CODE, PEOPLE, Table, made, played, twins
from tests.servers import free_port
from tilerummy.engine.rounds import Round
from tilerummy.server.config import Config
from tilerummy.server.live.summaries import index_of
from tilerummy.server.room import log
from tilerummy.server.room.settings import NoClock, RoomSettings
from tilerummy.server.storage.store import NewRoom, Store
from tilerummy.server.web.app import create_app
from tilerummy.server.web.identity import COOKIE, Signer

SECRET = "the same on both sides"
SIGNER = Signer(SECRET.encode())
SILENCE = 0.3
"""How long a connection may say nothing before it counts as having said everything."""


@pytest.fixture
def table(monkeypatch):
    table = Table()
    monkeypatch.setattr(Round, "deal", table.deal)
    return table


class Server(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config):
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.ready.set()


@asynccontextmanager
async def served(database):
    """A server on a free port."""
    config = Config(database=database, secret=SECRET)
    port = free_port()
    server = Server(
        uvicorn.Config(create_app(config), port=port, log_config=None, ws="websockets-sansio")
    )
    running = asyncio.create_task(server.serve())
    await server.ready.wait()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running


async def stored(side, file):
    """The room in a database of its own."""
    url = f"sqlite+aiosqlite:///{file}"
    store = await Store.open(url)
    bodies = [log.encode(entry) for entry in side.entries]
    assert await store.create(NewRoom(CODE, bodies, index_of(side.room, 0)))
    await store.close()
    return url


def credentials(who, kind):
    signed = SIGNER.sign(who)
    if kind == "program":
        return {"authorization": f"Bearer {signed}"}
    return {"cookie": f"{COOKIE}={signed}"}


def masked(frame):
    """A frame without the time of day, and without chances, which a busy machine tells less of."""
    message = json.loads(frame)
    message.pop("chances", None)
    return re.sub(r'"at": \d+', '"at": 0', json.dumps(message))


async def conversation(address, who, kind, said):
    """Everything a connection hears that says this, and with which code it is closed."""
    heard = []
    url = f"ws://{address}/ws/{CODE}"
    async with websockets.connect(url, additional_headers=credentials(who, kind)) as socket:
        try:
            for message in said:
                await socket.send(json.dumps(message))
                if message["type"] == "hello":
                    heard.append(masked(await asyncio.wait_for(socket.recv(), 5)))
                    continue
                while f'"id":{message["id"]}' not in (frame := await socket.recv()):
                    heard.append(masked(frame))
                heard.append(masked(frame))
            while True:
                heard.append(masked(await asyncio.wait_for(socket.recv(), SILENCE)))
        except TimeoutError:
            heard.append("silence")
        except websockets.ConnectionClosed as closed:
            heard.append(f"closed {closed.rcvd.code if closed.rcvd else None}")
    return heard


async def read(address, who, kind, paths):
    """The answers to these paths."""
    async with httpx.AsyncClient(
        base_url=f"http://{address}", headers=credentials(who, kind)
    ) as client:
        answers = [await client.get(path) for path in paths]
    return [(answer.status_code, answer.text) for answer in answers]


def some(side, who):
    """As many questions as a connection may ask at once; what changes the room comes last."""
    asked = questions(side, who)
    turn = [message for message in asked if message["type"] in ("draft", "play")]
    other = [message for message in asked if message["type"] not in ("draft", "play", "leave")]
    chosen = [*turn[::3], *other, {"type": "leave"}]
    return [HELLO, *[{**message, "id": number} for number, message in enumerate(chosen)]]


ROLES = {
    "in turn": ("person", 0),
    "out of turn": ("person", 1),
    "program": ("program", 1),
    "former player": ("person", 2),
    "spectator": ("person", None),
    "unwanted spectator": ("person", None),
}


@pytest.mark.parametrize("role", ROLES)
async def test_two_servers_tell_one_person_the_same(table, tmp_path, role):
    kind, offset = ROLES[role]
    settings = RoomSettings(
        rulebook="jumbo",
        seats=3,
        clock=NoClock(),
        public=True,
        takeover=False,
        spectators=role != "unwanted spectator",
    )
    side = played(table, settings, 7, lambda room: len(room.round.opened) > 1)
    assert side is not None
    seat = None if offset is None else (side.room.round.turn + offset) % 3
    who = STRANGER if seat is None else PEOPLE[seat]
    if role == "former player":
        side = made((*side.entries, log.WentAway(at=10_000_000, seat=seat, level=None)))
    other = twins(table, side, who, 7)
    assert other is not None
    key = side.room.round.commitment[:20]
    paths = [
        "/api/rooms",
        f"/api/rooms/{CODE}",
        f"/api/rooms/{CODE.lower()}",
        f"/api/records/{key}",
        f"/api/records/{key}/replay",
        f"/api/records/{key}/analysis",
    ]
    asked = some(side, who)
    told = []
    for number, one in enumerate((side, other)):
        url = await stored(one, tmp_path / f"{number}.sqlite")
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(served(url))
            second = await stack.enter_async_context(served(url))
            answers = [await read(address, who, kind, paths) for address in (first, second)]
            outside = await conversation(second, who, kind, [{"type": "ping", "id": 5}])
            said = await conversation(first, who, kind, asked)
            after = await read(second, who, kind, paths)
            told.append([*answers, outside, said, after])
    assert told[0] == told[1]
    if role == "unwanted spectator":
        assert told[0][3][-1] == "closed 4000"
    else:
        assert len(told[0][3]) > 30
