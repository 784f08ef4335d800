"""The protocol: what client and server say to each other over a socket.

One socket belongs to one room. The client speaks first (`hello`), the server answers with
`welcome` or, after a short absence, with the events that were missed. From then on every
stored event arrives as one `happened` with its number, carrying what changed for this client
and nothing it may not know; numbers rise by one, so a gap shows. What is not stored (drafts
of others, presence, reactions, verdicts) has no number and may be lost with the connection.

A message with an `id` gets one answer with that id: `done`, `refused`, `verdict`, `hint` or
`chances`.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from tilerummy.server.room.commands import Command, EventNumber, Request, RequestId
from tilerummy.server.room.events import Happened, Welcome
from tilerummy.server.room.reactions import Reaction
from tilerummy.server.room.settings import Melds, Name, RemovalReason, SeatNumber, Tiles
from tilerummy.server.room.snapshots import (
    HintPlay,
    HintStep,
    LatePreview,
    MeldVerdict,
    Refusal,
)
from tilerummy.server.wire.reviews import ChanceHint

__all__ = [
    "Chances",
    "ChancesAsked",
    "ClientMessage",
    "Done",
    "Draft",
    "Hello",
    "Hint",
    "HintAsked",
    "LiveDraft",
    "Notice",
    "Ping",
    "Pong",
    "Presence",
    "React",
    "Reacted",
    "Refused",
    "Resumed",
    "ServerMessage",
    "Verdict",
]


# What a client says


class Hello(
    Struct, frozen=True, kw_only=True, tag="hello", tag_field="type", forbid_unknown_fields=True
):
    """Enter the room; `after` is the number of the last event already known."""

    protocol: Literal[1] = 1
    after: EventNumber | None = None
    join: Name | None = None
    """Take a seat under this name first; the only way into a room without spectators."""


class Draft(Request, frozen=True, kw_only=True, tag="draft", tag_field="type"):
    """The table as it lies while the player arranges it; answered by `verdict`."""

    table: Melds
    opening: Melds | None = None
    """The rows that open, where the rulebook lets the turn go on; None: found out."""
    seen: EventNumber


class HintAsked(Request, frozen=True, kw_only=True, tag="hint", tag_field="type"):
    """Ask what one could lay."""


class ChancesAsked(Request, frozen=True, kw_only=True, tag="chances", tag_field="type"):
    """Ask what the choices of the turn are worth; the answer may take some seconds."""


class React(Request, frozen=True, kw_only=True, tag="react", tag_field="type"):
    """Show a quick reaction."""

    reaction: Reaction


class Ping(Request, frozen=True, kw_only=True, tag="ping", tag_field="type"):
    """Is anybody there?"""


ClientMessage = Hello | Command | Draft | HintAsked | ChancesAsked | React | Ping


# What the server says


class Resumed(Struct, frozen=True, tag="resumed", tag_field="type"):
    """Keep your state: nothing but the events after this number follows."""

    after: EventNumber


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
    late: LatePreview | None = None
    """What a time-out would make of the draft; None where the turn has no limit."""


class Hint(Struct, frozen=True, kw_only=True, tag="hint", tag_field="type"):
    """The play that lays the most tiles, step by step; an empty table means: draw (or pass)."""

    id: RequestId
    table: Melds
    opening: Melds | None
    laid: Tiles
    steps: list[HintStep]
    moved: int = 0
    """How many tiles of the table leave their meld."""
    simple: HintPlay | None = None
    """A play that moves fewer tiles, and where possible none of the table."""


class Chances(Struct, frozen=True, kw_only=True, tag="chances", tag_field="type"):
    """The choices of the turn by their chance to win, best first."""

    id: RequestId
    choices: list[ChanceHint]


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

    key: Literal["gone", "removed", "too-fast"]
    again: bool
    reason: RemovalReason | None = None
    """Why the host removed you."""


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
    | Chances
    | LiveDraft
    | Presence
    | Reacted
    | Notice
    | Pong
)

decode = msgspec.json.Decoder(ClientMessage).decode
encode = msgspec.json.Encoder().encode
