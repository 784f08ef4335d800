"""The database: how SQLite and PostgreSQL are connected to, and which tables they have.

SQLite is set up for many readers and one writer (write-ahead log, full sync, so that even a power
cut loses nothing that was acknowledged). Servers that start at once take turns at the migrations.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from tilerummy.rules.errors import TilerummyError

__all__ = [
    "PATIENCE",
    "DatabaseMissing",
    "DatabaseTooNew",
    "Revision",
    "address_of",
    "describe",
    "file_engine",
    "revision_of",
    "server_engine",
    "upgrade_tables",
]

PATIENCE: Final = 5.0
"""How many seconds a server waits for the database before it asks people to try again."""
_DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
"""The driver in use for what an address may begin with; earlier versions had another for SQLite."""
_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_LOCK: Final = 7_411_223
_CONNECT: Final = 10
"""How many seconds a command that is not a server waits for a connection."""


class DatabaseMissing(TilerummyError):
    """There is no database at that address, or it lets nobody in."""


class DatabaseTooNew(TilerummyError):
    """A newer version of tilerummy has written to the database."""


@dataclass(frozen=True, slots=True)
class Revision:
    """Which tables a database has (None: none yet), and which this version expects."""

    found: str | None
    expected: str


def describe(error: BaseException) -> str:
    """What is wrong with the database, in a few words and without any stored value."""
    cause = getattr(error, "orig", None) or error
    name, (reason, *_) = type(cause).__name__, str(cause).split("\n")
    return f"{name}: {reason}" if reason else name


def address_of(url: str) -> URL:
    """The address with the driver that this version uses."""
    address = make_url(url)
    return address.set(drivername=_DRIVERS[address.drivername])


def file_engine(address: URL, *, connections: int) -> Engine:
    """The engine for an SQLite file, with this many connections; nothing is opened yet."""
    engine = create_engine(address, pool_size=connections, max_overflow=0, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def server_engine(address: URL, *, patience: float | None) -> AsyncEngine:
    """The engine for a database server; nothing is opened yet.

    With patience, no statement may take longer than this many seconds.
    """
    return create_async_engine(
        address,
        pool_size=8,
        max_overflow=8,
        pool_pre_ping=True,
        pool_timeout=patience or 30,
        hide_parameters=True,
        connect_args=_limits(patience) if patience else {"timeout": _CONNECT},
    )


def _limits(patience: float) -> dict[str, object]:
    """Limits on both sides: the database also gives up what a server that is gone left behind.

    Otherwise an entry that such a server had not committed would block its room for hours.
    """
    milliseconds = str(int(patience * 1000))
    return {
        "timeout": patience,
        "command_timeout": patience,
        "server_settings": {
            "statement_timeout": milliseconds,
            "idle_in_transaction_session_timeout": milliseconds,
            "tcp_user_timeout": milliseconds,
            "tcp_keepalives_idle": "10",
            "tcp_keepalives_interval": "5",
            "tcp_keepalives_count": "3",
        },
    }


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    waiting = f"busy_timeout={PATIENCE * 1000:.0f}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", waiting):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def revision_of(connection: Connection) -> Revision:
    """Which tables the database has; raises `DatabaseTooNew` if this version does not know them."""
    scripts = ScriptDirectory(str(_MIGRATIONS))
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in scripts.walk_revisions()}
    if found is not None and found not in known:
        raise DatabaseTooNew(
            "the database was written by a newer version of tilerummy "
            f"(its tables are at {found}); install that version, or restore an earlier backup"
        )
    (expected,) = scripts.get_heads()
    return Revision(found, expected)


def upgrade_tables(connection: Connection) -> None:
    """Bring the tables up to date."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    revision_of(connection)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
