"""Connection limits: what applies to a connection before its bytes become a request.

Uvicorn by itself reads whatever arrives. Here the number of connections per address is bounded, and
the time and the header size of a request too. Connections of trusted proxies are not counted: they
carry many clients, and each of those is counted where requests are.
"""

from __future__ import annotations

import asyncio
import time
from ipaddress import ip_address, ip_network
from typing import Any, Final

import uvicorn
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from tilerummy.server.live.limits import Limits, address_of
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.web.admission import Admission
from tilerummy.server.web.socket_limits import SocketProtocol

__all__ = ["limited_protocols"]

_LONGEST_HEAD: Final = 32_768
_LONGEST_REQUEST: Final = 30.0
"""How many seconds a request may take to arrive."""
_AHEAD: Final = 8
"""How many requests of a connection wait for the answer to an earlier one; browsers send none."""
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
_OVERWORKED: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\n"
    b"content-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
)


class _Proxies:
    """The trusted proxies: their connections are not counted."""

    def __init__(self, proxies: str) -> None:
        self._all = "*" in proxies
        self._trusted = [
            ip_network(part.strip(), strict=False) for part in proxies.split(",") if _is_net(part)
        ]

    def counts(self, host: str) -> bool:
        """Whether connections from there are counted."""
        if self._all or not _is_net(host):
            return False
        return not any(ip_address(host) in network for network in self._trusted)


def _is_net(text: str) -> bool:
    try:
        ip_network(text.strip(), strict=False)
    except ValueError:
        return False
    return True


class _TooManyAhead(Exception):
    """More requests came than may wait for the answer to an earlier one; the connection ends."""


class _Http(HttpToolsProtocol):
    limits: Limits
    admission: Admission
    proxies: _Proxies
    _address: str | None = None
    """To whom the time that the connection takes is charged; None: to nobody, it is a proxy's."""
    _counted = False
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
        host = self.client[0] if self.client else ""
        if self.proxies.counts(host):
            self._address = address_of(host)
            self._counted = self.limits.opened(self._address)
            if not self._counted:
                transport.abort()
        self._charge(began - self._making)

    def connection_lost(self, exc: Exception | None) -> None:
        began = time.monotonic()
        self._arrived()
        self._unread = b""
        if self._counted and self._address is not None:
            self._counted = False
            self.limits.closed(self._address)
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
        address = self._address
        if self._waits:
            self.transport.pause_reading()
        elif address is None or self.admission.admits(address, self._go_on, self._end):
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
        paused = owner.paused if isinstance(owner, SocketProtocol) else self.flow.read_paused
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

    def _charge(self, began: float) -> None:
        if self._address is not None:
            self.limits.loop_time.spend(self._address, time.monotonic() - began)

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
        if isinstance(socket, SocketProtocol) and self._counted:
            socket.address, self._counted = self._address, False
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


def limited_protocols(limits: Limits, proxies: str) -> tuple[type[_Http], type[SocketProtocol]]:
    """Uvicorn's protocols for HTTP and WebSockets, with these limits and proxies."""
    shared = {
        "limits": limits,
        "admission": Admission(limits.loop_time),
        "proxies": _Proxies(proxies),
    }
    return type("Http", (_Http,), shared), type("Socket", (SocketProtocol,), {"limits": limits})
