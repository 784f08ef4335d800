"""The log: what is stored permanently of a room, one entry at a time.

A room is the list of its entries; everything else is folded from it. So an entry holds what
cannot be found out again (who sat down, which seed was drawn, what was played, and when), and
nothing that follows from it. Entries hold secrets, the seed above all: they go to the store
and to other servers, never to a client.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct

from tilerummy.engine.actions import Action
from tilerummy.engine.codec import ACTIONS
from tilerummy.server.room.earlier_log import EarlierAction
from tilerummy.server.room.settings import RemovalReason, RoomSettings

__all__ = [
    "Acted",
    "BotSat",
    "CameBack",
    "Configured",
    "Dealt",
    "Declined",
    "Entry",
    "Freed",
    "GotReady",
    "Joined",
    "Opened",
    "Paused",
    "Readmitted",
    "Removed",
    "Restarted",
    "Resumed",
    "Said",
    "Sat",
    "TookOver",
    "WentAway",
    "decode",
    "encode",
]


class _Stored(Struct, frozen=True, kw_only=True):
    at: int
    """When it happened, in milliseconds."""


class Opened(_Stored, frozen=True, kw_only=True, tag="opened"):
    """The room was made; always its first entry."""

    host: str
    settings: RoomSettings
    rulings: int = 1
    """The rulings in force then; a room keeps them as long as it exists. Older logs say nothing."""


class Sat(_Stored, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat, or another one, or changed their name."""

    seat: int
    who: str
    name: str


class Joined(_Stored, frozen=True, kw_only=True, tag="joined"):
    """A person took a seat and is ready; `later`: a bot keeps it until the round is over."""

    seat: int
    who: str
    name: str
    later: bool = False


class Declined(_Stored, frozen=True, kw_only=True, tag="declined"):
    """The person who waited for this seat no longer wants it."""

    seat: int


class Removed(_Stored, frozen=True, kw_only=True, tag="removed"):
    """The host removed a person, who cannot come in again; a bot of that level plays on."""

    seat: int
    who: str
    reason: RemovalReason
    level: str | None


class Readmitted(_Stored, frozen=True, kw_only=True, tag="readmitted"):
    """The host lets somebody come in again who was removed with that entry."""

    number: int


class BotSat(_Stored, frozen=True, kw_only=True, tag="bot-sat"):
    """The host put a bot on a seat."""

    seat: int
    level: str


class Freed(_Stored, frozen=True, kw_only=True, tag="freed"):
    """A seat in the lobby is free again."""

    seat: int


class GotReady(_Stored, frozen=True, kw_only=True, tag="got-ready"):
    """Somebody is ready for the next round, or no longer."""

    seat: int
    ready: bool


class Configured(_Stored, frozen=True, kw_only=True, tag="configured"):
    """The host changed the settings."""

    settings: RoomSettings


class Dealt(_Stored, frozen=True, kw_only=True, tag="dealt"):
    """A round began with this seed; `bots` is the level that filled free seats."""

    seed: str
    bots: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """A player, or the clock, did something in the round: an action of the engine."""

    at: int
    action: Action
    seat: int | None = None
    """Who acted; earlier versions did not write it, and it was the seat in turn."""


class WentAway(_Stored, frozen=True, kw_only=True, tag="went-away"):
    """A person gave their seat up for good; a bot of that level has it now, or nobody."""

    seat: int
    level: str | None


class TookOver(_Stored, frozen=True, kw_only=True, tag="took-over"):
    """A bot plays for a person who is not there."""

    seat: int


class CameBack(_Stored, frozen=True, kw_only=True, tag="came-back"):
    """The person is there again and plays on."""

    seat: int


class Paused(_Stored, frozen=True, kw_only=True, tag="paused"):
    """The clock stands still, because the player lost the connection."""


class Resumed(_Stored, frozen=True, kw_only=True, tag="resumed"):
    """The clock runs again."""


class Restarted(_Stored, frozen=True, kw_only=True, tag="restarted"):
    """Somebody wants another match with the same people."""

    seat: int


class Said(_Stored, frozen=True, kw_only=True, tag="said"):
    """Somebody said something."""

    seat: int | None
    name: str
    text: str


_Plain = (
    Opened
    | Sat
    | Joined
    | Declined
    | Removed
    | Readmitted
    | BotSat
    | Freed
    | GotReady
    | Configured
    | Dealt
    | WentAway
    | TookOver
    | CameBack
    | Paused
    | Resumed
    | Restarted
    | Said
)
Entry = _Plain | Acted


class _StoredAction(_Stored, frozen=True, kw_only=True, tag="acted"):
    action: msgspec.Raw
    seat: int | None = None


_DECODER: Final = msgspec.json.Decoder(_Plain | _StoredAction | EarlierAction)
_ENCODER: Final = msgspec.json.Encoder()


def encode(entry: Entry) -> str:
    """An entry as the store keeps it."""
    if not isinstance(entry, Acted):
        return _ENCODER.encode(entry).decode()
    action = msgspec.Raw(ACTIONS.encode(entry.action))
    return _ENCODER.encode(_StoredAction(at=entry.at, seat=entry.seat, action=action)).decode()


def decode(text: str) -> Entry:
    """An entry from the store, also one that an earlier version wrote."""
    entry: _Plain | _StoredAction | EarlierAction = _DECODER.decode(text)
    if isinstance(entry, _StoredAction):
        action = ACTIONS.decode(bytes(entry.action))
        return Acted(at=entry.at, action=action, seat=entry.seat)
    if isinstance(entry, EarlierAction):
        return Acted(at=entry.at, action=entry.action)
    return entry
