"""The store: where logs, drafts and records are kept.

Many rooms write at once, so writes are gathered: whatever waits is written in one transaction
and everybody who waited is told together. An append names the number it expects; where another
server was faster the database keeps that one's entry, and this append reports that it lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tilerummy.server import tables
from tilerummy.server.database import open_database

__all__ = ["Append", "Draft", "RoomIndex", "Store"]

_GATHER: Final = 0.002
_LONGEST_GATHER: Final = 0.016
"""How long a busy store waits for more to write at once: longer, the more it had to write last."""


@dataclass(frozen=True, slots=True)
class RoomIndex:
    """What the index knows of a room."""

    host: str
    public: bool
    open: bool
    changed: int
    due: int | None
    summary: str


@dataclass(frozen=True, slots=True)
class Append:
    """An entry to be written, the room as it is afterwards, and the round's id if it ended one."""

    room: str
    number: int
    body: str
    index: RoomIndex
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The unfinished turn that began with entry `turn`."""

    turn: int
    layout: str
    opening: str | None


@dataclass(slots=True)
class _Waiting:
    appends: list[tuple[Append, asyncio.Future[bool]]] = field(default_factory=list)
    drafts: dict[str, Draft] = field(default_factory=dict)


class Store:
    """An open database; `close` writes what still waits."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._insert = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        self._waiting = _Waiting()
        self._wake = asyncio.Event()
        self._closing = False
        self._writer = asyncio.create_task(self._write_all(), name="store writer")

    @staticmethod
    async def open(url: str) -> Store:
        """The store at that address."""
        return Store(await open_database(url))

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        self._closing = True
        self._wake.set()
        await self._writer
        await self._engine.dispose()

    # Logs

    async def append(self, append: Append) -> bool:
        """Add an entry; False if that number is taken."""
        if self._closing:
            raise ConnectionError("the store is closed")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.appends.append((append, done))
        self._wake.set()
        return await done

    async def read(self, room: str, after: int = 0) -> list[str]:
        """The entries of a room after that number, in order."""
        entries = tables.entries
        query = (
            select(entries.c.body)
            .where(entries.c.room == room, entries.c.number > after)
            .order_by(entries.c.number)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    # Drafts

    def keep_draft(self, room: str, draft: Draft) -> None:
        """Keep the latest draft of a room; written with whatever is written next."""
        self._waiting.drafts[room] = draft
        self._wake.set()

    async def draft(self, room: str) -> Draft | None:
        """The latest draft of a room."""
        waiting = self._waiting.drafts.get(room)
        if waiting is not None:
            return waiting
        drafts = tables.drafts
        query = select(drafts.c.turn, drafts.c.layout, drafts.c.opening).where(
            drafts.c.room == room
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Draft(*row)

    # The index

    async def public_rooms(self, since: int, limit: int = 50) -> list[str]:
        """Summaries of public rooms that are open and alive, the newest first."""
        rooms = tables.rooms
        query = (
            select(rooms.c.summary)
            .where(rooms.c.public, rooms.c.open, rooms.c.changed >= since)
            .order_by(rooms.c.changed.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def due_rooms(self, now: int, limit: int = 200) -> list[str]:
        """Rooms in which something should have happened by now."""
        rooms = tables.rooms
        query = select(rooms.c.code).where(rooms.c.due <= now).order_by(rooms.c.due).limit(limit)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def rooms_of(self, host: str, since: int) -> int:
        """How many rooms this person made that are still alive."""
        rooms = tables.rooms
        query = select(rooms.c.code).where(rooms.c.host == host, rooms.c.changed >= since)
        async with self._engine.connect() as connection:
            return len((await connection.execute(query)).all())

    async def forget_rooms(self, before: int) -> int:
        """Delete rooms in which nothing has happened since and no round was ever finished."""
        rooms = tables.rooms
        kept = select(tables.records.c.room)
        old = (rooms.c.changed < before) & rooms.c.code.not_in(kept)
        async with self._engine.begin() as connection:
            query = select(rooms.c.code).where(old).limit(500)
            codes = list((await connection.execute(query)).scalars())
            for table in (tables.entries, tables.drafts):
                await connection.execute(delete(table).where(table.c.room.in_(codes)))
            await connection.execute(delete(rooms).where(rooms.c.code.in_(codes)))
        return len(codes)

    # Records and secrets

    async def finished(self, record: str) -> tuple[str, list[str]] | None:
        """The room of a finished round and its log up to the end of that round."""
        records, entries = tables.records, tables.entries
        where = select(records.c.room, records.c.number).where(records.c.id == record)
        async with self._engine.connect() as connection:
            row = (await connection.execute(where)).one_or_none()
            if row is None:
                return None
            query = (
                select(entries.c.body)
                .where(entries.c.room == row.room, entries.c.number <= row.number)
                .order_by(entries.c.number)
            )
            return row.room, list((await connection.execute(query)).scalars())

    async def secret(self, name: str) -> str:
        """A secret that all servers on this database share, made when first asked for."""
        kept = tables.secrets
        row = {"name": name, "value": secrets.token_hex(32)}
        async with self._engine.begin() as connection:
            await connection.execute(self._insert(kept).on_conflict_do_nothing(), row)
            query = select(kept.c.value).where(kept.c.name == name)
            return str((await connection.execute(query)).scalar_one())

    async def ping(self) -> None:
        """Raise if the database does not answer."""
        async with self._engine.connect() as connection:
            await connection.execute(select(1))

    # Writing

    async def _write_all(self) -> None:
        written = 0
        while not (self._closing and self._idle):
            await self._wake.wait()
            if written > 1 and not self._closing:
                await asyncio.sleep(min(_LONGEST_GATHER, _GATHER * written))
            self._wake.clear()
            batch, self._waiting = self._waiting, _Waiting()
            written = len(batch.appends) + len(batch.drafts)
            if not batch.appends and not batch.drafts:
                continue
            try:
                won = {id(append) for append in await self._write(batch)}
            except Exception as error:  # every waiter is told; the writer goes on
                for _, done in batch.appends:
                    if not done.cancelled():
                        done.set_exception(error)
            else:
                for append, done in batch.appends:
                    if not done.cancelled():
                        done.set_result(id(append) in won)

    @property
    def _idle(self) -> bool:
        return not self._waiting.appends and not self._waiting.drafts

    async def _write(self, batch: _Waiting) -> list[Append]:
        # Of several that want the same number the first may have it.
        first = {(append.room, append.number): append for append, _ in reversed(batch.appends)}
        async with self._engine.begin() as connection:
            won = await self._write_entries(connection, list(reversed(first.values())))
            if batch.drafts:
                await self._write_drafts(connection, batch.drafts)
        return won

    async def _write_entries(
        self, connection: AsyncConnection, appends: Sequence[Append]
    ) -> list[Append]:
        if not appends:
            return []
        entries = tables.entries
        adding = (
            self._insert(entries)
            .on_conflict_do_nothing()
            .returning(entries.c.room, entries.c.number)
        )
        rows = [{"room": a.room, "number": a.number, "body": a.body} for a in appends]
        result = await connection.execute(adding, rows)
        written = {(room, number) for room, number in result}
        winners = [append for append in appends if (append.room, append.number) in written]
        await self._write_index(connection, winners)
        finished = [
            {"id": a.record, "room": a.room, "number": a.number} for a in winners if a.record
        ]
        if finished:
            await connection.execute(
                self._insert(tables.records).on_conflict_do_nothing(), finished
            )
        return winners

    async def _write_index(self, connection: AsyncConnection, winners: Sequence[Append]) -> None:
        rooms = tables.rooms
        fresh = [a for a in winners if a.number == 1]
        later = [a for a in winners if a.number > 1]
        if fresh:
            await connection.execute(
                insert(rooms), [{"code": a.room, **_columns(a.index)} for a in fresh]
            )
        if later:
            await connection.execute(
                update(rooms).where(rooms.c.code == bindparam("room")),
                [{"room": a.room, **_columns(a.index)} for a in later],
            )

    async def _write_drafts(self, connection: AsyncConnection, waiting: dict[str, Draft]) -> None:
        adding = self._insert(tables.drafts)
        values = {name: adding.excluded[name] for name in ("turn", "layout", "opening")}
        await connection.execute(
            adding.on_conflict_do_update(index_elements=["room"], set_=values),
            [
                {"room": room, "turn": d.turn, "layout": d.layout, "opening": d.opening}
                for room, d in sorted(waiting.items())
            ],
        )


def _columns(index: RoomIndex) -> dict[str, str | int | bool | None]:
    return {
        "host": index.host,
        "public": index.public,
        "open": index.open,
        "changed": index.changed,
        "due": index.due,
        "summary": index.summary,
    }
