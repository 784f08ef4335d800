"""Socket limits: what applies to a WebSocket before its bytes become a message.

Frames that never become messages (pings, pongs, fragments) count against a rate limit. Data that
arrived at once is parsed in small pieces, so that one socket does not delay the others. A socket
that does not read what it is sent is disconnected.
"""

from __future__ import annotations

import asyncio
import time
from functools import lru_cache
from typing import Final

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from tilerummy.server.live.limits import Buckets, Limits

__all__ = ["SocketProtocol"]

_PIECE: Final = 1_024
_MOST_UNREAD: Final = 262_144
"""How many bytes wait for a socket that does not read them."""
_CONTROL_FRAMES: Final = (60.0, 5.0)
"""How many pings, pongs and fragments a socket may send at once, and how many a second."""


class SocketProtocol(WebSocketsSansIOProtocol):
    limits: Limits
    address: str | None = None
    """For whom the connection is counted and charged; None: it is a proxy's."""
    _fed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._control = Buckets(*_CONTROL_FRAMES)
        self._unread = bytearray()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        if self.address is not None:
            self.limits.closed(self.address)
            self.address = None
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
        if self.address is not None:
            loop_time, user = self.limits.loop_time, str(id(self))
            loop_time.spend(self.address, time.monotonic() - began, user)
            wait = loop_time.wait(self.address, user)
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
