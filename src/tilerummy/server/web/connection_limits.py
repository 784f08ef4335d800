"""Connection limits: what applies to a connection before its bytes become a request or a message.

Uvicorn by itself reads whatever arrives. Here the number of connections per address is bounded, the
time and the header size of a request too, and frames of a WebSocket that never become messages
(pings, pongs, fragments) count against a rate limit. Data that arrived at once is parsed in small
pieces, so that one socket does not delay the others. Connections of trusted proxies are not
counted: they carry many clients, and each of those is counted where requests are.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Final

import uvicorn
from uvicorn._types import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from tilerummy.server.live.limits import Buckets, Limits, address_of
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.queues import Overworked
from tilerummy.server.web.admission import Admission

__all__ = ["FloodGuard", "limited_protocols"]

_LONGEST_HEAD: Final = 32_768
_LONGEST_REQUEST: Final = 30.0
"""How many seconds a request may take to arrive."""
_AT_ONCE: Final = 24
"""How many requests of an address are worked on at once."""
_AHEAD: Final = 8
"""How many requests of a connection wait for the answer to an earlier one; browsers send none."""
_PIECE: Final = 1_024
_MOST_UNREAD: Final = 262_144
"""How many bytes wait for a socket that does not read them."""
_CONTROL_FRAMES: Final = (60.0, 5.0)
"""How many pings, pongs and fragments a socket may send at once, and how many a second."""
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
_OVERWORKED: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\n"
    b"content-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
)
_TOO_MANY: Final = b'{"status":429,"code":"TooManyRequests","message":"too many requests"}'


class FloodGuard:
    """ASGI middleware around the application that rejects floods before they cost anything."""

    def __init__(self, app: ASGI3Application, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._slots: dict[str, _Slots] = {}
        """Of the addresses that have requests in progress."""

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Pass a request on, unless its address has asked for far too much already."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        client, now, loop_time = scope["client"], time.monotonic(), self._limits.loop_time
        address, every = address_of(client[0] if client else ""), self._limits.all_requests
        with contextlib.suppress(Overworked):
            if scope["type"] == "websocket":
                await loop_time.turn(address)
                await loop_time.metered(address, self._passed_on(scope, receive, send))
                return
            if every.allows(address, now):
                async with self._slot(address):
                    await loop_time.run(address, self._passed_on(scope, receive, send))
                return
            await loop_time.turn(address)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": "too busy, try again"})
            return
        METRICS.requests.labels("429").inc()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(_TOO_MANY)).encode()),
            (b"retry-after", str(every.seconds_left(address, now)).encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": _TOO_MANY})

    async def _passed_on(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        await self._app(scope, receive, send)

    @contextlib.asynccontextmanager
    async def _slot(self, address: str) -> AsyncIterator[None]:
        """A slot of an address, as soon as one is free."""
        slots = self._slots.setdefault(address, _Slots())
        slots.users += 1
        try:
            async with slots.free:
                yield
        finally:
            slots.users -= 1
            if not slots.users:
                del self._slots[address]


@dataclass(slots=True)
class _Slots:
    """Slots for the requests of one address that are worked on at once; the others wait."""

    free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))
    users: int = 0


class _OpenConnections:
    """Counts the open connections of each address, except those of trusted proxies."""

    def __init__(self, limits: Limits, proxies: str) -> None:
        self._limits = limits
        self._admission = Admission(limits.loop_time)
        self._all = "*" in proxies
        self._trusted = [
            ip_network(part.strip(), strict=False) for part in proxies.split(",") if _is_net(part)
        ]

    def counts(self, host: str) -> bool:
        """Whether connections from there are counted."""
        if self._all or not _is_net(host):
            return False
        return not any(ip_address(host) in network for network in self._trusted)

    def opened(self, host: str) -> bool:
        """Count one more, unless there are too many."""
        return self._limits.opened(address_of(host))

    def closed(self, host: str) -> None:
        """One that was counted is gone."""
        self._limits.closed(address_of(host))

    def spent(self, host: str, seconds: float, socket: str) -> float:
        """Charge the time it took to parse data of this host; how long its next piece waits."""
        address, loop_time = address_of(host), self._limits.loop_time
        loop_time.spend(address, seconds, socket)
        return loop_time.wait(address, socket)

    def charge(self, host: str, seconds: float) -> None:
        """Charge the time that a connection of this host took before it is known what for."""
        self._limits.loop_time.spend(address_of(host), seconds)

    def admits(self, host: str, read: Callable[[], None], refuse: Callable[[], None]) -> bool:
        """Whether data of this host may be read at once; if not, either is called later."""
        return self._admission.admits(address_of(host), read, refuse)


def _is_net(text: str) -> bool:
    try:
        ip_network(text.strip(), strict=False)
    except ValueError:
        return False
    return True


class _TooManyAhead(Exception):
    """More requests came than may wait for the answer to an earlier one; the connection ends."""


class _Http(HttpToolsProtocol):
    open_connections: _OpenConnections
    _counted = False
    _charged = False
    """Whether the time that the connection takes is charged: not to proxies."""
    _in_head = True
    _head = 0
    _hurry: asyncio.TimerHandle | None = None
    _answered: RequestResponseCycle | None = None
    """The request that is being answered; later ones wait in the pipeline."""
    _unread = b""
    _waits = False
    """Whether the address has used too much time for more to be read now."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        began = time.monotonic()
        super().__init__(config, server_state, app_state, _loop)
        self._making = time.monotonic() - began

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        began = time.monotonic()
        super().connection_made(transport)
        self._wait()
        host = self._host
        self._charged = self.open_connections.counts(host)
        if self._charged:
            self._counted = self.open_connections.opened(host)
            if not self._counted:
                transport.abort()
        self._charge(began - self._making)

    def connection_lost(self, exc: Exception | None) -> None:
        began = time.monotonic()
        self._arrived()
        self._unread = b""
        if self._counted:
            self._counted = False
            self.open_connections.closed(self._host)
        super().connection_lost(exc)
        self.pipeline.clear()
        if self._answered is not None:
            # Uvicorn tells only the last request, and an answer to an earlier one would fail.
            self._answered.disconnected = True
            self._answered.message_event.set()
            self._answered = None
        self._charge(began)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if self._waits:
            self.transport.pause_reading()
        elif not self._charged or self.open_connections.admits(self._host, self._go_on, self._end):
            self._read()
        else:
            self._waits = True
            self.transport.pause_reading()

    def _read(self) -> None:
        """Parse what has come."""
        began = time.monotonic()
        data, self._unread = self._unread, b""
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > _LONGEST_HEAD and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()
        self._charge(began)

    def _go_on(self) -> None:
        """It is the turn of what has come."""
        self._waits = False
        if self.transport.is_closing():
            return
        self._read()
        owner = self.transport.get_protocol()
        paused = owner.paused if isinstance(owner, _Socket) else self.flow.read_paused
        if not paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _end(self) -> None:
        """What has come would have to wait too long."""
        began = time.monotonic()
        self._unread = b""
        if not self.transport.is_closing():
            METRICS.requests.labels("429").inc()
            self.transport.write(_OVERWORKED)
            self.transport.close()
        self._charge(began)

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def _charge(self, began: float) -> None:
        if self._charged:
            self.open_connections.charge(self._host, time.monotonic() - began)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= _AHEAD:
            # All that came in one piece would be made requests of at once, thousands perhaps.
            raise _TooManyAhead
        super().on_message_begin()
        self._wait()
        self._in_head = True

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, _Socket):
            socket.counted, self._counted = self._counted, False
        del self.parser  # it refers to this object, which nobody needs from now on

    def _wait(self) -> None:
        self._arrived()
        self._hurry = self.loop.call_later(_LONGEST_REQUEST, self._too_slow)

    def _arrived(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


class _Socket(WebSocketsSansIOProtocol):
    open_connections: _OpenConnections
    counted = False
    _fed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._control = Buckets(*_CONTROL_FRAMES)
        self._unread = bytearray()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        if self.counted and self.client:
            self.counted = False
            self.open_connections.closed(self.client[0])
        super().connection_lost(exc)
        self.conn.parser.close()  # it refers to its connection

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._fed and not self.read_paused:
            self._feed()

    @property
    def paused(self) -> bool:
        """Whether nothing is read from the connection now."""
        return self._fed or self.read_paused

    def _feed(self) -> None:
        """Read one piece, and the next when the others have had their turn."""
        began = time.monotonic()
        self._fed = False
        if self.transport.is_closing():
            self._unread.clear()
            return
        piece = bytes(self._unread[:_PIECE])
        del self._unread[:_PIECE]  # what is behind it is not copied
        if piece:
            super().data_received(piece)
        wait = 0.0
        if self.counted and self.client:
            seconds = time.monotonic() - began
            wait = self.open_connections.spent(self.client[0], seconds, str(id(self)))
        if self.read_paused:
            return
        if self._unread or wait:
            self.transport.pause_reading()
            self._fed = True
            self.loop.call_later(wait, self._feed)
        else:
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        self.scope["state"]["write"] = self.write
        try:
            await super().run_asgi()
        finally:
            del self.scope["state"]["write"]  # it refers to this object

    def write(self, message: bytes) -> None:
        """Send a text at once; who does not read what was sent is disconnected."""
        if self.close_sent or self.transport.is_closing():
            return
        self.transport.write(_framed(message))
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            self.transport.abort()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._feed()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        try:
            await super().send(message)
        except RuntimeError:
            if self.transport.is_closing():
                # The loop has closed it and has not told the protocol yet.
                raise ClientDisconnected from None
            raise

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._control.allows("", time.monotonic()):
            return True
        self.transport.abort()
        return False


@lru_cache(maxsize=64)
def _framed(message: bytes) -> bytes:
    """The frame of a text, remembered while it goes to everybody in a room."""
    return Frame(Opcode.TEXT, message).serialize(mask=False)


def limited_protocols(limits: Limits, proxies: str) -> tuple[type[_Http], type[_Socket]]:
    """Uvicorn's protocols for HTTP and WebSockets, with these limits and proxies."""
    connections = _OpenConnections(limits, proxies)
    return type("Http", (_Http,), {"open_connections": connections}), type(
        "Socket", (_Socket,), {"open_connections": connections}
    )
