"""Middleware: what every request passes on its way in and every answer on its way out.

Requests get the identity of their sender, cross-origin ones are rejected, and answers
carry the headers that keep browsers from doing what they should not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.server.live.limits import Visitor
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.web.identity import COOKIE, Signer
from tilerummy.server.web.requests import address_in

__all__ = ["Identification", "cookie_header", "origin_allowed", "response_headers"]

_YEAR: Final = 31_536_000
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Identification(ASGIMiddleware):
    """Says who asks, and whether a page of another site does."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, public_url: str | None) -> None:
        self._public = public_url

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = Headers.from_scope(scope)
        foreign = not origin_allowed(headers, self._public)
        if foreign and scope.get("method", "GET") not in ("GET", "HEAD"):
            raise PermissionDeniedException("requests from other sites are not served")
        scope["state"]["foreign"] = foreign
        signer: Signer = scope["litestar_app"].state.signer
        known = signer.check(_credential(headers))
        who = known or signer.fresh()
        secure = _secure(scope, self._public)
        scope["state"]["visitor"] = Visitor(who, address_in(scope))
        scope["state"]["cookie"] = None if known else cookie_header(signer.sign(who), secure=secure)
        await next_app(scope, receive, send)


def response_headers(public_url: str | None) -> Callable[[Message, Scope], Awaitable[None]]:
    """What puts the headers on every answer, also on those that never reached a route."""

    async def outward(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        METRICS.requests.labels(str(message["status"])).inc()
        sent = MutableScopeHeaders(message)
        for name, value in _HEADERS.items():
            sent[name] = value
        if _secure(scope, public_url):
            sent["strict-transport-security"] = f"max-age={_YEAR}"
        sent.setdefault("cache-control", "no-store")
        cookie = scope["state"].get("cookie")
        if cookie and sent["cache-control"] == "no-store":
            sent.add("set-cookie", cookie)

    return outward


def cookie_header(signed: str, *, secure: bool) -> str:
    """The header that hands an identity to a browser."""
    flags = "; Secure" if secure else ""
    return f"{COOKIE}={signed}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{flags}"


def origin_allowed(headers: Headers, public_url: str | None) -> bool:
    """Whether the request comes from our own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        sender = urlsplit(origin).netloc
    except ValueError:
        return False
    if not sender:
        return False
    if sender == headers.get("host"):
        return True
    return public_url is not None and sender == urlsplit(public_url).netloc


def _credential(headers: Headers) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def _secure(scope: Scope, public_url: str | None) -> bool:
    return scope["scheme"] in ("https", "wss") or bool(
        public_url and public_url.startswith("https:")
    )
