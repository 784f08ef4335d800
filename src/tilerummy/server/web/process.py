"""The process: the application on a real port, until somebody stops it.

An interrupt or a termination signal ends it gracefully: clients are asked to reconnect, waiting
writes are finished, then the process ends.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable
from typing import Final, cast

import uvicorn
from uvicorn._types import ASGI3Application

from tilerummy.rules.errors import TilerummyError
from tilerummy.server.config import Config
from tilerummy.server.live.garbage_collection import collected_rarely, freeze_current_objects
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.session import LONGEST_FRAME
from tilerummy.server.storage.access import check_database
from tilerummy.server.web.app import create_app
from tilerummy.server.web.connection_limits import limited_protocols
from tilerummy.server.web.flood_guard import FloodGuard

__all__ = ["AddressTaken", "allow_many_sockets", "run"]

_PATIENCE: Final = 5
_MOST_CONNECTIONS: Final = 30_000
_SWITCH_INTERVAL: Final = 0.001
"""How long a thread has the interpreter while another waits for it, in seconds: the usual five
milliseconds add up for a transaction, which asks for it ten times."""


class AddressTaken(TilerummyError):
    """Nobody can listen on that address."""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        freeze_current_objects()
        if self.started:
            self._on_started()


def run(config: Config, started: Callable[[], None], *, access_log: bool = False) -> int:
    """Serve until stopped; the exit code."""
    _check_free(config.host, config.port)
    check_database(config.database_url)
    allow_many_sockets()
    limits = Limits.of(config)
    http, sockets = limited_protocols(limits, config.proxies)
    application = create_app(config, limits)
    server = _Server(
        uvicorn.Config(
            FloodGuard(cast("ASGI3Application", application), limits),
            http=http,
            ws=sockets,
            host=config.host,
            port=config.port,
            log_config=None,
            access_log=access_log,
            server_header=False,
            date_header=True,
            ws_max_size=2 * LONGEST_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=_PATIENCE,
            forwarded_allow_ips=config.proxies,
            backlog=4096,
            limit_concurrency=_MOST_CONNECTIONS,
        ),
        started,
    )
    sys.setswitchinterval(_SWITCH_INTERVAL)
    # The server has shut down in order before it passes the interrupt on.
    with collected_rarely(), contextlib.suppress(KeyboardInterrupt):
        server.run()
    return 0 if server.started else 1


def allow_many_sockets() -> None:
    """Raise this process's limit of open files, of which each socket is one, as far as it may."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * _MOST_CONNECTIONS
        if most != resource.RLIM_INFINITY:
            wanted = min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _check_free(host: str, port: int) -> None:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise AddressTaken(f"cannot listen on {host}:{port}: {reason}") from None
