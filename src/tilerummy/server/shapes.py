"""Shapes: the parts that messages and HTTP answers are made of.

Everything here is public or belongs to the one client it is sent to; nothing is looked up
in it by the server. Tiles travel as the notation writes them (`k7 b5 *`), a meld as one text
(`b4 b5 *`, `r5 * * =group`), a table as a list of melds. Times are whole milliseconds.
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
    "ClockState",
    "HintStep",
    "HouseValue",
    "LimitClock",
    "MeldVerdict",
    "Melds",
    "Name",
    "NoClock",
    "Refusal",
    "RoomCode",
    "RoomPhase",
    "RoomSettings",
    "RoomState",
    "RoundResult",
    "RoundState",
    "Seat",
    "SeatNumber",
    "StartDraw",
    "Tiles",
    "Turn",
]

Tiles = Annotated[str, Meta(max_length=1000, description="tiles in the notation: `k7 b5 *`")]
MeldText = Annotated[str, Meta(max_length=80, description="a meld in the notation: `b4 b5 *`")]
Melds = Annotated[list[MeldText], Meta(max_length=100, description="the melds of a table")]
LONGEST_NAME: Final = 24
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
RoomCode = Annotated[str, Meta(pattern="^[A-Z0-9]{6}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
BotLevel = Annotated[str, Meta(min_length=1, max_length=24, pattern="^[a-z0-9-]+$")]
HouseValue = int | bool | str | list[str]
RoomPhase = Literal["lobby", "playing", "between", "over"]
"""Before the first round, during one, between two, after the last."""


class Refusal(Struct, frozen=True, kw_only=True):
    """Why something is refused: `key` names the sentence, `numbers` fill it in its order."""

    code: str
    key: str
    message: str
    clause: str = ""
    tiles: Tiles = ""
    meld: int | None = None
    numbers: list[int] = []


class NoClock(Struct, frozen=True, tag="none"):
    """Nobody is hurried."""


class BookClock(Struct, frozen=True, tag="book"):
    """The rulebook's own limit, if it has one."""


class LimitClock(Struct, frozen=True, tag="limit"):
    """So many seconds for every turn."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class BankClock(Struct, frozen=True, tag="bank"):
    """So many seconds for the round, and some more after every turn."""

    seconds: Annotated[int, Meta(ge=10, le=3600)]
    increment: Annotated[int, Meta(ge=0, le=120)] = 0


AnyClock = NoClock | BookClock | LimitClock | BankClock


class RoomSettings(Struct, frozen=True, kw_only=True):
    """What the host decides; everything but the rulebook has a default."""

    rulebook: Annotated[str, Meta(min_length=1, max_length=40)]
    house: Annotated[dict[str, HouseValue], Meta(max_length=60)] = {}
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None
    """How many rounds make the match; None: as the rulebook says, or until people stop."""
    clock: AnyClock = BookClock()
    disconnected: Literal["runs", "pauses"] = "runs"
    """What the clock does while the player whose turn it is has no connection."""
    public: bool = False
    spectators: bool = True
    delay: Annotated[int, Meta(ge=0, le=600)] = 0
    """By how many seconds spectators see everything later."""
    hints: bool = True
    live: bool = False
    """Whether the others see a player's draft while it is being arranged."""
    takeover: bool = True
    """Whether a bot plays for somebody who is gone, until they come back."""
    takeover_level: BotLevel = "greedy"
    pace: Literal["calm", "normal", "fast"] = "normal"
    """How long a bot's turn lasts at least."""


class Seat(Struct, frozen=True, kw_only=True):
    """A place at the table and who has it."""

    kind: Literal["free", "person", "bot"]
    name: str = ""
    level: str | None = None
    """The bot's level, also where a bot plays for a person who is gone."""
    away: bool = False
    """A bot plays for this person at the moment."""
    ready: bool = False
    host: bool = False
    connected: bool = False


class RoomState(Struct, frozen=True, kw_only=True):
    """A room as everybody sees it."""

    code: RoomCode
    settings: RoomSettings
    phase: RoomPhase
    seats: list[Seat]
    you: SeatNumber | None
    host: bool
    """Whether you are the host."""
    rounds: list[RoundResult]
    totals: list[int]
    watching: int


class ClockState(Struct, frozen=True, kw_only=True):
    """The clock of the turn: what was left when the message was sent."""

    remaining: int
    """Milliseconds until the time-out, without the grace for the network."""
    total: int
    """Milliseconds that this turn had when it began."""
    running: bool
    banks: list[int] = []
    """With a bank: what each seat has left, in milliseconds."""


class Turn(Struct, frozen=True, kw_only=True):
    """Whose turn it is, what may be done, and the clock."""

    seat: SeatNumber
    drawn: bool = False
    """The player has drawn and may still open with that tile."""
    may: list[Literal["play", "draw", "pass", "redeal"]] = []
    """What you may do now (a play can still be refused); empty for the others."""
    clock: ClockState | None = None


class StartDraw(Struct, frozen=True):
    """A tile drawn to find out who begins."""

    seat: SeatNumber
    tile: Tiles


class RoundState(Struct, frozen=True, kw_only=True):
    """A round as one client may know it."""

    index: int
    """Which round of the match, from 0."""
    commitment: str
    start: SeatNumber
    draws: list[list[StartDraw]]
    """The tiles drawn for the start, draw by draw (ties are drawn again)."""
    table: Melds
    rack: Tiles
    """Your own tiles, sorted; empty for spectators."""
    counts: list[int]
    opened: list[bool]
    left: list[bool]
    pool: int
    turn: Turn | None
    over: bool = False


class RoundResult(Struct, frozen=True, kw_only=True):
    """How a round ended; racks, seed and record are open now."""

    index: int
    reason: Literal["out", "blocked", "void", "alone"]
    winner: SeatNumber | None
    scores: list[int]
    racks: list[Tiles]
    seed: str
    commitment: str
    record: str
    """The id under which the record is kept."""


class MeldVerdict(Struct, frozen=True, kw_only=True):
    """What one row of a draft is."""

    stands: bool
    kind: Literal["run", "group"] | None = None
    value: int = 0
    faces: list[str] = []
    """What each tile shows: `b6`, `?6` where the colour is open, `b6 b7` for a double joker."""
    both: bool = False
    """It can be read as a run and as a group; the player may declare which."""
    short: bool = False
    """Not wrong so far, only unfinished."""
    reason: Refusal | None = None


class HintStep(Struct, frozen=True, kw_only=True):
    """One step of a play a person can follow: a meld of the new table and where it comes from."""

    key: Literal["lay", "add", "take", "join"]
    """A meld from the rack; a meld grows; tiles leave a meld; tiles that left form a meld."""
    sentence: str
    tiles: Tiles
    """What comes from the rack."""
    moved: Tiles
    """What comes from other melds."""
    taken: Tiles
    """What leaves the source for elsewhere."""
    source: MeldText | None
    """The meld on the table that is changed, if any."""
    target: MeldText
    """The meld as it lies afterwards."""
