"""The store: where logs, drafts and records are kept.

Many rooms write at once, so writes are gathered (`batches`). An append names the number it
expects; where another server was faster the database keeps that one's entry, and this append
reports that it lost.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection, Coroutine, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilerummy.rules.melds import format_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage import schema
from tilerummy.server.storage.access import Access, open_database
from tilerummy.server.storage.archive import Archive
from tilerummy.server.storage.batches import Append, Batch, Batches, NewRoom, RoomIndex
from tilerummy.server.storage.leases import Leases, read_draft

__all__ = ["Append", "NewRoom", "RoomIndex", "Store"]

_PROBE: Final = 2.0
"""How often at most the database is asked to write something only to see whether it can."""


class _NumberTaken(Exception):
    """Another server has stored an entry with the number of one of these."""


class Store:
    """An open database; `close` writes what still waits."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.archive = Archive(access)
        self.leases = Leases(access)
        entries = schema.entries.c
        self._append = access.text_of(insert(schema.entries))
        """Executed for every move, so it is compiled once."""
        adding = access.insert(schema.entries).on_conflict_do_nothing()
        self._adding = adding.returning(entries.room, entries.number)
        """Writes those whose number is free, and says which; it takes twice as long."""
        self._batches = Batches(self._write)
        self._probed = -_PROBE
        self._probing: asyncio.Task[None] | None = None
        """However many ask at once, the database is asked once."""

    @staticmethod
    async def open(url: str) -> Store:
        """The store at that address."""
        return Store(await open_database(url))

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        await self._batches.close()
        await self._access.close()

    # Logs

    def append(self, append: Append) -> Coroutine[None, None, bool]:
        """Add an entry; False if that number is taken."""
        return self._batches.append(append)

    def create(self, room: NewRoom) -> Coroutine[None, None, bool]:
        """Add a room with its first entries; False if there is one with that code."""
        return self._batches.create(room)

    async def read(self, room: str, after: int = 0) -> list[str]:
        """The entries of a room after that number, in order."""
        entries = schema.entries
        query = (
            select(entries.c.body)
            .where(entries.c.room == room, entries.c.number > after)
            .order_by(entries.c.number)
        )
        return await self._access.read(lambda connection: list(connection.execute(query).scalars()))

    # Drafts

    def keep_draft(self, room: str, draft: Draft) -> asyncio.Event:
        """Keep the latest draft of a room: here at once, and written with what is written next.

        The event is set when it is written; if that fails it is tried again until it is.
        """
        return self._batches.keep_draft(room, draft)

    async def draft(self, room: str) -> Draft | None:
        """The latest draft of a room."""
        waiting = self._batches.draft(room)
        if waiting is not None:
            return waiting
        drafts = schema.drafts
        query = select(drafts.c.turn, drafts.c.layout, drafts.c.opening).where(
            drafts.c.room == room
        )
        row = await self._access.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else read_draft(*row)

    # The index

    async def public_rooms(self, since: int, limit: int = 50) -> list[str]:
        """Summaries of public rooms that are open and alive, the newest first."""
        rooms = schema.rooms
        query = (
            select(rooms.c.summary)
            .where(rooms.c.public, rooms.c.open, rooms.c.changed >= since)
            .order_by(rooms.c.changed.desc(), rooms.c.code)
            .limit(limit)
        )
        return await self._access.read(lambda connection: list(connection.execute(query).scalars()))

    async def rooms_of(self, host: str, since: int) -> int:
        """How many rooms this person made that are still alive."""
        rooms = schema.rooms
        query = select(rooms.c.code).where(rooms.c.host == host, rooms.c.changed >= since)
        return await self._access.read(lambda connection: len(connection.execute(query).all()))

    async def forget_rooms(self, before: int, live: Collection[str] = ()) -> int:
        """Delete rooms in which nothing has happened since and no round was ever finished.

        A room in which somebody is, here (`live`) or on another server, is kept: what happens in it
        next would be the log of a room that is not there.
        """
        rooms, presence = schema.rooms, schema.presence
        kept = select(schema.records.c.room)
        visited = select(presence.c.room).where(presence.c.people != "[]")
        left = rooms.c.code.not_in(kept) & rooms.c.code.not_in(visited)
        old = (rooms.c.changed < before) & left

        def forget(connection: Connection) -> int:
            query = select(rooms.c.code).where(old).limit(500)
            codes = [code for code in connection.execute(query).scalars() if code not in live]
            for table in (schema.entries, schema.drafts):
                connection.execute(delete(table).where(table.c.room.in_(codes)))
            connection.execute(delete(rooms).where(rooms.c.code.in_(codes)))
            return len(codes)

        return await self._access.write(forget)

    # Records and secrets

    async def finished(self, record: str) -> tuple[str, list[str]] | None:
        """The room of a finished round and its log up to the end of that round."""
        records, entries = schema.records, schema.entries
        where = select(records.c.room, records.c.number).where(records.c.id == record)

        def find(connection: Connection) -> tuple[str, list[str]] | None:
            row = connection.execute(where).one_or_none()
            if row is None:
                return None
            query = (
                select(entries.c.body)
                .where(entries.c.room == row.room, entries.c.number <= row.number)
                .order_by(entries.c.number)
            )
            return row.room, list(connection.execute(query).scalars())

        return await self._access.read(find)

    async def secret(self, name: str) -> str:
        """A secret that all servers on this database share, made when first asked for."""
        kept = schema.secrets
        row = {"name": name, "value": secrets.token_hex(32)}
        adding = self._access.insert(kept).on_conflict_do_nothing()
        query = select(kept.c.value).where(kept.c.name == name)

        def make(connection: Connection) -> str:
            connection.execute(adding, row)
            return str(connection.execute(query).scalar_one())

        return await self._access.write(make)

    async def ping(self) -> None:
        """Raise if the database does not answer or cannot write, for example on a full disk."""
        if time.monotonic() - self._probed < _PROBE:
            await self._access.read(lambda connection: connection.execute(select(1)).scalar_one())
            return
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe())
        await asyncio.shield(self._probing)

    async def _probe(self) -> None:
        now, kept = time.monotonic(), schema.secrets
        adding = self._access.insert(kept).values(name="probe", value=f"{time.time_ns():064}")
        changed = adding.on_conflict_do_update(
            index_elements=["name"], set_={"value": adding.excluded.value}
        )
        await self._access.write(lambda connection: connection.execute(changed))
        self._probed = now

    # Writing

    async def _write(self, batch: Batch) -> set[int]:
        """The identities of what was written; the others came too late."""
        # Of several that want the same number the first may have it.
        first = {(append.room, append.number): append for append, _ in reversed(batch.appends)}
        new = [room for room, _ in batch.rooms]
        appends, drafts = list(reversed(first.values())), dict(batch.drafts)

        def write(connection: Connection, *, contested: bool) -> set[int]:
            rooms = [room for room in new if self._write_room(connection, room)]
            won = self._write_entries(connection, appends, contested=contested) if appends else []
            if drafts:
                self._write_drafts(connection, drafts)
            return {id(item) for item in (*rooms, *won)}

        try:
            return await self._access.write_log(partial(write, contested=False))
        except _NumberTaken:
            return await self._access.write_log(partial(write, contested=True))

    def _write_room(self, connection: Connection, room: NewRoom) -> bool:
        rooms = schema.rooms
        adding = self._access.insert(rooms).on_conflict_do_nothing().returning(rooms.c.code)
        row = {"code": room.code, **_columns(room.index)}
        if connection.execute(adding, row).one_or_none() is None:
            return False
        entries = [(room.code, number, body) for number, body in enumerate(room.bodies, start=1)]
        connection.exec_driver_sql(self._append, entries)
        return True

    def _write_entries(
        self, connection: Connection, appends: list[Append], *, contested: bool
    ) -> list[Append]:
        """Those whose number was free; not contested, all are, or none is written."""
        if contested:
            rows = [{"room": a.room, "number": a.number, "body": a.body} for a in appends]
            written = {(room, number) for room, number in connection.execute(self._adding, rows)}
            winners = [append for append in appends if (append.room, append.number) in written]
        else:
            winners = appends
            try:
                connection.exec_driver_sql(
                    self._append, [(a.room, a.number, a.body) for a in appends]
                )
            except IntegrityError:
                raise _NumberTaken from None
        self._write_index(connection, winners)
        finished = [
            {"id": a.record, "room": a.room, "number": a.number} for a in winners if a.record
        ]
        if finished:
            connection.execute(
                self._access.insert(schema.records).on_conflict_do_nothing(), finished
            )
        self.archive.add(connection, [game for a in winners for game in a.games])
        return winners

    def _write_index(self, connection: Connection, winners: Sequence[Append]) -> None:
        rows = [{"room": a.room, **_columns(a.index)} for a in winners if a.index is not None]
        if rows:
            rooms = schema.rooms
            connection.execute(update(rooms).where(rooms.c.code == bindparam("room")), rows)

    def _write_drafts(self, connection: Connection, waiting: dict[str, Draft]) -> None:
        adding = self._access.insert(schema.drafts)
        values = {name: adding.excluded[name] for name in ("turn", "layout", "opening")}
        connection.execute(
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
