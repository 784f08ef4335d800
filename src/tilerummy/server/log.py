"""The log: what a room keeps for ever, one entry at a time.

A room is the list of its entries; everything else is folded from it. So an entry holds what
cannot be found out again (who sat down, which seed was drawn, what was played, and when), and
nothing that follows from it. Entries hold secrets, the seed above all: they go to the store
and to other servers, never to a client.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from tilerummy.server.shapes import RoomSettings

__all__ = [
    "BotSat",
    "CameBack",
    "Configured",
    "Dealt",
    "Drew",
    "Entry",
    "Freed",
    "GotReady",
    "Opened",
    "PassedOn",
    "Paused",
    "Played",
    "RedealWanted",
    "Restarted",
    "Resumed",
    "Said",
    "Sat",
    "TimeRanOut",
    "TookOver",
    "WentAway",
    "decode",
    "encode",
]


class Opened(Struct, frozen=True, kw_only=True, tag="opened"):
    """The room was made; always its first entry."""

    at: int
    host: str
    settings: RoomSettings


class Sat(Struct, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat, or another one, or changed their name."""

    at: int
    seat: int
    who: str
    name: str


class BotSat(Struct, frozen=True, kw_only=True, tag="bot-sat"):
    """The host put a bot on a seat."""

    at: int
    seat: int
    level: str


class Freed(Struct, frozen=True, kw_only=True, tag="freed"):
    """A seat in the lobby is free again."""

    at: int
    seat: int


class GotReady(Struct, frozen=True, kw_only=True, tag="got-ready"):
    """Somebody is ready for the next round, or no longer."""

    at: int
    seat: int
    ready: bool


class Configured(Struct, frozen=True, kw_only=True, tag="configured"):
    """The host changed the settings."""

    at: int
    settings: RoomSettings


class Dealt(Struct, frozen=True, kw_only=True, tag="dealt"):
    """A round began with this seed; `bots` is the level that filled free seats."""

    at: int
    seed: str
    bots: str | None = None


class Played(Struct, frozen=True, kw_only=True, tag="played"):
    """The seat whose turn it was left this table behind."""

    at: int
    table: str
    opening: str | None = None


class Drew(Struct, frozen=True, kw_only=True, tag="drew"):
    """The seat whose turn it was drew."""

    at: int


class PassedOn(Struct, frozen=True, kw_only=True, tag="passed"):
    """The seat whose turn it was passed."""

    at: int


class RedealWanted(Struct, frozen=True, kw_only=True, tag="redeal"):
    """A seat claimed a new deal."""

    at: int
    seat: int


class TimeRanOut(Struct, frozen=True, kw_only=True, tag="time-out"):
    """The clock of the seat whose turn it was ran out with the table lying like this."""

    at: int
    draft: str | None
    opening: str | None = None


class WentAway(Struct, frozen=True, kw_only=True, tag="went-away"):
    """A person gave their seat up for good; a bot of that level has it now, or nobody."""

    at: int
    seat: int
    level: str | None


class TookOver(Struct, frozen=True, kw_only=True, tag="took-over"):
    """A bot plays for a person who is not there."""

    at: int
    seat: int


class CameBack(Struct, frozen=True, kw_only=True, tag="came-back"):
    """The person is there again and plays on."""

    at: int
    seat: int


class Paused(Struct, frozen=True, kw_only=True, tag="paused"):
    """The clock stands still, because the player lost the connection."""

    at: int


class Resumed(Struct, frozen=True, kw_only=True, tag="resumed"):
    """The clock runs again."""

    at: int


class Restarted(Struct, frozen=True, kw_only=True, tag="restarted"):
    """Somebody wants another match with the same people."""

    at: int
    seat: int


class Said(Struct, frozen=True, kw_only=True, tag="said"):
    """Somebody said something."""

    at: int
    seat: int | None
    name: str
    text: str


Entry = (
    Opened
    | Sat
    | BotSat
    | Freed
    | GotReady
    | Configured
    | Dealt
    | Played
    | Drew
    | PassedOn
    | RedealWanted
    | TimeRanOut
    | WentAway
    | TookOver
    | CameBack
    | Paused
    | Resumed
    | Restarted
    | Said
)

_DECODER: Final = msgspec.json.Decoder(Entry)
_ENCODER: Final = msgspec.json.Encoder()


def encode(entry: Entry) -> str:
    """An entry as the store keeps it."""
    return _ENCODER.encode(entry).decode()


def decode(text: str) -> Entry:
    """An entry from the store."""
    entry: Entry = _DECODER.decode(text)
    return entry
