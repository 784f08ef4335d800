"""Events: what happened in a room, as one client gets to know it.

Each says what changed and what it changed to, so that a client only has to put it in place.
Racks and drawn tiles are filled in for their owner alone.
"""

from __future__ import annotations

from msgspec import Struct

from tilerummy.server.room.commands import EventNumber
from tilerummy.server.room.settings import Melds, RoomSettings, SeatNumber, Tiles
from tilerummy.server.room.snapshots import (
    LateWord,
    RemovedPlayer,
    RoomPhase,
    RoomState,
    RoundResult,
    RoundState,
    Seat,
    Turn,
)

__all__ = [
    "PROTOCOL",
    "Chatted",
    "Drew",
    "Happened",
    "MatchRestarted",
    "Passed",
    "Played",
    "Redealt",
    "RoomEvent",
    "RoundBegan",
    "RoundEnded",
    "SeatLeft",
    "SeatsChanged",
    "SettingsChanged",
    "TimedOut",
    "Welcome",
]

PROTOCOL = 1
"""Rises when a message changes so that old clients would misread it."""


class SeatsChanged(Struct, frozen=True, tag="seats", tag_field="type"):
    """Somebody sat down, stood up, is ready, went away or came back."""

    seats: list[Seat]
    you: SeatNumber | None
    host: bool
    waits: SeatNumber | None = None
    """The seat that will be yours when the round is over."""
    removed: list[RemovedPlayer] = []
    """For the host: who was removed and may be let in again."""


class SettingsChanged(Struct, frozen=True, tag="settings", tag_field="type"):
    """The host changed the settings; in the lobby nobody is ready any more."""

    settings: RoomSettings


class RoundBegan(Struct, frozen=True, tag="began", tag_field="type"):
    """Tiles were drawn for the start and dealt."""

    round: RoundState


class Redealt(Struct, frozen=True, tag="redealt", tag_field="type"):
    """Somebody showed three pairs; the tiles were dealt again."""

    seat: SeatNumber
    pairs: Tiles
    round: RoundState


class Played(Struct, frozen=True, kw_only=True, tag="played", tag_field="type"):
    """A player laid tiles and left this table behind."""

    seat: SeatNumber
    laid: Tiles
    table: Melds
    opening: int | None
    """The points of the opening, if this was one."""
    count: int
    rack: Tiles | None
    """Your rack afterwards, if it was you."""


class Drew(Struct, frozen=True, kw_only=True, tag="drew", tag_field="type"):
    """A player drew; only that player sees what."""

    seat: SeatNumber
    tiles: Tiles | None
    drawn: int
    count: int
    pool: int
    rack: Tiles | None


class Passed(Struct, frozen=True, tag="passed", tag_field="type"):
    """A player laid nothing and drew nothing."""

    seat: SeatNumber


class TimedOut(Struct, frozen=True, kw_only=True, tag="timed-out", tag_field="type"):
    """Time was up; the table counts, or what is unfinished goes back, as the rulebook says."""

    seat: SeatNumber
    result: LateWord
    kept: bool
    laid: Tiles
    table: Melds
    opening: int | None
    penalty: int
    """How many tiles were drawn for it."""
    tiles: Tiles | None
    count: int
    pool: int
    rack: Tiles | None


class SeatLeft(Struct, frozen=True, tag="left", tag_field="type"):
    """A player left the round; the seat is skipped from now on."""

    seat: SeatNumber


class RoundEnded(Struct, frozen=True, tag="ended", tag_field="type"):
    """The round is over and everything is open."""

    result: RoundResult
    totals: list[int]
    phase: RoomPhase


class MatchRestarted(Struct, frozen=True, tag="rematch", tag_field="type"):
    """The same people play another match; scores start from nothing."""

    room: RoomState


class Chatted(Struct, frozen=True, kw_only=True, tag="chatted", tag_field="type"):
    """Somebody said something; text is data, never markup."""

    seat: SeatNumber | None
    name: str
    text: str
    at: int


RoomEvent = (
    SeatsChanged
    | SettingsChanged
    | RoundBegan
    | Redealt
    | Played
    | Drew
    | Passed
    | TimedOut
    | SeatLeft
    | RoundEnded
    | MatchRestarted
    | Chatted
)


class Happened(Struct, frozen=True, kw_only=True, tag="happened", tag_field="type"):
    """One stored event: all that changed for you, in order, and whose turn it is now."""

    number: EventNumber
    events: list[RoomEvent]
    turn: Turn | None


class Welcome(Struct, frozen=True, kw_only=True, tag="welcome", tag_field="type"):
    """Everything this client may know, up to and including event `number`."""

    protocol: int
    number: EventNumber
    room: RoomState
    round: RoundState | None
    draft: Melds | None
    """Your own unfinished turn, as it lay."""
    chat: list[Chatted]
