"""Sockets: where a visit meets the wire."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tilerummy.server.connection import Connection
from tilerummy.server.hub import Hub
from tilerummy.server.metrics import METRICS
from tilerummy.server.visits import Visit

__all__ = ["room_socket"]

_MOST_PER_PERSON: Final = 8
_FOREIGN, _NO_ROOM, _TOO_MANY, _OVER = 4403, 4404, 4429, 4000
Socket = WebSocket[None, None, State]


@websocket("/ws/{code:str}")
async def room_socket(socket: Socket, code: FromPath[str]) -> None:
    """One connection to one room, from the handshake to the end."""
    hub: Hub = socket.app.state.hub
    if socket.scope["state"]["foreign"]:
        await socket.close(code=_FOREIGN, reason="another origin")
        return
    cookie = socket.scope["state"]["cookie"]
    await socket.accept(headers={"set-cookie": cookie} if cookie else None)
    address = socket.client.host if socket.client else ""
    if hub.guesses.too_many(address, time.monotonic()):
        await socket.close(code=_TOO_MANY, reason="too many wrong codes")
        return
    live = await hub.room(code.upper())
    who: str = socket.scope["state"]["who"]
    if live is None:
        hub.guesses.missed(address, time.monotonic())
        await socket.close(code=_NO_ROOM, reason="no such room")
        return
    if sum(connection.who == who for connection in live.connections) >= _MOST_PER_PERSON:
        await socket.close(code=_TOO_MANY, reason="too many windows")
        return
    if not hub.addresses.connected(address):
        await socket.close(code=_TOO_MANY, reason="too many connections from this address")
        return
    connection = Connection(who)
    live.connections.add(connection)
    METRICS.sockets.inc()
    sender = asyncio.create_task(_carry(socket, connection))
    try:
        await _listen(socket, Visit(live, hub.services, connection))
    finally:
        METRICS.sockets.dec()
        hub.addresses.parted(address)
        live.parted(connection)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _listen(socket: Socket, visit: Visit) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            frame = await socket.receive_data(mode="text")
            if not await visit.hear(frame):
                await asyncio.sleep(0.1)
                return


async def _carry(socket: Socket, connection: Connection) -> None:
    async def send(frame: bytes) -> None:
        await socket.send_data(frame, mode="text")

    # A socket that is gone shows in the listener; here there is nobody left to tell.
    with contextlib.suppress(Exception):
        await connection.carry(send)
        await socket.close(code=_OVER, reason="over")
