"""Configuration: everything one can choose when starting a server.

The text under an option is its help on the command line.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tilerummy.rules.errors import TilerummyError

__all__ = ["CLIENT_FILES", "Config", "ConfigError", "data_folder", "sqlite_in"]

CLIENT_FILES = Path(__file__).with_name("static")
"""Where `make client` puts the web client."""

_LEAST = {
    "requests_per_minute": 1,
    "rooms_per_person": 1,
    "rooms_per_address": 1,
    "sockets_per_address": 1,
    "rooms_most": 1,
    "forget_days": 1,
    "reviews_per_day": 1,
    "review_processes": 1,
    "takeover_seconds": 0,
}


def data_folder() -> Path:
    """Where this user's games are kept, as the desktop's conventions have it."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tilerummy"


def sqlite_in(folder: Path) -> str:
    """The address of the SQLite database in that folder, which is made if it is missing."""
    from sqlalchemy import URL

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot keep games in {folder}: {error.strerror}") from None
    file = str(folder / "tilerummy.sqlite")
    return URL.create("sqlite", database=file).render_as_string()


class ConfigError(TilerummyError):
    """A choice with which no server can start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server runs."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8321
    """The port to listen on."""
    database: str | None = None
    """sqlite:///FILE or postgresql+asyncpg://…; a file of this user's by default."""
    bus: str | None = None
    """redis://… when several servers share the database."""
    public_url: str | None = None
    """How players reach this server, for example https://play.example.org."""
    secret: str | None = field(default=None, repr=False)
    """Signs identities; kept in the database by default."""
    proxies: str = "127.0.0.1"
    """Addresses of trusted proxies (X-Forwarded-For); * for any."""
    requests_per_minute: int = 600
    """HTTP requests a client may send in a minute."""
    rooms_per_person: int = 200
    """Rooms a person may make in a day."""
    rooms_per_address: int = 1_000
    """Rooms that may be made from one address in a day."""
    # People without a cookie are distinguished by nothing else; a school may share an address.
    sockets_per_address: int = 500
    """Connections to rooms that one address may have at once."""
    rooms_most: int = 20_000
    """Rooms that may be alive at once on this server."""
    forget_days: int = 60
    """Days until a room without a finished round is forgotten."""
    reviews_per_day: int = 60
    """Reviews of finished games a person may ask for in a day."""
    review_processes: int = 1
    """Reviews that are made at once, each in a process of its own."""
    review_effort: float = 1.0
    """How much work a review is; 1 is usual."""
    takeover_seconds: int = 30
    """Seconds until a bot plays for somebody who lost the connection."""
    client: bool = True
    """Serve the web client; without it only programs can play."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            chosen = getattr(self, name)
            if chosen < least:
                raise ConfigError(f"{name.replace('_', ' ')}: at least {least}, not {chosen}")
        if not 0 < self.review_effort <= 100:
            raise ConfigError(f"review effort: above 0, not {self.review_effort}")
        if self.public_url is not None and not _is_web_address(self.public_url):
            raise ConfigError("a public URL is https://HOST, or http://HOST:PORT")
        if self.database and not _is_database(self.database):
            raise ConfigError("a database is sqlite:///FILE or postgresql+asyncpg://…")
        if self.bus is not None and self.bus.partition(":")[0] not in ("redis", "rediss", "unix"):
            raise ConfigError("a bus is redis://HOST")
        if not 0 < self.port < 65_536:
            raise ConfigError(f"a port is a number from 1 to 65535, not {self.port}")

    @property
    def address(self) -> str:
        """Where others reach what listens here."""
        return f"http://{_reached(self.host)}:{self.port}"

    @property
    def database_url(self) -> str:
        """The database; the folder of this user's is made if it is missing."""
        return self.database or sqlite_in(data_folder())


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    plain = not parts.path.strip("/") and not parts.query and not parts.fragment
    named = bool(parts.hostname) and not any(char.isspace() for char in text)
    return parts.scheme in ("http", "https") and named and plain and port != 0


def _is_database(text: str) -> bool:
    scheme, colon, _ = text.partition(":")
    return bool(colon) and scheme.partition("+")[0] in ("sqlite", "postgresql")


def _reached(host: str) -> str:
    """The name under which others reach what listens on this address."""
    if host != "0.0.0.0":
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses a way out
        except OSError:
            return "127.0.0.1"
        return str(line.getsockname()[0])
