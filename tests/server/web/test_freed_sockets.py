"""Closed sockets are freed at once, without a search for garbage, which stops everybody."""

import asyncio
import collections
import gc

import httpx
import pytest
import uvicorn
import websockets

from tilerummy.server.config import Config
from tilerummy.server.live.limits import Limits
from tilerummy.server.web.app import create_app
from tilerummy.server.web.connection_limits import limited_protocols
from tilerummy.server.web.flood_guard import FloodGuard

VISITS = 3
OURS = ("Http", "Socket", "ServerProtocol", "WebSocket", "HttpRequestParser")


@pytest.fixture
async def port(tmp_path):
    config = Config(database=f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    limits = Limits.of(config)
    http, sockets = limited_protocols(limits, "127.0.0.1")
    app = FloodGuard(create_app(config, limits), limits)
    settings = uvicorn.Config(
        app, port=0, http=http, ws=sockets, log_config=None, ws_per_message_deflate=False
    )
    server = uvicorn.Server(settings)
    serving = asyncio.create_task(server.serve())
    async with asyncio.timeout(120):
        while not server.started:  # noqa: ASYNC110  it has no event for this
            await asyncio.sleep(0.02)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


async def visit(port, code, *, abort=False):
    address = f"ws://127.0.0.1:{port}/ws/{code}"
    async with websockets.connect(address, compression=None) as socket:
        await socket.send('{"type":"hello"}')
        if abort:
            await socket.recv()
            socket.transport.abort()
        else:
            await asyncio.wait([asyncio.create_task(socket.recv())])


async def test_a_closed_socket_leaves_nothing_to_search_for(port):
    made = {"settings": {"rulebook": "jumbo"}, "name": "Ann"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        code = (await client.post("/api/rooms", json=made)).json()["code"]
    await visit(port, code)
    await asyncio.sleep(0.2)
    gc.collect()
    gc.disable()
    try:
        for _ in range(VISITS):
            await visit(port, code)
            await visit(port, code, abort=True)
        await asyncio.sleep(0.2)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = collections.Counter(type(thing).__name__ for thing in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert {name: left[name] for name in OURS if left[name]} == {}
