"""The database: one code path for SQLite and PostgreSQL.

Opening it sets SQLite up for many readers and one writer (write-ahead log, full sync, so that
even a power cut loses nothing that was told) and brings the tables up to date. Servers that
start at once take turns at that.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from tilerummy.rules.errors import TilerummyError

__all__ = ["DatabaseMissing", "check_database", "open_database"]

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_LOCK: Final = 7_411_223


class DatabaseMissing(TilerummyError):
    """There is no database at that address, or it lets nobody in."""


def check_database(url: str) -> None:
    """Raise `DatabaseMissing` if nobody can connect to the database at that address."""
    try:
        engine = _engine(url)
    except (SQLAlchemyError, ImportError) as error:
        raise DatabaseMissing(f"this is no address of a database: {error}") from None
    try:
        if engine.dialect.name == "sqlite":
            _connect_to_file(engine.url)
        else:
            asyncio.run(_connect(engine))
    except Exception as error:  # each driver has its own family of errors
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        address = engine.url.render_as_string(hide_password=True)
        why = reason or type(error).__name__
        raise DatabaseMissing(f"cannot open the database {address}: {why}") from None


def _connect_to_file(address: URL) -> None:
    # Without a thread and a loop, which the first would outlive.
    engine = create_engine(address.set(drivername="sqlite"))
    event.listen(engine, "connect", _prepare_sqlite)
    try:
        engine.connect().close()
    finally:
        engine.dispose()


async def _connect(engine: AsyncEngine) -> None:
    try:
        await (await engine.connect()).close()
    finally:
        await engine.dispose()


async def open_database(url: str) -> AsyncEngine:
    """The engine for the database at that address, its tables up to date."""
    engine = _engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_migrate)
    return engine


def _engine(url: str) -> AsyncEngine:
    address = make_url(url)
    if address.drivername == "sqlite":
        address = address.set(drivername="sqlite+aiosqlite")
    elif address.drivername == "postgresql":
        address = address.set(drivername="postgresql+asyncpg")
    if address.get_backend_name() == "sqlite":
        engine = create_async_engine(address)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    else:
        engine = create_async_engine(address, pool_size=8, max_overflow=8, pool_pre_ping=True)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
