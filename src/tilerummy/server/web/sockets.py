"""Sockets: the WebSocket endpoint."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Final

from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tilerummy.server.live.broken_logs import PASSING
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.hub import TooManyGuesses
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.session import Session
from tilerummy.server.storage.database import describe
from tilerummy.server.web.requests import hub_of, visitor_of

__all__ = ["room_socket"]

_logger: Final = logging.getLogger(__name__)
_MOST_PER_PERSON: Final = 8
_FOREIGN, _NO_ROOM, _TOO_MANY, _OVER = 4403, 4404, 4429, 4000
_TRY_AGAIN: Final = 1013
Socket = WebSocket[None, None, State]
_InTurn = Callable[[Coroutine[None, None, bool]], Awaitable[bool]]
"""Does something when it is the turn of an address."""


@websocket("/ws/{code:str}")
async def room_socket(socket: Socket, code: FromPath[str]) -> None:
    """One connection to one room, from the handshake to the end."""
    try:
        await _converse(socket, code)
    finally:
        # They refer to the socket: without that it is freed at once, and not by a search for
        # garbage, for which all tables would wait.
        socket.receive, socket.send = empty_receive, empty_send


async def _converse(socket: Socket, code: str) -> None:
    hub, visitor = hub_of(socket), visitor_of(socket)
    if socket.scope["state"]["foreign"]:
        await socket.close(code=_FOREIGN, reason="another origin")
        return
    cookie = socket.scope["state"]["cookie"]
    await socket.accept(headers={"set-cookie": cookie} if cookie else None)
    try:
        live = await hub.visited(code, visitor)
    except TooManyGuesses:
        await socket.close(code=_TOO_MANY, reason="too many wrong codes")
        return
    except PASSING as error:
        _logger.debug("room cannot be read now (%s)", describe(error))
        await socket.close(code=_TRY_AGAIN, reason="too busy, try again")
        return
    if live is None:
        await socket.close(code=_NO_ROOM, reason="no such room")
        return
    if sum(connection.who == visitor.who for connection in live.connections) >= _MOST_PER_PERSON:
        await socket.close(code=_TOO_MANY, reason="too many windows")
        return
    if not hub.limits.connected(visitor):
        await socket.close(code=_TOO_MANY, reason="too many connections from this address")
        return
    # The protocol in `socket_limits` provides this; the application needs it.
    connection = Connection(visitor.who, socket.scope["state"]["write"])
    live.connections.add(connection)
    METRICS.sockets.inc()
    closing = asyncio.create_task(_close(socket, connection))
    try:
        session = Session(live, hub.services, connection, hub.limits, visitor.address)
        in_turn = partial(hub.limits.loop_time.run, visitor.address, user=visitor.who)
        # A task of its own: each message would otherwise pass through all of the middleware.
        await asyncio.create_task(_listen(socket, session, in_turn))
    finally:
        METRICS.sockets.dec()
        hub.limits.parted(visitor)
        live.parted(connection)
        closing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await closing


async def _listen(socket: Socket, session: Session, in_turn: _InTurn) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            frame = await socket.receive_data(mode="text")
            try:
                goes_on = await in_turn(session.hear(frame))
            except Overworked:
                goes_on = session.turn_away(frame)
            if not goes_on:
                await asyncio.sleep(0.1)
                return


async def _close(socket: Socket, connection: Connection) -> None:
    """Close the socket when the room says so."""
    await connection.ended.wait()
    with contextlib.suppress(WebSocketDisconnect, OSError):  # it is gone
        await socket.close(code=_OVER, reason="over")
