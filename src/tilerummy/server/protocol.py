"""The protocol: what client and server say to each other over a socket.

One socket belongs to one room. The client speaks first (`hello`), the server answers with
`welcome` or, after a short absence, with the events that were missed. From then on every
stored event arrives as one `happened` with its number, carrying what changed for this client
and nothing it may not know; numbers rise by one, so a gap shows. What is not stored (drafts
of others, presence, reactions, verdicts) has no number and may be lost with the connection.

A message with an `id` gets one answer with that id: `done`, `refused`, `verdict` or `hint`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tilerummy.server.happenings import Chatted, RoomEvent
from tilerummy.server.shapes import (
    BotLevel,
    HintStep,
    Melds,
    MeldVerdict,
    Name,
    Refusal,
    RoomSettings,
    RoomState,
    RoundState,
    SeatNumber,
    Tiles,
    Turn,
)

__all__ = [
    "PROTOCOL",
    "AddBot",
    "Chat",
    "ClaimRedeal",
    "ClientMessage",
    "Configure",
    "Done",
    "Draft",
    "Draw",
    "Free",
    "Happened",
    "Hello",
    "Hint",
    "HintAsked",
    "Leave",
    "LiveDraft",
    "Notice",
    "Pass",
    "Ping",
    "Play",
    "Pong",
    "Presence",
    "React",
    "Reacted",
    "Reaction",
    "Ready",
    "Refused",
    "Rematch",
    "Resumed",
    "ServerMessage",
    "Sit",
    "Stand",
    "Start",
    "Verdict",
    "Welcome",
]

PROTOCOL = 1
"""Rises when a message changes so that old clients would misread it."""

RequestId = Annotated[int, Meta(ge=0, le=2**31 - 1)]
EventNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Reaction = Literal["hello", "well-played", "thanks", "oops", "thinking", "hurry", "wow", "laugh"]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message that gets an answer."""

    id: RequestId


# What a client says


class Hello(
    Struct, frozen=True, kw_only=True, tag="hello", tag_field="type", forbid_unknown_fields=True
):
    """Enter the room; `after` is the number of the last event already known."""

    protocol: Literal[1] = 1
    after: EventNumber | None = None


class Sit(Request, frozen=True, kw_only=True, tag="sit", tag_field="type"):
    """Take a free seat in the lobby, or change the name on the seat one has."""

    seat: SeatNumber
    name: Name


class Stand(Request, frozen=True, kw_only=True, tag="stand", tag_field="type"):
    """Give the seat back in the lobby."""


class Ready(Request, frozen=True, kw_only=True, tag="ready", tag_field="type"):
    """Ready for the first or the next round; it starts when all persons are."""

    ready: bool = True


class Start(Request, frozen=True, kw_only=True, tag="start", tag_field="type"):
    """The host starts the first or the next round; free seats fill with bots or fall away."""

    bots: BotLevel | None = None
    """The level of bots that fill the free seats; None: play without them."""


class AddBot(Request, frozen=True, kw_only=True, tag="bot", tag_field="type"):
    """The host puts a bot on a seat."""

    seat: SeatNumber
    level: BotLevel


class Free(Request, frozen=True, kw_only=True, tag="free", tag_field="type"):
    """The host frees a seat in the lobby."""

    seat: SeatNumber


class Configure(Request, frozen=True, kw_only=True, tag="configure", tag_field="type"):
    """The host changes the settings in the lobby."""

    settings: RoomSettings


class Rematch(Request, frozen=True, kw_only=True, tag="rematch", tag_field="type"):
    """Play another match with the same people at the same table."""


class Leave(Request, frozen=True, kw_only=True, tag="leave", tag_field="type"):
    """Give up the seat for good."""


class Draft(Request, frozen=True, kw_only=True, tag="draft", tag_field="type"):
    """The table as it lies while the player arranges it; answered by `verdict`."""

    table: Melds
    opening: Melds | None = None
    """The rows that open, where the rulebook lets the turn go on; None: found out."""
    seen: EventNumber


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


class HintAsked(Request, frozen=True, kw_only=True, tag="hint", tag_field="type"):
    """Ask what one could lay."""


class Chat(Request, frozen=True, kw_only=True, tag="chat", tag_field="type"):
    """Say something to the room."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class React(Request, frozen=True, kw_only=True, tag="react", tag_field="type"):
    """Show a quick reaction."""

    reaction: Reaction


class Ping(Request, frozen=True, kw_only=True, tag="ping", tag_field="type"):
    """Is anybody there?"""


ClientMessage = (
    Hello
    | Sit
    | Stand
    | Ready
    | Start
    | AddBot
    | Free
    | Configure
    | Rematch
    | Leave
    | Draft
    | Play
    | Draw
    | Pass
    | ClaimRedeal
    | HintAsked
    | Chat
    | React
    | Ping
)


# What the server says


class Welcome(Struct, frozen=True, kw_only=True, tag="welcome", tag_field="type"):
    """Everything this client may know, up to and including event `number`."""

    protocol: int
    number: EventNumber
    room: RoomState
    round: RoundState | None
    draft: Melds | None
    """Your own unfinished turn, as it lay."""
    chat: list[Chatted]


class Resumed(Struct, frozen=True, tag="resumed", tag_field="type"):
    """Keep your state: nothing but the events after this number follows."""

    after: EventNumber


class Happened(Struct, frozen=True, kw_only=True, tag="happened", tag_field="type"):
    """One stored event: all that changed for you, in order, and whose turn it is now."""

    number: EventNumber
    events: list[RoomEvent]
    turn: Turn | None


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """The request was carried out; its event has been sent before this."""

    id: RequestId


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """The request changed nothing, and why."""

    id: RequestId | None
    reasons: list[Refusal]


class Verdict(Struct, frozen=True, kw_only=True, tag="verdict", tag_field="type"):
    """What the draft is worth: row by row, and as a whole turn."""

    id: RequestId
    melds: list[MeldVerdict]
    legal: bool
    laid: int
    """How many tiles would leave the rack."""
    opening: int | None
    """Points that count for the opening so far; None once opened."""
    needed: int | None
    reasons: list[Refusal]


class Hint(Struct, frozen=True, kw_only=True, tag="hint", tag_field="type"):
    """The best play step by step; an empty table means: draw (or pass)."""

    id: RequestId
    table: Melds
    opening: Melds | None
    laid: Tiles
    steps: list[HintStep]


class LiveDraft(Struct, frozen=True, tag="live", tag_field="type"):
    """Another player's draft, where the room shows it; empty: as the table was."""

    seat: SeatNumber
    table: Melds


class Presence(Struct, frozen=True, tag="presence", tag_field="type"):
    """Who is connected, seat by seat, and how many watch."""

    connected: list[bool]
    watching: int


class Reacted(Struct, frozen=True, tag="reacted", tag_field="type"):
    """Somebody showed a reaction."""

    seat: SeatNumber
    reaction: Reaction


class Notice(Struct, frozen=True, tag="notice", tag_field="type"):
    """The connection is about to end, and why; `again` says whether to come back."""

    key: Literal["gone", "too-fast"]
    again: bool


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """Yes."""

    id: RequestId


ServerMessage = (
    Welcome
    | Resumed
    | Happened
    | Done
    | Refused
    | Verdict
    | Hint
    | LiveDraft
    | Presence
    | Reacted
    | Notice
    | Pong
)

decode = msgspec.json.Decoder(ClientMessage).decode
encode = msgspec.json.Encoder().encode
