"""Administration: looking after a database without a server.

Everything here may be done while servers run: reading takes a consistent picture, a backup of an
SQLite file is made by SQLite itself, and migrations take turns with those of starting servers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tilerummy.rules.errors import TilerummyError
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold_all
from tilerummy.server.storage import schema
from tilerummy.server.storage.database import (
    Revision,
    database_engine,
    open_database,
    revision_of,
)

__all__ = ["AdministrationError", "Health", "Log", "backup", "examine", "logs", "migrate"]


class AdministrationError(TilerummyError):
    """What was asked for cannot be done with this database."""


@dataclass(frozen=True, slots=True)
class Health:
    """What a database holds, and the rooms whose log cannot be followed."""

    revision: Revision
    rooms: int = 0
    entries: int = 0
    finished: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Log:
    """The log of one room, as it is stored."""

    room: str
    entries: list[str]


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[AsyncConnection]:
    engine = database_engine(url)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


async def examine(url: str) -> Health:
    """Count what is stored and follow the log of every room."""
    async with _connected(url) as connection:
        revision = await connection.run_sync(revision_of)
        if revision.found is None:
            return Health(revision)
        rooms, entries, finished = [
            (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for table in (schema.rooms, schema.entries, schema.records)
        ]
    broken = [stored.room async for stored in logs(url) if not _can_be_followed(stored)]
    return Health(revision, rooms, entries, finished, broken)


def _can_be_followed(stored: Log) -> bool:
    try:
        return fold_all(stored.room, map(log.decode, stored.entries)) is not None
    except Exception:  # whatever is wrong with it, the room cannot be opened
        return False


async def logs(url: str) -> AsyncIterator[Log]:
    """The logs of all rooms, one room at a time."""
    rooms, entries = schema.rooms, schema.entries
    async with _connected(url) as connection:
        if (await connection.run_sync(revision_of)).found is None:
            return
        codes = (await connection.execute(select(rooms.c.code).order_by(rooms.c.code))).scalars()
        for code in list(codes):
            query = select(entries.c.body).where(entries.c.room == code).order_by(entries.c.number)
            yield Log(code, list((await connection.execute(query)).scalars()))


async def migrate(url: str) -> Revision:
    """Bring the tables up to date; the revision they had before."""
    async with _connected(url) as connection:
        before = await connection.run_sync(revision_of)
    await (await open_database(url)).dispose()
    return before


async def backup(url: str, target: Path) -> None:
    """Copy an SQLite database into a file that does not exist yet; it may be in use."""
    engine = database_engine(url)
    if engine.dialect.name != "sqlite":
        address = engine.url.set(drivername="postgresql").render_as_string(hide_password=True)
        raise AdministrationError(
            f"PostgreSQL makes its own backups: pg_dump --format=custom --file={target} {address}"
        )
    async with _connected(url) as connection:
        await connection.exec_driver_sql("VACUUM INTO ?", (str(target),))
