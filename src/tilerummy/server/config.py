"""Configuration: everything one can choose when starting a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tilerummy.rules.errors import TilerummyError

__all__ = ["CLIENT_FILES", "Config", "ConfigError", "data_folder"]

CLIENT_FILES = Path(__file__).with_name("static")
"""Where `make client` puts the web client."""

_COUNTS = (
    "requests_per_minute",
    "rooms_per_person",
    "rooms_per_address",
    "sockets_per_address",
    "rooms_most",
    "forget_days",
    "reviews_per_day",
    "review_processes",
)


def data_folder() -> Path:
    """Where this user's games are kept, as the desktop's conventions have it."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tilerummy"


class ConfigError(TilerummyError):
    """A choice with which no server can start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server runs."""

    database: str
    bus: str | None = None
    public_url: str | None = None
    """Where people reach this server, if there is a proxy or a name."""
    address: str = "http://127.0.0.1:8321"
    """Where it listens; invitations lead there if there is no public URL."""
    secret: str | None = field(default=None, repr=False)
    static: Path = CLIENT_FILES
    requests_per_minute: int = 600
    rooms_per_person: int = 200
    rooms_per_address: int = 1_000
    sockets_per_address: int = 500
    """People without a cookie are distinguished by nothing else; a school may share an address."""
    rooms_most: int = 20_000
    """How many rooms may be alive at once."""
    takeover_seconds: int = 30
    """How long a player has to be gone before a bot plays for them, where the room allows it."""
    forget_days: int = 60
    """Rooms in which no round was finished are deleted after this many days."""
    reviews_per_day: int = 60
    """How many reviews a person may ask for in a day."""
    review_processes: int = 1
    """How many reviews are made at once, each in a process of its own."""
    review_effort: float = 1.0
    """How much work a review is, compared with the usual."""

    def __post_init__(self) -> None:
        for name in _COUNTS:
            if getattr(self, name) < 1:
                raise ConfigError(
                    f"{name.replace('_', ' ')}: at least 1, not {getattr(self, name)}"
                )
        if not 0 < self.review_effort <= 100:
            raise ConfigError(f"review effort: above 0, not {self.review_effort}")
        if self.takeover_seconds < 0:
            raise ConfigError(f"takeover seconds: at least 0, not {self.takeover_seconds}")
        if self.public_url is not None and not _is_web_address(self.public_url):
            raise ConfigError("a public URL is https://HOST, or http://HOST:PORT")
        scheme, colon, _ = self.database.partition(":")
        if not colon or scheme.partition("+")[0] not in ("sqlite", "postgresql"):
            raise ConfigError("a database is sqlite:///FILE or postgresql+asyncpg://…")
        if self.bus is not None and self.bus.partition(":")[0] not in ("redis", "rediss", "unix"):
            raise ConfigError("a bus is redis://HOST")


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    plain = not parts.path.strip("/") and not parts.query and not parts.fragment
    named = bool(parts.hostname) and not any(char.isspace() for char in text)
    return parts.scheme in ("http", "https") and named and plain and port != 0
