"""Metrics of a running server, in the format of Prometheus."""

from __future__ import annotations

from dataclasses import dataclass, field

from prometheus_client import Counter, Gauge, Histogram

__all__ = ["METRICS", "Metrics"]

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass(frozen=True, slots=True)
class Metrics:
    """All the figures of one process."""

    sockets: Gauge = field(default_factory=lambda: Gauge("tilerummy_sockets", "Open game sockets"))
    rooms: Gauge = field(default_factory=lambda: Gauge("tilerummy_rooms", "Rooms held in memory"))
    messages: Counter = field(
        default_factory=lambda: Counter(
            "tilerummy_messages", "Messages received from clients", ["type"]
        )
    )
    refusals: Counter = field(
        default_factory=lambda: Counter("tilerummy_refusals", "Requests refused", ["code"])
    )
    entries: Counter = field(
        default_factory=lambda: Counter("tilerummy_entries", "Log entries told to clients")
    )
    conflicts: Counter = field(
        default_factory=lambda: Counter(
            "tilerummy_conflicts", "Entries lost to another server and tried again"
        )
    )
    answering: Histogram = field(
        default_factory=lambda: Histogram(
            "tilerummy_answer_seconds", "From a request to its answer", buckets=_SECONDS
        )
    )
    requests: Counter = field(
        default_factory=lambda: Counter("tilerummy_http_requests", "HTTP requests", ["status"])
    )


METRICS = Metrics()
