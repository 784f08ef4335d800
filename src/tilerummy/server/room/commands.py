"""Commands: what people ask a room to do; each one that is granted adds an entry to the log.

The person who asks is not part of a command: the connection says who it is. `seen` is the number of
the last event that the client knew, so a command for an earlier turn can be recognised.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.engine import actions as engine
from tilerummy.server.room.notation import read_melds, read_opening
from tilerummy.server.room.settings import (
    BotLevel,
    Melds,
    Name,
    RemovalReason,
    RoomSettings,
    SeatNumber,
)

__all__ = [
    "AddBot",
    "Chat",
    "ClaimRedeal",
    "Command",
    "Configure",
    "CreateRoom",
    "Draw",
    "EventNumber",
    "Free",
    "Join",
    "Leave",
    "Move",
    "Pass",
    "Play",
    "Readmit",
    "Ready",
    "Rematch",
    "Remove",
    "RequestId",
    "Sit",
    "Stand",
    "Start",
    "action_of",
]

RequestId = Annotated[int, Meta(ge=0, le=2**31 - 1)]
EventNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message that gets an answer."""

    id: RequestId


class Sit(Request, frozen=True, kw_only=True, tag="sit", tag_field="type"):
    """Take a free seat in the lobby, or change the name on the seat one has."""

    seat: SeatNumber
    name: Name


class Join(Request, frozen=True, kw_only=True, tag="join", tag_field="type"):
    """Take any seat there is and be ready: a free one, or a bot's where the room allows it."""

    name: Name


class Stand(Request, frozen=True, kw_only=True, tag="stand", tag_field="type"):
    """Give the seat back in the lobby."""


class Ready(Request, frozen=True, kw_only=True, tag="ready", tag_field="type"):
    """Ready for the first or the next round; it starts when all persons are."""

    ready: bool = True


class Start(Request, frozen=True, kw_only=True, tag="start", tag_field="type"):
    """The host starts the first or the next round; free seats are filled with bots or removed."""

    bots: BotLevel | None = None
    """The level of bots that fill the free seats; None: play without them."""


class AddBot(Request, frozen=True, kw_only=True, tag="bot", tag_field="type"):
    """The host puts a bot on a seat."""

    seat: SeatNumber
    level: BotLevel


class Free(Request, frozen=True, kw_only=True, tag="free", tag_field="type"):
    """The host frees a seat in the lobby."""

    seat: SeatNumber


class Remove(Request, frozen=True, kw_only=True, tag="remove", tag_field="type"):
    """The host removes the person on a seat, or the one who waits for it, from the room."""

    seat: SeatNumber
    reason: RemovalReason = "none"


class Readmit(Request, frozen=True, kw_only=True, tag="readmit", tag_field="type"):
    """The host lets somebody come in again who was removed with that event."""

    number: EventNumber


class Configure(Request, frozen=True, kw_only=True, tag="configure", tag_field="type"):
    """The host changes the settings in the lobby; while the match is on, `late` alone."""

    settings: RoomSettings


class Rematch(Request, frozen=True, kw_only=True, tag="rematch", tag_field="type"):
    """Play another match with the same people at the same table."""


class Leave(Request, frozen=True, kw_only=True, tag="leave", tag_field="type"):
    """Give up the seat for good."""


class Play(Request, frozen=True, kw_only=True, tag="play", tag_field="type"):
    """Leave this table behind; `seen` is the number of the last event known."""

    table: Melds
    opening: Melds | None = None
    seen: EventNumber


class Draw(Request, frozen=True, kw_only=True, tag="draw", tag_field="type"):
    """Draw from the pool."""

    seen: EventNumber


class Pass(Request, frozen=True, kw_only=True, tag="pass", tag_field="type"):
    """Lay nothing where there is nothing to draw, or after drawing."""

    seen: EventNumber


class ClaimRedeal(Request, frozen=True, kw_only=True, tag="redeal", tag_field="type"):
    """Show three pairs and ask for a new deal."""

    seen: EventNumber


class Chat(Request, frozen=True, kw_only=True, tag="chat", tag_field="type"):
    """Say something to the room."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class CreateRoom(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new room; its maker has the first seat."""

    settings: RoomSettings
    """What the host decides."""
    name: Name
    """What to call the maker."""
    bots: Annotated[list[BotLevel], Meta(max_length=5)] = []
    """Bots for the seats beside the maker's."""
    start: bool = False
    """Start the first round at once."""


Move = Play | Draw | Pass | ClaimRedeal
"""What players do in a round."""


def action_of(move: Move, seat: int) -> engine.Action:
    """The engine's action; text that is not notation raises `NotationError`."""
    match move:
        case Play(table=table, opening=opening):
            return engine.Play(read_melds(table), read_opening(opening))
        case Draw():
            return engine.Draw()
        case Pass():
            return engine.Pass()
        case ClaimRedeal():
            return engine.ClaimRedeal(seat)


Command = (
    Sit
    | Join
    | Stand
    | Ready
    | Start
    | AddBot
    | Free
    | Remove
    | Readmit
    | Configure
    | Rematch
    | Leave
    | Play
    | Draw
    | Pass
    | ClaimRedeal
    | Chat
)
