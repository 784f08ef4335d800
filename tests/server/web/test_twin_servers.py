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
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.services import now_ms
from tilerummy.server.live.summaries import index_of
from tilerummy.server.room import log
from tilerummy.server.room.settings import NoClock, RoomSettings
from tilerummy.server.storage.store import NewRoom, Store
from tilerummy.server.web.app import create_app
from tilerummy.server.web.connection_limits import limited_protocols
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
async def served(database, bus=None):
    """A server on a free port."""
    config = Config(database=database, secret=SECRET, bus=bus)
    port = free_port()
    limits = Limits.of(config)
    http, sockets = limited_protocols(limits, "127.0.0.1")
    server = Server(
        uvicorn.Config(
            create_app(config, limits),
            port=port,
            log_config=None,
            http=http,
            ws=sockets,
            ws_per_message_deflate=False,
        )
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
    url = f"sqlite:///{file}"
    store = await Store.open(url)
    bodies = [log.encode(entry) for entry in side.entries]
    # As if something had happened just now: a room that was left long ago is forgotten.
    assert await store.create(NewRoom(CODE, bodies, index_of(side.room, now_ms())))
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
    message.pop("choices", None)
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
    # Who is there is told in a rhythm of its own.
    return [frame for frame in heard if '"presence"' not in frame]


async def read(address, who, kind, requests):
    """The answers to these requests."""
    async with httpx.AsyncClient(
        base_url=f"http://{address}", headers=credentials(who, kind)
    ) as client:
        answers = [await client.request(method, path, json=body) for method, path, body in requests]
    return [(answer.status_code, answer.text) for answer in answers]


def some(side, who):
    """As many questions as a connection may ask at once; what changes the room comes last."""
    asked = questions(side, who)
    turn = [message for message in asked if message["type"] in ("draft", "play")]
    other = [message for message in asked if message["type"] not in ("draft", "play", "leave")]
    each = {message["type"]: message for message in other}.values()
    chosen = [*turn[::3], *each, {"type": "leave"}]
    return [HELLO, *[{**message, "id": number} for number, message in enumerate(chosen)]]


ROLES = {
    "in turn": ("person", 0),
    "out of turn": ("person", 1),
    "program": ("program", 1),
    "former player": ("person", 2),
    "spectator": ("person", None),
    "unwanted spectator": ("person", None),
}


POSITION = {"rulebook": "jumbo", "rack": "k1 k2 k3"}
ROUTES = {
    "GET /api/rooms": ["/api/rooms"],
    "GET /api/rooms/{code:str}": [f"/api/rooms/{CODE}", f"/api/rooms/{CODE.lower()}"],
    "GET /api/records/{key:str}": ["/api/records/KEY"],
    "GET /api/records/{key:str}/replay": ["/api/records/KEY/replay"],
    "GET /api/records/{key:str}/analysis": ["/api/records/KEY/analysis"],
    "POST /api/records/{key:str}/review": ["/api/records/KEY/review"],
    "GET /api/games": ["/api/games"],
    "GET /api/bots": ["/api/bots"],
    "GET /api/rulebooks": ["/api/rulebooks"],
    "GET /api/rulebooks/{name:str}": ["/api/rulebooks/jumbo"],
    "GET /health": ["/health"],
    "GET /ready": ["/ready"],
    "GET /": ["/"],
    "GET /{path:path}": [f"/room/{CODE}", "/nothing.js"],
}
"""What is asked over HTTP; KEY is the record of the round that is on."""
BROUGHT = {
    "POST /api/arrange": {"rulebook": "jumbo", "tiles": "k1 k2 k3"},
    "POST /api/judge": {**POSITION, "after": ["k1 k2 k3"]},
    "POST /api/solve": POSITION,
    "POST /api/analyse": {"record": "not a record"},
    "POST /api/analyse/turn": {**POSITION, "rules": "nonsense"},
    "POST /api/replay": {"record": "not a record"},
    "POST /api/what-if": {"record": "not a record"},
    "POST /api/solve/batch": {},
    "POST /api/chances": {**POSITION, "rulebook": "nonsense"},
}
"""Questions about what the asker brings along."""
BY_CHANCE = {
    "POST /api/rooms",  # a code that nobody can guess
    "POST /api/token",  # an identity that nobody can guess
    "POST /api/review",  # how far a review of a file is depends on the time
    "GET /metrics",  # figures of the whole server
}


def test_every_route_is_asked_here():
    """A new route needs a case: what it answers is compared like everything else."""
    app = create_app(Config(database="sqlite:///never opened"))
    known = {
        f"{method} {route.path.replace('/api/v1/', '/api/')}"
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method not in ("HEAD", "OPTIONS") and not route.path.startswith("/schema")
    }
    assert {*ROUTES, *BROUGHT, *BY_CHANCE} == known


def requests_of(side):
    key = side.room.round.commitment[:20]
    asked = [
        (name.split()[0], path.replace("KEY", key), None)
        for name, paths in ROUTES.items()
        for path in paths
    ]
    return asked + [
        (method, path.replace("/api/", version), body)
        for (method, path), body in ((name.split(), body) for name, body in BROUGHT.items())
        for version in ("/api/", "/api/v1/")
    ]


async def follows(second, first, who, kind):
    """Wait until the second server knows what happened last on the first."""
    room = [("GET", f"/api/rooms/{CODE}", None)]
    async with asyncio.timeout(20):
        while await read(second, who, kind, room) != await read(first, who, kind, room):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("role", ROLES)
async def test_two_servers_tell_one_person_the_same(table, tmp_path, role):
    await compare_servers(table, tmp_path, role)


async def compare_servers(table, folder, role, bus=None):
    """Ask everything of two pairs of servers whose rooms are twins for this role."""
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
    requests, asked = requests_of(side), some(side, who)
    told = []
    for number, one in enumerate((side, other)):
        url = await stored(one, folder / f"{number}.sqlite")
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(served(url, bus))
            second = await stack.enter_async_context(served(url, bus))
            answers = [await read(address, who, kind, requests) for address in (first, second)]
            outside = await conversation(second, who, kind, [{"type": "ping", "id": 5}])
            said = await conversation(first, who, kind, asked)
            if bus is not None:
                await follows(second, first, who, kind)
            after = await read(first if bus is None else second, who, kind, requests[:6])
            told.append([*answers, outside, said, after])
    for here, there in zip(*told, strict=True):
        assert [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]] == []
        assert len(here) == len(there)
    if role == "unwanted spectator":
        assert told[0][3][-1] == "closed 4000"
    else:
        assert len(told[0][3]) > 30
