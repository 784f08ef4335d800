"""Schema: the tables of the database.

`entries` is the truth; its key (room, number) decides which of two servers wins. `rooms` is
an index over it for listing public rooms (its `due` is from earlier versions).
`drafts` keeps the unfinished turn of a room, `records` says where in a log each finished round
ends, `games` who played it and `reviews` what it was worth, `secrets` has the key that signs
identities, so that servers sharing a database share it. `servers` and `presence` are leases:
which servers live, and who is connected to each.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

__all__ = [
    "drafts",
    "entries",
    "games",
    "metadata",
    "presence",
    "records",
    "reviews",
    "rooms",
    "secrets",
    "servers",
]

metadata: Final = MetaData()

entries: Final = Table(
    "entries",
    metadata,
    Column("room", String(6), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

rooms: Final = Table(
    "rooms",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("host", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=True),
    Column("summary", Text, nullable=False),
    Index("rooms_public", "public", "open", "changed"),
    Index("rooms_due", "due"),
    Index("rooms_host", "host", "changed"),
    Index("rooms_changed", "changed"),
)

drafts: Final = Table(
    "drafts",
    metadata,
    Column("room", String(6), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("layout", Text, nullable=False),
    Column("opening", Text, nullable=True),
)

records: Final = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("room", String(6), nullable=False, index=True),
    Column("number", Integer, nullable=False),
)

games: Final = Table(
    "games",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("record", String(32), primary_key=True),
    Column("finished", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Index("games_player", "player", "finished"),
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("record", String(32), primary_key=True),
    Column("body", Text, nullable=False),
)

secrets: Final = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)

servers: Final = Table(
    "servers",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("renewed", BigInteger, nullable=False),
)

presence: Final = Table(
    "presence",
    metadata,
    Column("room", String(6), primary_key=True),
    Column("server", String(32), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("people", Text, nullable=False),
    Index("presence_server", "server"),
)
