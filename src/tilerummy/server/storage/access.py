"""Access: connections to the database that are waited for only so long.

A database that is frozen, locked or gone answers nothing at all, so every use of it has a limit;
past the limit it raises, and whoever asked is told to try again. The log has one line when the
database stops answering and one when it answers again, however many requests fail in between.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tilerummy.server.storage.database import PATIENCE, describe

__all__ = ["Access"]

_logger: Final = logging.getLogger(__name__)


class Access:
    """The way to one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.dialect = engine.dialect.name
        self.insert = sqlite.insert if self.dialect == "sqlite" else postgresql.insert
        self._engine = engine
        # SQLite has its own limit for a locked file, and its thread cannot be interrupted.
        self._limit = None if self.dialect == "sqlite" else PATIENCE + 1.0
        self._failing_since: float | None = None

    def connect(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to read with."""
        return self._limited(self._engine.connect())

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction, which is committed at the end."""
        return self._limited(self._engine.begin())

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    @asynccontextmanager
    async def _limited(
        self, opening: AbstractAsyncContextManager[AsyncConnection]
    ) -> AsyncIterator[AsyncConnection]:
        try:
            async with asyncio.timeout(self._limit), opening as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            if self._failing_since is None:
                self._failing_since = time.monotonic()
                _logger.warning("the database does not answer (%s)", describe(error))
            raise
        if self._failing_since is not None:
            seconds = time.monotonic() - self._failing_since
            self._failing_since = None
            _logger.warning("the database answers again, after %.1f s", seconds)
