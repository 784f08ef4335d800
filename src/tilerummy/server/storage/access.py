"""Access: work with the database, with a timeout.

What reads or writes is a function of a connection; `read` and `write` have it done where the event
loop does not wait for it. With SQLite that is a thread, and a transaction is done there in one go:
threads take turns at the interpreter, so on a busy server every change between them costs time.

A database that is frozen, locked or gone answers nothing at all, so every use of it by a server has
a limit; past the limit it raises, and the client is asked to try again. The log has one line when
the database stops answering and one when it answers again, however many requests fail in between.
Commands, and migrations before a server starts, have more patience.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Dialect, Engine, Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.server.storage.database import (
    PATIENCE,
    DatabaseMissing,
    DatabaseTooNew,
    address_of,
    describe,
    file_engine,
    revision_of,
    server_engine,
    upgrade_tables,
)

__all__ = ["Access", "check_database", "open_database", "patient_access"]

T = TypeVar("T")
_logger: Final = logging.getLogger(__name__)
_READERS: Final = 4
_WRITERS: Final = 2
"""One for the logs of rooms, which are written batch by batch, and one for everything else."""
_IN_TURN: Final = 0.2
"""How many seconds a writer waits for the other one before it asks SQLite, which waits for both."""


class Access:
    """The way to one database."""

    def __init__(self, url: str, *, patience: float | None = PATIENCE) -> None:
        address = address_of(url)
        self.dialect = address.get_backend_name()
        self.insert = sqlite.insert if self.dialect == "sqlite" else postgresql.insert
        self._way = _File(address) if self.dialect == "sqlite" else _Server(address, patience)
        self._logged = patience is not None
        self._failing_since: float | None = None

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What this work finds."""
        return await self._watched(self._way.read(work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do this work in a transaction, which is committed at the end."""
        return await self._watched(self._way.write(work))

    async def write_log(self, work: Callable[[Connection], T]) -> T:
        """The same, beside other writers that may take longer."""
        return await self._watched(self._way.write_log(work))

    def text_of(self, statement: Insert) -> str:
        """A statement in the words of the driver, for `exec_driver_sql`."""
        return str(statement.compile(dialect=self._way.dialect))

    async def close(self) -> None:
        """Let go of the database."""
        await self._way.close()

    async def _watched(self, answer: Awaitable[T]) -> T:
        try:
            found = await answer
        except (SQLAlchemyError, OSError) as error:
            if self._logged and self._failing_since is None:
                self._failing_since = time.monotonic()
                _logger.warning("the database does not answer (%s)", describe(error))
            raise
        if self._failing_since is not None:
            seconds = time.monotonic() - self._failing_since
            self._failing_since = None
            _logger.warning("the database answers again, after %.1f s", seconds)
        return found


class _Server:
    """A database server, reached without threads."""

    def __init__(self, address: URL, patience: float | None) -> None:
        self._engine = server_engine(address, patience=patience)
        self.dialect: Dialect = self._engine.dialect
        self._limit = None if patience is None else patience + 1.0

    async def read(self, work: Callable[[Connection], T]) -> T:
        async with asyncio.timeout(self._limit), self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with asyncio.timeout(self._limit), self._engine.begin() as connection:
            return await connection.run_sync(work)

    write_log = write

    async def close(self) -> None:
        await self._engine.dispose()


class _File:
    """An SQLite file, used in threads; it has its own limit for a file that is locked.

    SQLite lets one connection write at a time; one that finds the file locked retries after up to a
    tenth of a second. Writers of this process wait for each other with a lock instead.
    """

    def __init__(self, address: URL) -> None:
        self._engine = file_engine(address, connections=_READERS + _WRITERS)
        self.dialect: Dialect = self._engine.dialect
        self._readers = ThreadPoolExecutor(_READERS, "database reader")
        writing = threading.Lock()
        self._logs, self._others = (_Writer(self._engine, writing) for _ in range(_WRITERS))

    async def read(self, work: Callable[[Connection], T]) -> T:
        def do() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, do)

    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        return self._others.write(work)

    def write_log(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        return self._logs.write(work)

    async def close(self) -> None:
        for close in (self._readers.shutdown, self._logs.close, self._others.close):
            await asyncio.to_thread(close)
        self._engine.dispose()


class _Writer:
    """A thread that writes through one connection: what SQLite has read for it stays in memory."""

    def __init__(self, engine: Engine, writing: threading.Lock) -> None:
        self._engine = engine
        self._writing = writing
        self._thread = ThreadPoolExecutor(1, "database writer")
        self._connection: Connection | None = None

    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        return asyncio.wrap_future(self._thread.submit(self._do, work))

    def close(self) -> None:
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()

    def _do(self, work: Callable[[Connection], T]) -> T:
        in_turn = self._writing.acquire(timeout=_IN_TURN)
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                return work(self._connection)
        finally:
            if in_turn:
                self._writing.release()


@asynccontextmanager
async def patient_access(url: str) -> AsyncIterator[Access]:
    """The way to the database at that address, for as long as it takes."""
    access = Access(url, patience=None)
    try:
        yield access
    finally:
        await access.close()


async def open_database(url: str) -> Access:
    """The way to the database at that address, its tables up to date."""
    async with patient_access(url) as access:
        await access.write(upgrade_tables)
    return Access(url)


def check_database(url: str) -> None:
    """Raise if nobody can connect to the database at that address, or it is too new."""
    try:
        address = address_of(url)
    except (SQLAlchemyError, KeyError) as error:
        raise DatabaseMissing(f"this is not the address of a database: {error}") from None
    try:
        asyncio.run(_look(url))
    except DatabaseTooNew:
        raise
    except Exception as error:  # each driver has its own family of errors
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        name = address.render_as_string(hide_password=True)
        why = reason or type(error).__name__
        raise DatabaseMissing(f"cannot open the database {name}: {why}") from None


async def _look(url: str) -> None:
    async with patient_access(url) as access:
        await access.read(revision_of)
