"""Settings: what the host of a room decides, and the types of the values people send.

Tiles travel as the notation writes them (`k7 b5 *`), a meld as one text (`b4 b5 *`,
`r5 * * =group`), a table as a list of melds.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

__all__ = [
    "LONGEST_NAME",
    "AnyClock",
    "BankClock",
    "BookClock",
    "BotLevel",
    "HouseValue",
    "Late",
    "LimitClock",
    "MeldText",
    "Melds",
    "Name",
    "NoClock",
    "RemovalReason",
    "RoomCode",
    "RoomSettings",
    "SeatNumber",
    "Tiles",
]

Tiles = Annotated[str, Meta(max_length=1000, description="tiles in the notation: `k7 b5 *`")]
MeldText = Annotated[str, Meta(max_length=80, description="a meld in the notation: `b4 b5 *`")]
Melds = Annotated[list[MeldText], Meta(max_length=100, description="the melds of a table")]
LONGEST_NAME: Final = 24
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
RoomCode = Annotated[str, Meta(pattern="^[A-Z0-9]{6}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
BotLevel = Annotated[str, Meta(min_length=1, max_length=24, pattern="^[a-z0-9-]+$")]
Late = Literal["now", "next", "no"]
RemovalReason = Literal["away", "seat", "conduct", "none"]
"""Not responding; the seat is for somebody else; how they behaved; not said."""
_HouseText = Annotated[str, Meta(max_length=200)]
HouseValue = int | bool | _HouseText | Annotated[list[_HouseText], Meta(max_length=60)]


class NoClock(Struct, frozen=True, tag="none"):
    """Nobody is hurried."""


class BookClock(Struct, frozen=True, tag="book"):
    """The rulebook's own limit, if it imposes one; one that it only offers is a `limit`."""


class LimitClock(Struct, frozen=True, tag="limit"):
    """A time limit in seconds for every turn."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]
    """For every turn."""


class BankClock(Struct, frozen=True, tag="bank"):
    """A bank of seconds for the round, with an increment after every turn."""

    seconds: Annotated[int, Meta(ge=10, le=3600)]
    """For the whole round."""
    increment: Annotated[int, Meta(ge=0, le=120)] = 0
    """More after every turn."""


AnyClock = NoClock | BookClock | LimitClock | BankClock


class RoomSettings(Struct, frozen=True, kw_only=True):
    """What the host decides; everything but the rulebook has a default."""

    rulebook: Annotated[str, Meta(min_length=1, max_length=40)]
    """The rulebook's id."""
    house: Annotated[dict[_HouseText, HouseValue], Meta(max_length=60)] = {}
    """House rules by field, for example `{"opening.points": 25}`."""
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    """How many seats there are."""
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None
    """How many rounds make the match; None: as the rulebook says, or until people stop."""
    clock: AnyClock = BookClock()
    """How time is limited."""
    disconnected: Literal["runs", "pauses"] = "runs"
    """What the clock does while the player whose turn it is has no connection."""
    public: bool = False
    """Whether the room is in the list of open rooms."""
    spectators: bool = True
    """Whether one may watch."""
    delay: Annotated[int, Meta(ge=0, le=600)] = 0
    """By how many seconds spectators see everything later."""
    hints: bool = True
    """Whether players may ask for hints."""
    live: bool = False
    """Whether the others see a player's draft while it is being arranged."""
    takeover: bool = True
    """Whether a bot plays for somebody who is gone, until they come back."""
    takeover_level: BotLevel = "greedy"
    """Which bot plays for them."""
    late: Late = "now"
    """When somebody who comes late may take a bot's seat: at once, from the next round, never."""
    pace: Literal["calm", "normal", "fast"] = "normal"
    """How long a bot's turn lasts at least."""
