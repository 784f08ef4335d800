"""The application: everything put together.

`create_app` reads no environment and starts nothing; the store, the bus and the hub come to
life with the application and go with it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.stores.memory import MemoryStore
from litestar.types import ASGIApp, Receive, Scope, Send

from tilerummy.rules.errors import TilerummyError
from tilerummy.server.bus import open_bus
from tilerummy.server.config import Config
from tilerummy.server.door import Door, dress
from tilerummy.server.health import health, metrics, ready
from tilerummy.server.hub import Hub
from tilerummy.server.identity import Signer
from tilerummy.server.live import Services
from tilerummy.server.records_api import RecordsApi
from tilerummy.server.resources import Problem
from tilerummy.server.rooms_api import RoomsApi
from tilerummy.server.rules_api import RulesApi
from tilerummy.server.sockets import room_socket
from tilerummy.server.static import StaticFiles, static_handler
from tilerummy.server.store import Store
from tilerummy.server.workers import Overworked, Workers

__all__ = ["create_app"]

_logger: Final = logging.getLogger(__name__)
_BODY_MOST: Final = 300_000


def create_app(config: Config) -> Litestar:
    """The web application with this configuration."""

    asked = MemoryStore()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(config.database)
        bus, workers = open_bus(config.bus), Workers()
        wait = config.takeover_seconds * 1000
        services = Services(store, bus, workers, secrets.token_hex(4), wait)
        hub = Hub(config, services)
        app.state.hub = hub
        app.state.signer = Signer((config.secret or await store.secret("identity")).encode())
        await hub.start()
        forgetting = asyncio.create_task(_forget(asked), name="forgets who asked")
        try:
            yield
        finally:
            forgetting.cancel()
            await hub.close()
            await bus.close()
            await store.close()
            workers.close()

    limit = RateLimitConfig(
        rate_limit=("minute", config.requests_per_minute),
        exclude_opt_key="exclude_from_rate_limit",
        store="asked",
    )
    return Litestar(
        route_handlers=[
            RoomsApi,
            RulesApi,
            RecordsApi,
            room_socket,
            health,
            ready,
            metrics,
            static_handler(),
        ],
        lifespan=[lifespan],
        stores={"asked": asked},
        middleware=[DefineMiddleware(_Entrance, public_url=config.public_url), limit.middleware],
        before_send=[dress(config.public_url)],
        state=State({"files": StaticFiles(config.static), "public_url": config.public_url}),
        exception_handlers={
            HTTPException: _http_problem,
            TilerummyError: _bad_input,
            RecursionError: _nested,
            Overworked: _overworked,
            Exception: _crash,
        },
        compression_config=CompressionConfig(
            backend="gzip",
            gzip_compress_level=5,
            minimum_size=1_000,
            exclude_opt_key="compressed_already",
        ),
        openapi_config=OpenAPIConfig(
            title="tilerummy",
            version=version("tilerummy"),
            path="/schema",
            render_plugins=[JsonRenderPlugin(), YamlRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=_BODY_MOST,
        logging_config=None,
        debug=False,
    )


async def _forget(asked: MemoryStore) -> None:
    """Let go of addresses that have not asked for a while."""
    while True:
        await asyncio.sleep(60)
        await asked.delete_expired()


class _Entrance:
    """The door, once the key to sign with is known."""

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self._app = app
        self._public_url = public_url
        self._door: Door | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._door is None:
            signer: Signer = scope["litestar_app"].state.signer
            self._door = Door(self._app, signer=signer, public_url=self._public_url)
        await self._door(scope, receive, send)


def _problem(status: int, code: str, message: str) -> Response[Problem]:
    return Response(
        Problem(status=status, code=code, message=message),
        status_code=status,
        headers={"cache-control": "no-store"},
    )


def _http_problem(_: Request[None, None, State], error: HTTPException) -> Response[Problem]:
    details = error.extra if isinstance(error.extra, list) else []
    reasons = [str(detail.get("message", "")) for detail in details if isinstance(detail, dict)]
    message = "; ".join([error.detail, *reasons])
    response = _problem(error.status_code, type(error).__name__.removesuffix("Exception"), message)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _bad_input(_: Request[None, None, State], error: TilerummyError) -> Response[Problem]:
    return _problem(400, type(error).__name__.removesuffix("Error"), str(error))


def _nested(_: Request[None, None, State], __: RecursionError) -> Response[Problem]:
    return _problem(400, "Nested", "the body is nested too deeply")


def _overworked(_: Request[None, None, State], __: Overworked) -> Response[Problem]:
    response = _problem(503, "Overworked", "too many questions wait already; ask again later")
    response.headers["retry-after"] = "10"
    return response


def _crash(request: Request[None, None, State], error: Exception) -> Response[Problem]:
    _logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(500, "Crash", "something went wrong here; it has been noted")
