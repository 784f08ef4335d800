"""Snapshots: a room, a round and a verdict as one client may know them.

Everything here is public or belongs to the one client it is sent to; the server looks nothing up
in it. Times are whole milliseconds.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tilerummy.server.room.notation import Act
from tilerummy.server.room.settings import (
    Melds,
    MeldText,
    RoomCode,
    RoomSettings,
    SeatNumber,
    Tiles,
)

__all__ = [
    "ClockState",
    "HintPlay",
    "HintStep",
    "LatePreview",
    "LateWord",
    "MeldVerdict",
    "Refusal",
    "RemovedPlayer",
    "RoomPhase",
    "RoomState",
    "RoundResult",
    "RoundState",
    "Seat",
    "StartDraw",
    "Turn",
    "TurnAct",
]

LateWord = Literal["complete", "kept", "undone", "untouched"]
"""The table counts; finished melds stay, the rest goes back; all goes back; nothing was moved."""
TurnAct = Literal[Act, "redeal"]
RoomPhase = Literal["lobby", "playing", "between", "over"]
"""Before the first round, during one, between two, after the last."""


class Refusal(Struct, frozen=True, kw_only=True):
    """Why something is refused: `key` names the sentence, `numbers` fill it in its order.

    `needs` are the tiles that would make a meld valid, where a mirror joker settles which.
    """

    code: str
    """Which rule; programs can rely on it."""
    key: str
    """Which sentence: the code, or the code and a finer reason behind a dot."""
    message: str
    """The sentence in English."""
    clause: str = ""
    """Where the booklet says so, or which ruling does."""
    tiles: Tiles = ""
    """The tiles it concerns."""
    meld: int | None = None
    """Which meld of the table left behind, where one is to blame."""
    numbers: list[int] = []
    """The numbers of the sentence, in its order."""
    needs: Tiles = ""


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
    next: str = ""
    """Who takes the seat when the round is over."""


class RemovedPlayer(Struct, frozen=True):
    """Somebody whom the host removed, and the event with which that happened."""

    number: int
    name: str


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
    waits: SeatNumber | None = None
    """The seat that will be yours when the round is over."""
    removed: list[RemovedPlayer] = []
    """For the host: who was removed and may be let in again."""


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
    may: list[TurnAct] = []
    """What you may do now (a play can still be refused); empty for the others."""
    clock: ClockState | None = None


class StartDraw(Struct, frozen=True):
    """A tile drawn to find out who begins."""

    seat: SeatNumber
    """Who drew."""
    tile: Tiles
    """What was drawn."""


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
    """Which round of the match, from 0."""
    reason: Literal["out", "blocked", "void", "alone"]
    """Why the round is over."""
    winner: SeatNumber | None
    """The seat that won; null for a void round."""
    scores: list[int]
    """What each seat gets or pays."""
    racks: list[Tiles]
    """What was left on every rack."""
    seed: str
    """What the round was dealt from."""
    commitment: str
    """The hash of the seed, published before."""
    record: str
    """The id under which the record is kept."""


class MeldVerdict(Struct, frozen=True, kw_only=True):
    """What one row of a draft is."""

    stands: bool
    """Whether it is a meld."""
    kind: Literal["run", "group"] | None = None
    """Run or group."""
    value: int = 0
    """What it is worth in an opening."""
    faces: list[str] = []
    """What each tile shows: `b6`, `?6` where the colour is open, `b6 b7` for a double joker."""
    both: bool = False
    """It can be read as a run and as a group; the player may declare which."""
    short: bool = False
    """Not wrong so far, only unfinished."""
    reason: Refusal | None = None
    """Why it is not a meld."""


class LatePreview(Struct, frozen=True, kw_only=True):
    """What a time-out would make of the draft just now."""

    result: LateWord
    penalty: int
    """How many tiles would be drawn."""


class HintStep(Struct, frozen=True, kw_only=True):
    """One step of a play a person can follow: a meld of the new table and where it comes from."""

    key: Literal["lay", "add", "take", "join"]
    """A meld from the rack; a meld grows; tiles leave a meld; tiles that left form a meld."""
    sentence: str
    """The step in words, in English."""
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


class HintPlay(Struct, frozen=True, kw_only=True):
    """A play that is worth showing, and how to get there."""

    table: Melds
    opening: Melds | None
    laid: Tiles
    moved: int
    """How many tiles of the table leave their meld."""
    steps: list[HintStep]
