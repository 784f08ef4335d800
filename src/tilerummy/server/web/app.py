"""The application: everything put together.

`create_app` reads no environment and starts nothing; the store, the bus and the hub come to
life with the application and go with it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.rules.errors import TilerummyError
from tilerummy.server.config import CLIENT_FILES, Config
from tilerummy.server.live.bus import open_bus
from tilerummy.server.live.cluster import Cluster
from tilerummy.server.live.hub import Hub, TooManyGuesses, TooManyRooms
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.reference_clock import ReferenceClock
from tilerummy.server.live.reviews import Reviews, TooManyReviews
from tilerummy.server.live.services import Services
from tilerummy.server.live.workers import QUESTION_SECONDS, Workers
from tilerummy.server.storage.database import describe
from tilerummy.server.storage.store import Store
from tilerummy.server.web.games import GamesApi
from tilerummy.server.web.health import health, metrics, ready
from tilerummy.server.web.identity import Signer
from tilerummy.server.web.middleware import Identification, response_headers
from tilerummy.server.web.openapi import Documents, openapi_json, openapi_yaml
from tilerummy.server.web.questions_v1 import QuestionsApi
from tilerummy.server.web.rate_limits import RateLimits
from tilerummy.server.web.records import RecordsApi
from tilerummy.server.web.requests import Asking
from tilerummy.server.web.rooms import RoomsApi
from tilerummy.server.web.rulebooks import EarlierQuestionsApi, RulebooksApi
from tilerummy.server.web.sockets import room_socket
from tilerummy.server.web.static_files import StaticFiles, static_handler
from tilerummy.server.wire.resources import Problem

__all__ = ["create_app"]

_logger: Final = logging.getLogger(__name__)
_BODY_MOST: Final = 300_000
_TOO_MANY: Final = "TooManyRequests"
_FIELD: Final = re.compile(r"(?:unknown|required) field `(\w+)`")
_RESOURCES: Final = (RoomsApi, RulebooksApi, RecordsApi, GamesApi)
"""What is the same in all versions."""


def create_app(config: Config, limits: Limits | None = None) -> Litestar:
    """The web application with this configuration; by itself it has the limits of that."""
    limits = limits or Limits.of(config)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(config.database_url)
        bus, workers = open_bus(config.bus), Workers(address_of=limits.home)
        wait = config.takeover_seconds * 1000
        server = secrets.token_hex(4)
        if config.bus is None:
            services = Services(store, bus, workers, server, wait)
        else:
            clock = ReferenceClock()
            cluster = Cluster(server, bus, store.leases, clock)
            await cluster.join()
            services = Services(store, bus, workers, server, wait, clock, cluster)
        hub = Hub(config, services, limits)
        app.state.hub = hub
        app.state.signer = Signer((config.secret or await store.secret("identity")).encode())
        app.state.reviews = reviews = Reviews(
            store.archive,
            processes=config.review_processes,
            a_day=config.reviews_per_day,
            effort=config.review_effort,
        )
        await asyncio.gather(workers.start(), files.refresh())
        await hub.start()
        try:
            yield
        finally:
            await reviews.close()
            await hub.close()
            await bus.close()
            await store.close()
            await workers.close()

    base_url, files = config.public_url or config.address, StaticFiles(CLIENT_FILES)
    pages = [static_handler(files)] if config.client else []
    return Litestar(
        route_handlers=[*_routes(), openapi_json, openapi_yaml, *pages],
        lifespan=[lifespan],
        middleware=[RateLimits(), Identification(config.public_url)],
        before_send=[response_headers(config.public_url)],
        state=State({"base_url": base_url, "documents": Documents(_routes)}),
        exception_handlers={
            HTTPException: _http_problem,
            TilerummyError: _bad_input,
            RecursionError: _told(400, "Nested", "the body is nested too deeply"),
            UnicodeError: _told(400, "Text", "the body is not UTF-8"),
            TooManyRooms: _told(429, _TOO_MANY, "too many rooms; finish some first"),
            TooManyGuesses: _told(429, _TOO_MANY, "too many wrong codes; wait a minute"),
            TooManyReviews: _told(
                429, _TOO_MANY, "that was the last review for today; come back tomorrow"
            ),
            Overworked: _told(
                503, "Overworked", "too many questions wait already; ask again later", retry=10
            ),
            TooLong: _told(
                503, "TooLong", f"no answer was found within {QUESTION_SECONDS:g} seconds", retry=60
            ),
            SQLAlchemyError: _storage_gone,
            OSError: _storage_gone,
            Exception: _crash,
        },
        compression_config=CompressionConfig(
            backend="gzip",
            gzip_compress_level=5,
            minimum_size=1_000,
            exclude_opt_key="compressed_already",
        ),
        openapi_config=None,
        request_max_body_size=_BODY_MOST,
        logging_config=None,
        debug=False,
    )


def _routes() -> list[ControllerRouterHandler]:
    """What a server answers, beside its pages and how it describes itself."""
    return [
        Router("/api", route_handlers=[*_RESOURCES, EarlierQuestionsApi]),
        Router("/api/v1", route_handlers=[*_RESOURCES, QuestionsApi]),
        room_socket,
        health,
        ready,
        metrics,
    ]


def _problem(
    status: int,
    code: str,
    message: str,
    *,
    field: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response[Problem]:
    return Response(
        Problem(status=status, code=code, message=message, field=field),
        status_code=status,
        headers={"cache-control": "no-store", **(headers or {})},
    )


def _told(
    status: int, code: str, message: str, *, retry: int | None = None
) -> Callable[[Asking, Exception], Response[Problem]]:
    """What is told of an error of that kind; `retry`: when to ask again, in seconds."""
    headers = {} if retry is None else {"retry-after": str(retry)}
    return lambda _, __: _problem(status, code, message, headers=headers)


def _http_problem(_: Asking, error: HTTPException) -> Response[Problem]:
    details = error.extra if isinstance(error.extra, list) else []
    reasons = [str(detail.get("message", "")) for detail in details if isinstance(detail, dict)]
    message = "; ".join([error.detail, *reasons])
    named = _FIELD.search(message)
    fields = [detail.get("key") for detail in details if isinstance(detail, dict)]
    field = named[1] if named else next(filter(None, fields), None)
    code = type(error).__name__.removesuffix("Exception")
    return _problem(error.status_code, code, message, field=field, headers=error.headers)


def _bad_input(_: Asking, error: TilerummyError) -> Response[Problem]:
    code = type(error).__name__.removesuffix("Error")
    return _problem(400, code, str(error), field=error.field or None)


def _storage_gone(request: Asking, error: SQLAlchemyError | OSError) -> Response[Problem]:
    _logger.debug("%s %s: no storage (%s)", request.method, request.url.path, describe(error))
    message = "the database does not answer; try again in a moment"
    return _problem(503, "StorageGone", message, headers={"retry-after": "5"})


def _crash(request: Asking, error: Exception) -> Response[Problem]:
    _logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(500, "Crash", "something went wrong here; it has been noted")
