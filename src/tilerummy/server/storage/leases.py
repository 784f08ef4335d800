"""Leases: which servers live and who is connected to each of them, by the database's clock.

A server renews its lease every second; the database writes down when. A person is connected if a
server whose lease is in force says so. All times are read from the one clock that every server can
ask, so it does not matter whether the servers' own clocks agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, literal_column, select

from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import read_table
from tilerummy.server.storage import schema
from tilerummy.server.storage.access import Access

__all__ = ["Latest", "Leases", "Roll", "Said", "read_draft"]

_CLOCKS: Final = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
}
_AT_ONCE: Final = 500
_FORGOTTEN_AFTER: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Roll:
    """When each server renewed its lease last, and what time it is in the database."""

    now: int
    renewed: dict[str, int]


@dataclass(frozen=True, slots=True)
class Said:
    """What a server says about who is connected to it in a room; a later version replaces it."""

    room: str
    server: str
    version: int
    people: list[str]


@dataclass(frozen=True, slots=True)
class Latest:
    """How far the log of a room has got, and the draft of its turn."""

    room: str
    number: int
    draft: Draft | None


class Leases:
    """Servers, and the people connected to them."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._clock = literal_column(_CLOCKS[access.dialect], schema.servers.c.renewed.type)

    async def now(self) -> int:
        """What time it is in the database, in milliseconds."""
        query = select(self._clock)
        return await self._access.read(
            lambda connection: int(connection.execute(query).scalar_one())
        )

    async def renew(self, server: str) -> Roll:
        """Renew a server's lease, and call the roll of all."""
        servers = schema.servers
        adding = self._access.insert(servers).values(name=server, renewed=self._clock)
        renewing = adding.on_conflict_do_update(
            index_elements=["name"], set_={"renewed": self._clock}
        )
        query = select(servers.c.name, servers.c.renewed, self._clock.label("now"))

        def renew(connection: Connection) -> Roll:
            connection.execute(renewing)
            rows = connection.execute(query).all()
            return Roll(rows[0].now, {row.name: row.renewed for row in rows})

        return await self._access.write(renew)

    async def give_up(self, server: str) -> None:
        """End a server's lease, and with it everybody's presence there."""
        presence, servers = schema.presence, schema.servers

        def give_up(connection: Connection) -> None:
            connection.execute(delete(presence).where(presence.c.server == server))
            connection.execute(delete(servers).where(servers.c.name == server))

        await self._access.write(give_up)

    async def say(self, said: Iterable[Said]) -> None:
        """Write down who is connected."""
        adding = self._access.insert(schema.presence)
        values = {name: adding.excluded[name] for name in ("version", "people")}
        rows = [
            {
                "room": one.room,
                "server": one.server,
                "version": one.version,
                "people": msgspec.json.encode(one.people).decode(),
            }
            for one in said
        ]
        saying = adding.on_conflict_do_update(index_elements=["room", "server"], set_=values)
        await self._access.write(lambda connection: connection.execute(saying, rows))

    async def said(self, rooms: Sequence[str]) -> list[Said]:
        """What servers say about these rooms, those whose lease has ended included."""
        presence = schema.presence
        queries = [select(presence).where(presence.c.room.in_(codes)) for codes in _portions(rooms)]
        return await self._access.read(
            lambda connection: [
                Said(row.room, row.server, row.version, msgspec.json.decode(row.people))
                for query in queries
                for row in connection.execute(query)
            ]
        )

    async def latest(self, rooms: Sequence[str]) -> list[Latest]:
        """What has happened in these rooms by now."""
        known, entries, drafts = schema.rooms, schema.entries, schema.drafts
        newest = (
            select(entries.c.number)
            .where(entries.c.room == known.c.code)
            .order_by(entries.c.number.desc())
            .limit(1)
            .scalar_subquery()
        )
        columns = (drafts.c.turn, drafts.c.layout, drafts.c.opening)
        queries = [
            select(known.c.code, newest, *columns)
            .outerjoin(drafts, drafts.c.room == known.c.code)
            .where(known.c.code.in_(codes))
            for codes in _portions(rooms)
        ]
        return await self._access.read(
            lambda connection: [
                Latest(code, number or 0, None if draft[0] is None else read_draft(*draft))
                for query in queries
                for code, number, *draft in connection.execute(query)
            ]
        )

    async def tidy(self) -> None:
        """Forget servers that ended long ago, and rooms in which nobody has been since."""
        servers, presence = schema.servers, schema.presence
        old = self._clock - _FORGOTTEN_AFTER
        empty = (presence.c.people == "[]") & (presence.c.version < old)
        gone = presence.c.server.not_in(select(servers.c.name))

        def tidy(connection: Connection) -> None:
            connection.execute(delete(servers).where(servers.c.renewed < old))
            connection.execute(delete(presence).where(empty | gone))

        await self._access.write(tidy)


def read_draft(turn: int, layout: str, opening: str | None) -> Draft:
    """A draft as it is stored."""
    return Draft(turn, read_table(layout), None if opening is None else read_table(opening))


def _portions(codes: Sequence[str]) -> Iterable[Sequence[str]]:
    return (codes[start : start + _AT_ONCE] for start in range(0, len(codes), _AT_ONCE))
