"""Rate limits for every request, whatever it is for."""

from __future__ import annotations

import time
from typing import Final

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import TooManyRequestsException
from litestar.handlers import WebsocketRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from tilerummy.server.live.hub import Hub
from tilerummy.server.live.limits import Windows, address_of

__all__ = ["LIGHT", "RateLimits", "charge"]

LIGHT: Final = {"light": True}
"""The option of a route that costs little."""


class RateLimits:
    """ASGI middleware that counts what each address asks for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless its address has sent too many."""
        if scope["type"] in ("http", "websocket"):
            hub: Hub = scope["litestar_app"].state.hub
            client, now = scope.get("client"), time.monotonic()
            address = address_of(client[0] if client else "")
            handler = scope["route_handler"]
            light = isinstance(handler, WebsocketRouteHandler) or handler.opt.get("light")
            limit = hub.limits.light_requests if light else hub.limits.requests
            _count(limit, address, now)
        await self._app(scope, receive, send)


def charge(request: Request[None, None, State], more: int) -> None:
    """Count a batch as further requests: as many as it could have been sent in."""
    hub: Hub = request.app.state.hub
    address = address_of(request.client.host if request.client else "")
    _count(hub.limits.requests, address, time.monotonic(), more)


def _count(limit: Windows, address: str, now: float, more: int = 1) -> None:
    if not limit.allows(address, now, more):
        wait = {"retry-after": str(limit.seconds_left(address, now))}
        raise TooManyRequestsException("too many requests", headers=wait)
