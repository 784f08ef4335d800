"""Health: is the server alive, can it take players, and what are its figures?"""

from __future__ import annotations

import asyncio
import time
from functools import lru_cache

from litestar import MediaType, Response, get, route
from litestar.datastructures import State
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tilerummy.server.live.hub import Hub
from tilerummy.server.web.rate_limits import LIGHT

__all__ = ["health", "metrics", "ready"]


@route(
    "/health",
    http_method=["GET", "HEAD"],
    media_type=MediaType.TEXT,
    opt=LIGHT,
    sync_to_thread=False,
)
def health() -> str:
    """The process answers."""
    return "ok"


@route("/ready", http_method=["GET", "HEAD"], media_type=MediaType.TEXT, opt=LIGHT)
async def ready(state: State) -> Response[str]:
    """The database and the bus answer too."""
    hub: Hub = state.hub
    try:
        async with asyncio.timeout(3):
            await hub.services.store.ping()
            await hub.services.bus.ping()
    except Exception as error:  # whatever is wrong, the server is not ready
        words = f"not ready: {type(error).__name__}"
        return Response(words, status_code=503, headers={"retry-after": "5"})
    return Response("ready")


@get("/metrics", opt=LIGHT, include_in_schema=False, sync_to_thread=False)
def metrics() -> Response[bytes]:
    """Figures for Prometheus."""
    kind = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")
    return Response(_figures(int(time.monotonic())), media_type=kind)


@lru_cache(maxsize=1)
def _figures(_second: int) -> bytes:
    """The figures, put together at most once a second."""
    return generate_latest()
