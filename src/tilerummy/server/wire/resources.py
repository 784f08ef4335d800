"""Resources: what plain HTTP takes and gives.

Rooms are made and found here and then lived in over a socket. Rulebooks, the judge, the
solver and the analysis of records answer anybody; they hold no secrets, because the person who asks
brings the tiles along.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.rules.rulebook import Words
from tilerummy.server.room.settings import BotLevel, HouseValue, Melds, RoomCode, Tiles
from tilerummy.server.room.snapshots import (
    HintStep,
    MeldVerdict,
    Refusal,
    RoomPhase,
    RoundResult,
    StartDraw,
    TurnAct,
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
    "RecordSource",
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
    "StepAction",
    "TurnAnalysis",
    "WordsUsed",
]

StepAction = Literal["deal", TurnAct, "timeout", "leave"]
RecordSource = Annotated[str, Meta(min_length=1, max_length=200_000)]


class Problem(Struct, frozen=True, kw_only=True):
    """Why a request was refused."""

    status: int
    """The HTTP status."""
    code: str
    """What kind of problem it is."""
    message: str
    """A sentence that says what is wrong, and where."""
    field: str | None = None
    """Which field of the request is wrong, where it is one of them; a dot leads into a table."""


class RoomCreated(Struct, frozen=True):
    """Where the new room is."""

    code: RoomCode
    """Everybody who knows the code may enter."""
    link: str
    """The invitation."""


class RoomSummary(Struct, frozen=True, kw_only=True):
    """A room from outside."""

    code: RoomCode
    """The code of the room."""
    rulebook: str
    """The rulebook's id."""
    title: str
    """The name of the box."""
    phase: RoomPhase
    """Before the first round, during one, between two, or after the last."""
    seats: int
    """How many seats there are."""
    taken: int
    """How many of them are taken."""
    players: list[str]
    """The names of those who sit there."""
    spectators: bool
    """Whether one may watch."""
    house: bool
    """Whether there are house rules."""
    joinable: int = 0
    """How many seats somebody who comes now could have, those of bots included."""


class SeatToken(Struct, frozen=True):
    """An identity of its own for a program: the holder of the token has its seats."""

    token: str
    """Send it as `Authorization: Bearer …`."""


class BotInfo(Struct, frozen=True, kw_only=True):
    """A bot one can put on a seat."""

    level: BotLevel
    """What to call it in a request."""
    name: str
    """What people call it."""
    description: str
    """How it plays."""
    ladder: int | None = None
    """Its step on the ladder, from 1; none for a bot kept for study."""
    elo: int | None = None
    """How strong it is, as measured in the arena."""
    hands: int | None = None
    """How many tiles it moves in a turn at most."""
    face: str = "robot"
    """Which face it has."""


class WordsUsed(Words, frozen=True, forbid_unknown_fields=False):
    """What the booklet calls its melds."""


class RulebookSummary(Struct, frozen=True, kw_only=True):
    """A rulebook in the list to choose from."""

    id: str
    """The name that programs use."""
    title: str
    """The name of the box."""
    booklet: str
    """Which printed booklet this follows."""
    language: str
    """The booklet's language, as a code of two letters."""
    edition: str
    """Which edition was read."""
    special: list[str]
    """What sets it apart from the others."""
    words: WordsUsed
    """What the booklet calls its melds."""
    least: int
    """The fewest players."""
    most: int
    """The most players."""
    colours: list[str]
    """The letters of its colours in the notation."""
    opening: int
    """How many points an opening needs."""
    limit: int
    """Seconds a turn, 0 for none."""


class RulebookField(Struct, frozen=True, kw_only=True):
    """A field that decides the game, its value and where it comes from."""

    field: str
    """Its name, dotted."""
    value: HouseValue
    """Its value."""
    source: str
    """Where the booklet says so, or which ruling does."""
    allowed: list[HouseValue] = []
    """The choices of a field that has a few."""
    least: int | None = None
    """The lowest number allowed."""
    most: int | None = None
    """The highest number allowed."""


class RulebookDetail(Struct, frozen=True, kw_only=True):
    """Everything a rules page needs."""

    about: RulebookSummary
    """What the list says about it."""
    tiles: int
    """How many tiles the box has."""
    jokers: dict[str, int]
    """How many jokers of each kind."""
    fields: list[RulebookField]
    """Every field that decides the game."""


class RulebookRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What names its rules."""

    rulebook: Annotated[str, Meta(max_length=40)]
    """The rulebook's id."""
    house: dict[str, HouseValue] = {}
    """House rules by field, for example `{"opening.points": 25}`."""


class PositionRequest(RulebookRequest, frozen=True, kw_only=True):
    """What is about the turn of a player."""

    table: Melds = []
    """The melds on the table."""
    rack: Tiles
    """The tiles on the rack."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""


class JudgeRequest(RulebookRequest, frozen=True, kw_only=True):
    """May one leave `after` behind?"""

    table: Melds = []
    """The melds on the table before."""
    rack: Tiles = ""
    """The tiles on the rack before."""
    after: Melds
    """The melds on the table afterwards, all of them."""
    opening: Melds | None = None
    """The melds that open, where the turn goes on after them."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""


class JudgeAnswer(Struct, frozen=True, kw_only=True):
    """The verdict on every meld and on the play."""

    legal: bool
    """Whether nothing is broken."""
    melds: list[MeldVerdict]
    """What each meld of the table left behind is."""
    opening: int | None
    """What the opening melds are worth; null for a player who has opened."""
    needed: int | None
    """What an opening needs; null for a player who has opened."""
    laid: Tiles
    """The tiles laid."""
    reasons: list[Refusal]
    """Every reason why the play is not legal."""


class SolveRequest(PositionRequest, frozen=True, kw_only=True):
    """What is the best play here?"""

    objective: Literal["tiles", "points"] = "tiles"
    """What to maximise; the other breaks ties."""


class SolveAnswer(Struct, frozen=True, kw_only=True):
    """The best play, with its steps; no play: nothing can be laid."""

    play: Melds | None
    """The table left behind; null if nothing can be laid."""
    opening: Melds | None
    """The melds that open, for a player who has not opened."""
    laid: Tiles
    """The tiles laid."""
    tiles: int
    """How many tiles are laid, jokers included."""
    points: int
    """The sum of the numbers laid."""
    optimal: bool
    """Whether it is proved that nothing better exists."""
    steps: list[HintStep]
    """How to get there."""


class ArrangeRequest(RulebookRequest, frozen=True, kw_only=True):
    """In which order do these tiles make a meld?"""

    tiles: Tiles
    """The tiles, in any order."""


class ArrangeAnswer(Struct, frozen=True, kw_only=True):
    """The tiles in an order that stands, or as they came."""

    meld: str
    """The tiles in the order found."""
    verdict: MeldVerdict
    """What they are in that order."""


class RecordText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record as a file has it."""

    record: RecordSource
    """The record as a file has it."""


class ReplayStep(Struct, frozen=True, kw_only=True):
    """The game after one action; step 0 is the deal."""

    seat: int | None
    """Who acted; null for the deal."""
    action: StepAction
    """What was done."""
    laid: Tiles = ""
    """The tiles laid."""
    drawn: Tiles = ""
    """The tiles drawn."""
    table: Melds
    """The table afterwards."""
    racks: list[Tiles]
    """All racks afterwards."""
    opened: list[bool]
    """Which seats have opened."""
    pool: int
    """How many tiles can still be drawn."""
    turn: int | None
    """Whose turn it is afterwards; null once the round is over."""


class ReplayRound(Struct, frozen=True, kw_only=True):
    """A round, everything open."""

    start: int
    """The seat that began."""
    draws: list[list[StartDraw]]
    """The tiles drawn to find out who begins, drawing by drawing."""
    steps: list[ReplayStep]
    """The deal and every action."""
    result: RoundResult | None
    """How it ended; null if it is unfinished."""
    verified: bool
    """The seed gives the committed deal."""


class Replay(Struct, frozen=True, kw_only=True):
    """A recorded game, ready to be shown."""

    rulebook: str
    """The rulebook's id."""
    title: str
    """The name of the box."""
    house: dict[str, HouseValue]
    """The house rules it was played with."""
    players: list[str]
    """Their names, by seat."""
    date: str
    """When it was played, as YYYY-MM-DD; empty if the record does not say."""
    rounds: list[ReplayRound]
    """The rounds in their order."""
    totals: list[int]
    """The scores of the rounds added up, by seat."""
    record: str
    """The record itself, as a file has it."""


class AnalyseRequest(RecordText, frozen=True, kw_only=True):
    """Compare each turn of a round with the best play."""

    round: Annotated[int, Meta(ge=0, le=98)] = 0
    """Which round of the record, from 0."""


class TurnAnalysis(Struct, frozen=True, kw_only=True):
    """What the best play of a turn would have been."""

    step: int
    """Which step of the replay this turn is."""
    seat: int
    """Whose turn it was."""
    laid: int
    """How many tiles were laid."""
    best: int
    """How many tiles could have been laid."""
    missed: int
    """How many more could have been laid."""
    play: Melds | None
    """The best play."""
    opening: Melds | None
    """Its opening melds."""
    tiles: Tiles
    """The tiles it lays."""
    steps: list[HintStep]
    """How to get there."""


class Analysis(Struct, frozen=True):
    """Every turn in which a player could choose."""

    turns: list[TurnAnalysis]
    """The turns in their order."""
