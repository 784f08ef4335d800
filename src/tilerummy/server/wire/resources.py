"""Resources: what plain HTTP takes and gives.

Rooms are made and found here and then lived in over a socket. Rulebooks, the judge, the
solver and the analysis of records answer anybody; they hold no secrets, because whoever asks
brings the tiles along.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.room.settings import (
    BotLevel,
    HouseValue,
    Melds,
    RoomCode,
    Tiles,
)
from tilerummy.server.room.snapshots import (
    HintStep,
    MeldVerdict,
    Refusal,
    RoomPhase,
    RoundResult,
    StartDraw,
)

__all__ = [
    "AnalyseRequest",
    "Analysis",
    "ArrangeAnswer",
    "ArrangeRequest",
    "BotInfo",
    "JudgeAnswer",
    "JudgeRequest",
    "Problem",
    "RecordText",
    "Replay",
    "ReplayRound",
    "ReplayStep",
    "RoomCreated",
    "RoomSummary",
    "RulebookDetail",
    "RulebookField",
    "RulebookSummary",
    "SeatToken",
    "SolveAnswer",
    "SolveRequest",
    "TurnAnalysis",
    "WordsUsed",
]

RecordSource = Annotated[str, Meta(min_length=1, max_length=200_000)]


class Problem(Struct, frozen=True, kw_only=True):
    """Why a request was refused."""

    status: int
    code: str
    message: str


class RoomCreated(Struct, frozen=True):
    """Where the new room is."""

    code: RoomCode
    link: str


class RoomSummary(Struct, frozen=True, kw_only=True):
    """A room from outside."""

    code: RoomCode
    rulebook: str
    title: str
    phase: RoomPhase
    seats: int
    taken: int
    players: list[str]
    spectators: bool
    house: bool
    """Whether there are house rules."""
    joinable: int = 0
    """How many seats somebody who comes now could have, those of bots included."""


class SeatToken(Struct, frozen=True):
    """An identity of its own for a program: whoever has the token has its seats."""

    token: str


class BotInfo(Struct, frozen=True, kw_only=True):
    """A bot one can put on a seat."""

    level: BotLevel
    name: str
    description: str
    ladder: int | None = None
    """Its step on the ladder, from 1; none for a bot kept for study."""
    elo: int | None = None
    hands: int | None = None
    """How many tiles it moves in a turn at most."""
    face: str = "robot"


class WordsUsed(Struct, frozen=True):
    """What the booklet calls its melds."""

    run: str
    group: str
    meld: str
    melds: str = ""


class RulebookSummary(Struct, frozen=True, kw_only=True):
    """A rulebook in the list to choose from."""

    id: str
    title: str
    booklet: str
    language: str
    edition: str
    special: list[str]
    words: WordsUsed
    least: int
    most: int
    colours: list[str]
    opening: int
    limit: int
    """Seconds a turn, 0 for none."""


class RulebookField(Struct, frozen=True, kw_only=True):
    """A field that decides the game, its value and where it comes from."""

    field: str
    value: HouseValue
    source: str
    allowed: list[HouseValue] = []
    """The choices of a field that has a few."""
    least: int | None = None
    most: int | None = None


class RulebookDetail(Struct, frozen=True, kw_only=True):
    """Everything a rules page needs."""

    about: RulebookSummary
    tiles: int
    jokers: dict[str, int]
    fields: list[RulebookField]


class JudgeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """May one leave `after` behind?"""

    rulebook: Annotated[str, Meta(max_length=40)]
    house: dict[str, HouseValue] = {}
    table: Melds = []
    rack: Tiles = ""
    after: Melds
    opening: Melds | None = None
    opened: bool = True


class JudgeAnswer(Struct, frozen=True, kw_only=True):
    """The verdict on every meld and on the play."""

    legal: bool
    melds: list[MeldVerdict]
    opening: int | None
    needed: int | None
    laid: Tiles
    reasons: list[Refusal]


class SolveRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is the best play here?"""

    rulebook: Annotated[str, Meta(max_length=40)]
    house: dict[str, HouseValue] = {}
    table: Melds = []
    rack: Tiles
    opened: bool = True
    objective: Literal["tiles", "points"] = "tiles"


class SolveAnswer(Struct, frozen=True, kw_only=True):
    """The best play, with its steps; no play: nothing can be laid."""

    play: Melds | None
    opening: Melds | None
    laid: Tiles
    tiles: int
    points: int
    optimal: bool
    steps: list[HintStep]


class ArrangeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In which order do these tiles make a meld?"""

    rulebook: Annotated[str, Meta(max_length=40)]
    house: dict[str, HouseValue] = {}
    tiles: Tiles


class ArrangeAnswer(Struct, frozen=True, kw_only=True):
    """The tiles in an order that stands, or as they came."""

    meld: str
    verdict: MeldVerdict


class RecordText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record as a file has it."""

    record: RecordSource


class ReplayStep(Struct, frozen=True, kw_only=True):
    """The game after one action; step 0 is the deal."""

    seat: int | None
    action: Literal["deal", "play", "draw", "pass", "redeal", "timeout", "leave"]
    laid: Tiles = ""
    drawn: Tiles = ""
    table: Melds
    racks: list[Tiles]
    opened: list[bool]
    pool: int
    turn: int | None


class ReplayRound(Struct, frozen=True, kw_only=True):
    """A round, everything open."""

    start: int
    draws: list[list[StartDraw]]
    steps: list[ReplayStep]
    result: RoundResult | None
    verified: bool
    """The seed gives the committed deal."""


class Replay(Struct, frozen=True, kw_only=True):
    """A recorded game, ready to be shown."""

    rulebook: str
    title: str
    house: dict[str, HouseValue]
    players: list[str]
    date: str
    rounds: list[ReplayRound]
    totals: list[int]
    record: str
    """The record itself, as a file has it."""


class AnalyseRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Compare each turn of a round with the best play."""

    record: RecordSource
    round: Annotated[int, Meta(ge=0, le=98)] = 0


class TurnAnalysis(Struct, frozen=True, kw_only=True):
    """What the best play of a turn would have been."""

    step: int
    """Which step of the replay this turn is."""
    seat: int
    laid: int
    best: int
    """How many tiles could have been laid."""
    missed: int
    play: Melds | None
    opening: Melds | None
    tiles: Tiles
    steps: list[HintStep]


class Analysis(Struct, frozen=True):
    """Every turn in which a player could choose."""

    turns: list[TurnAnalysis]
