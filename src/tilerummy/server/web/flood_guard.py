"""The flood guard: requests that are rejected before the application sees them.

The number of requests of an address is bounded, whatever they are for, and so is how many of them
are worked on at once; what they cost the event loop is charged to their address.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

from tilerummy.server.live.limits import Limits, address_of
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.queues import Overworked

__all__ = ["FloodGuard"]

_AT_ONCE: Final = 24
"""How many requests of an address are worked on at once."""
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
