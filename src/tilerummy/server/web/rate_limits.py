"""Rate limits for every request, whatever it is for."""

from __future__ import annotations

import time
from typing import Final

from litestar.exceptions import TooManyRequestsException
from litestar.handlers import WebsocketRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from tilerummy.server.live.hub import Hub
from tilerummy.server.live.limits import address_of

__all__ = ["LIGHT", "RateLimits"]

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
            if not limit.allows(address, now):
                wait = {"retry-after": str(limit.seconds_left(address, now))}
                raise TooManyRequestsException("too many requests", headers=wait)
        await self._app(scope, receive, send)
