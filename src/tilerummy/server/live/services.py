"""Services: what live rooms use, passed to them when they are created."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tilerummy.server.live.bus import Bus
from tilerummy.server.live.cluster import Cluster
from tilerummy.server.live.workers import Workers
from tilerummy.server.storage.store import Store

__all__ = ["Services", "now_ms"]


def now_ms() -> int:
    """The wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Services:
    """The store, the bus, threads for bots, the clock, and how this server is configured."""

    store: Store
    bus: Bus
    workers: Workers
    server: str
    """This server's name."""
    takeover_after: int
    """How long a player is waited for before a bot plays on, in milliseconds."""
    now: Callable[[], int] = now_ms
    cluster: Cluster | None = None
    """The other servers that share the database; None: there are none."""
