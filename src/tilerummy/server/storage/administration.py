"""Administration: looking after a database without a server.

Everything here may be done while servers run: reading takes a consistent picture, a backup of an
SQLite file is made by SQLite itself, and migrations take turns with those of starting servers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, func, select

from tilerummy.rules.errors import TilerummyError
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold_all
from tilerummy.server.storage import schema
from tilerummy.server.storage.access import patient_access
from tilerummy.server.storage.database import (
    Revision,
    address_of,
    revision_of,
    upgrade_tables,
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


async def examine(url: str) -> Health:
    """Count what is stored and follow the log of every room."""
    async with patient_access(url) as access:
        revision = await access.read(revision_of)
        if revision.found is None:
            return Health(revision)
        rooms, entries, finished = await access.read(_counted)
    broken = [stored.room async for stored in logs(url) if not _can_be_followed(stored)]
    return Health(revision, rooms, entries, finished, broken)


def _counted(connection: Connection) -> list[int]:
    return [
        connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in (schema.rooms, schema.entries, schema.records)
    ]


def _can_be_followed(stored: Log) -> bool:
    try:
        return fold_all(stored.room, map(log.decode, stored.entries)) is not None
    except Exception:  # whatever is wrong with it, the room cannot be opened
        return False


async def logs(url: str) -> AsyncIterator[Log]:
    """The logs of all rooms, one room at a time."""
    async with patient_access(url) as access:
        if (await access.read(revision_of)).found is None:
            return
        for code in await access.read(_codes):
            yield await access.read(partial(_log, code))


def _codes(connection: Connection) -> list[str]:
    code = schema.rooms.c.code
    return list(connection.execute(select(code).order_by(code)).scalars())


def _log(code: str, connection: Connection) -> Log:
    entries = schema.entries.c
    query = select(entries.body).where(entries.room == code).order_by(entries.number)
    return Log(code, list(connection.execute(query).scalars()))


async def migrate(url: str) -> Revision:
    """Bring the tables up to date; the revision they had before."""
    async with patient_access(url) as access:
        before = await access.read(revision_of)
        await access.write(upgrade_tables)
    return before


async def backup(url: str, target: Path) -> None:
    """Copy an SQLite database into a file that does not exist yet; it may be in use."""
    address = address_of(url)
    if address.get_backend_name() != "sqlite":
        shown = address.set(drivername="postgresql").render_as_string(hide_password=True)
        raise AdministrationError(
            f"PostgreSQL makes its own backups: pg_dump --format=custom --file={target} {shown}"
        )
    async with patient_access(url) as access:
        await access.read(lambda c: c.exec_driver_sql("VACUUM INTO ?", (str(target),)))
