"""The store: where logs, drafts and records are kept.

Many rooms write at once, so writes are gathered: whatever waits is written in one transaction
and everybody who waited is told together. An append names the number it expects; where another
server was faster the database keeps that one's entry, and this append reports that it lost.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tilerummy.rules.melds import format_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage import schema
from tilerummy.server.storage.access import Access
from tilerummy.server.storage.archive import Archive, FinishedGame
from tilerummy.server.storage.database import PATIENCE, open_database
from tilerummy.server.storage.leases import Leases, read_draft

__all__ = ["Append", "NewRoom", "RoomIndex", "Store"]

T = TypeVar("T")
_GATHER: Final = 0.002
_LONGEST_GATHER: Final = 0.016
"""How long a busy store waits for more to write at once: longer, the more it had to write last."""
_LONGEST_WAIT: Final = 2 * PATIENCE
"""How long somebody waits for a write: behind a batch that fails, and for their own."""
_LAST_TRIES: Final = 3
"""How often drafts are tried again when the store closes."""
_RETRY: Final = 0.25
"""How long after a failed write drafts are written again."""
_PROBE: Final = 2.0
"""How often at most the database is asked to write something only to see whether it can."""


@dataclass(frozen=True, slots=True)
class RoomIndex:
    """What the index knows of a room."""

    host: str
    public: bool
    open: bool
    changed: int
    summary: str


@dataclass(frozen=True, slots=True)
class Append:
    """An entry to be written, the room as it is afterwards, and the round's id if it ended one."""

    room: str
    number: int
    body: str
    index: RoomIndex
    record: str | None = None
    games: Sequence[FinishedGame] = ()
    """The round as its players find it again."""


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room to be written with all its first entries, or not at all."""

    code: str
    bodies: Sequence[str]
    index: RoomIndex


@dataclass(slots=True)
class _Waiting:
    """What waits to be written together."""

    appends: list[tuple[Append, asyncio.Future[bool]]] = field(default_factory=list)
    rooms: list[tuple[NewRoom, asyncio.Future[bool]]] = field(default_factory=list)
    drafts: dict[str, Draft] = field(default_factory=dict)
    written: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def empty(self) -> bool:
        return not (self.appends or self.rooms or self.drafts)

    def leave_out_the_late(self) -> None:
        """Drop what nobody waits for any more, who was told that it is not stored."""
        self.appends = [one for one in self.appends if not one[1].cancelled()]
        self.rooms = [one for one in self.rooms if not one[1].cancelled()]


class Store:
    """An open database; `close` writes what still waits."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.archive = Archive(access)
        self.leases = Leases(access)
        self._waiting = _Waiting()
        self._writing = _Waiting()
        self._wake = asyncio.Event()
        self._closing = False
        self._probed = -_PROBE
        self._writer = asyncio.create_task(self._write_all(), name="store writer")

    @staticmethod
    async def open(url: str) -> Store:
        """The store at that address."""
        return Store(Access(await open_database(url)))

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        self._closing = True
        self._wake.set()
        await self._writer
        await self._access.close()

    # Logs

    async def append(self, append: Append) -> bool:
        """Add an entry; False if that number is taken."""
        return await self._written(self._waiting.appends, append)

    async def create(self, room: NewRoom) -> bool:
        """Add a room with its first entries; False if there is one with that code."""
        return await self._written(self._waiting.rooms, room)

    async def _written(self, waiting: list[tuple[T, asyncio.Future[bool]]], item: T) -> bool:
        if self._closing:
            raise ConnectionError("the store is closed")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        waiting.append((item, done))
        self._wake.set()
        async with asyncio.timeout(_LONGEST_WAIT):
            return await done

    async def read(self, room: str, after: int = 0) -> list[str]:
        """The entries of a room after that number, in order."""
        entries = schema.entries
        query = (
            select(entries.c.body)
            .where(entries.c.room == room, entries.c.number > after)
            .order_by(entries.c.number)
        )
        async with self._access.connect() as connection:
            return list((await connection.execute(query)).scalars())

    # Drafts

    def keep_draft(self, room: str, draft: Draft) -> asyncio.Event:
        """Keep the latest draft of a room: here at once, and written with what is written next.

        The event is set when it is written; if that fails it is tried again until it is.
        """
        self._waiting.drafts[room] = draft
        self._wake.set()
        return self._waiting.written

    async def draft(self, room: str) -> Draft | None:
        """The latest draft of a room."""
        waiting = self._waiting.drafts.get(room) or self._writing.drafts.get(room)
        if waiting is not None:
            return waiting
        drafts = schema.drafts
        query = select(drafts.c.turn, drafts.c.layout, drafts.c.opening).where(
            drafts.c.room == room
        )
        async with self._access.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else read_draft(*row)

    # The index

    async def public_rooms(self, since: int, limit: int = 50) -> list[str]:
        """Summaries of public rooms that are open and alive, the newest first."""
        rooms = schema.rooms
        query = (
            select(rooms.c.summary)
            .where(rooms.c.public, rooms.c.open, rooms.c.changed >= since)
            .order_by(rooms.c.changed.desc())
            .limit(limit)
        )
        async with self._access.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def rooms_of(self, host: str, since: int) -> int:
        """How many rooms this person made that are still alive."""
        rooms = schema.rooms
        query = select(rooms.c.code).where(rooms.c.host == host, rooms.c.changed >= since)
        async with self._access.connect() as connection:
            return len((await connection.execute(query)).all())

    async def forget_rooms(self, before: int) -> int:
        """Delete rooms in which nothing has happened since and no round was ever finished."""
        rooms = schema.rooms
        kept = select(schema.records.c.room)
        old = (rooms.c.changed < before) & rooms.c.code.not_in(kept)
        async with self._access.begin() as connection:
            query = select(rooms.c.code).where(old).limit(500)
            codes = list((await connection.execute(query)).scalars())
            for table in (schema.entries, schema.drafts):
                await connection.execute(delete(table).where(table.c.room.in_(codes)))
            await connection.execute(delete(rooms).where(rooms.c.code.in_(codes)))
        return len(codes)

    # Records and secrets

    async def finished(self, record: str) -> tuple[str, list[str]] | None:
        """The room of a finished round and its log up to the end of that round."""
        records, entries = schema.records, schema.entries
        where = select(records.c.room, records.c.number).where(records.c.id == record)
        async with self._access.connect() as connection:
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
        kept = schema.secrets
        row = {"name": name, "value": secrets.token_hex(32)}
        async with self._access.begin() as connection:
            await connection.execute(self._access.insert(kept).on_conflict_do_nothing(), row)
            query = select(kept.c.value).where(kept.c.name == name)
            return str((await connection.execute(query)).scalar_one())

    async def ping(self) -> None:
        """Raise if the database does not answer or cannot write, for example on a full disk."""
        now = time.monotonic()
        if now - self._probed < _PROBE:
            async with self._access.connect() as connection:
                await connection.execute(select(1))
            return
        kept = schema.secrets
        adding = self._access.insert(kept).values(name="probe", value=f"{time.time_ns():064}")
        changed = adding.on_conflict_do_update(
            index_elements=["name"], set_={"value": adding.excluded.value}
        )
        async with self._access.begin() as connection:
            await connection.execute(changed)
        self._probed = now

    # Writing

    async def _write_all(self) -> None:
        written, tries = 0, _LAST_TRIES
        while not (self._closing and self._waiting.empty):
            await self._wake.wait()
            if written > 1 and not self._closing:
                await asyncio.sleep(min(_LONGEST_GATHER, _GATHER * written))
            self._wake.clear()
            batch, self._waiting = self._waiting, _Waiting()
            batch.leave_out_the_late()
            written = len(batch.appends) + len(batch.rooms) + len(batch.drafts)
            if batch.empty:
                continue
            self._writing = batch
            waiting: list[tuple[object, asyncio.Future[bool]]] = [*batch.appends, *batch.rooms]
            try:
                won = await self._write(batch)
            except Exception as error:  # every waiter is told; the writer goes on
                for _, done in waiting:
                    if not done.cancelled():
                        done.set_exception(error)
                tries -= self._closing
                if tries:
                    await self._keep_for_later(batch)
            else:
                batch.written.set()
                for item, done in waiting:
                    if not done.cancelled():
                        done.set_result(id(item) in won)
            self._writing = _Waiting()

    async def _keep_for_later(self, batch: _Waiting) -> None:
        """Drafts were answered already, so they are written with the next batch that succeeds."""
        if not batch.drafts:
            return
        self._waiting.drafts = batch.drafts | self._waiting.drafts
        await asyncio.sleep(_RETRY)
        self._wake.set()

    async def _write(self, batch: _Waiting) -> set[int]:
        """The identities of what was written; the others came too late."""
        # Of several that want the same number the first may have it.
        first = {(append.room, append.number): append for append, _ in reversed(batch.appends)}
        async with self._access.begin() as connection:
            rooms = [room for room, _ in batch.rooms if await self._write_room(connection, room)]
            won = await self._write_entries(connection, list(reversed(first.values())))
            if batch.drafts:
                await self._write_drafts(connection, batch.drafts)
        return {id(item) for item in (*rooms, *won)}

    async def _write_room(self, connection: AsyncConnection, room: NewRoom) -> bool:
        rooms = schema.rooms
        adding = self._access.insert(rooms).on_conflict_do_nothing().returning(rooms.c.code)
        row = {"code": room.code, **_columns(room.index)}
        if (await connection.execute(adding, row)).one_or_none() is None:
            return False
        entries = [
            {"room": room.code, "number": number, "body": body}
            for number, body in enumerate(room.bodies, start=1)
        ]
        await connection.execute(insert(schema.entries), entries)
        return True

    async def _write_entries(
        self, connection: AsyncConnection, appends: Sequence[Append]
    ) -> list[Append]:
        if not appends:
            return []
        entries = schema.entries
        adding = (
            self._access.insert(entries)
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
                self._access.insert(schema.records).on_conflict_do_nothing(), finished
            )
        await self.archive.add(connection, [game for a in winners for game in a.games])
        return winners

    async def _write_index(self, connection: AsyncConnection, winners: Sequence[Append]) -> None:
        if winners:
            rooms = schema.rooms
            await connection.execute(
                update(rooms).where(rooms.c.code == bindparam("room")),
                [{"room": a.room, **_columns(a.index)} for a in winners],
            )

    async def _write_drafts(self, connection: AsyncConnection, waiting: dict[str, Draft]) -> None:
        adding = self._access.insert(schema.drafts)
        values = {name: adding.excluded[name] for name in ("turn", "layout", "opening")}
        await connection.execute(
            adding.on_conflict_do_update(index_elements=["room"], set_=values),
            [
                {
                    "room": room,
                    "turn": draft.turn,
                    "layout": format_melds(draft.table),
                    "opening": None if draft.opening is None else format_melds(draft.opening),
                }
                for room, draft in sorted(waiting.items())
            ],
        )


def _columns(index: RoomIndex) -> dict[str, str | int | bool | None]:
    return {
        "host": index.host,
        "public": index.public,
        "open": index.open,
        "changed": index.changed,
        "summary": index.summary,
    }
