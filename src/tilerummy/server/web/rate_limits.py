"""Rate limits for every request, whatever it is for."""

from __future__ import annotations

import time
from typing import Final

from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.handlers import WebsocketRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from tilerummy.server.live.limits import Limits, Windows
from tilerummy.server.web.requests import Asking, address_in, hub_of, visitor_of

__all__ = ["LIGHT", "RateLimits", "charge"]

LIGHT: Final = {"light": True}
"""The option of a route that costs little."""


class RateLimits(ASGIMiddleware):
    """Counts what each address asks for."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        limits: Limits = scope["litestar_app"].state.hub.limits
        handler = scope["route_handler"]
        light = isinstance(handler, WebsocketRouteHandler) or handler.opt.get("light")
        _count(limits.light_requests if light else limits.requests, address_in(scope))
        await next_app(scope, receive, send)


def charge(request: Asking, more: int) -> None:
    """Count a batch as further requests: as many as it could have been sent in."""
    _count(hub_of(request).limits.requests, visitor_of(request).address, more)


def _count(limit: Windows, address: str, more: int = 1) -> None:
    now = time.monotonic()
    if not limit.allows(address, now, more):
        wait = {"retry-after": str(limit.seconds_left(address, now))}
        raise TooManyRequestsException("too many requests", headers=wait)
