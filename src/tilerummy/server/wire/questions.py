"""Questions of `/api/v1`: positions in the notation, in the words of the command line.

What a field means and how an answer looks is the same as in `tilerummy solve`, `tilerummy judge`
and `tilerummy analyse`; here are the bounds within which strangers may ask.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

from tilerummy.rules.judge import judge
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.openings import opening_points
from tilerummy.rules.positions import Play, Position
from tilerummy.server.room.notation import Act
from tilerummy.server.room.settings import HouseValue, Tiles
from tilerummy.solver.questions import SolveQuestion, SolveTold

__all__ = [
    "MOST_POSITIONS",
    "AnalyseTurn",
    "AnalysisTold",
    "Answered",
    "ArrangeTiles",
    "BatchAnswer",
    "ChoiceTold",
    "JudgePlay",
    "JudgeTold",
    "SolveBatch",
    "SolvePosition",
    "ViolationTold",
    "judgement",
]

MOST_POSITIONS: Final = 100
MOST_NODES: Final = 200_000
_MOST_PLAYS: Final = 50

Rules = Annotated[str, Meta(max_length=40)]
House = dict[Annotated[str, Meta(max_length=60)], HouseValue]
TableText = Annotated[str, Meta(max_length=2000)]
_Bound = Annotated[int, Meta(ge=0, le=200)]
_Worth = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class SolvePosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is the best play here?"""

    id: Annotated[str, Meta(max_length=80)] | int | None = None
    """Comes back with the answer."""
    rules: Rules
    """The rulebook's id, one of `GET /api/v1/rulebooks`."""
    house: House = {}
    """House rules by field, for example `{"opening.points": 25}`."""
    table: TableText = ""
    """The melds on the table in the notation, separated by bars: `k4 k5 k6 | r8 b8 o8`."""
    rack: Tiles
    """The tiles on the rack in the notation: `k7 b5 *`."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""
    objective: Literal["tiles", "points"] | None = None
    """What to maximise, tiles if left out; the other breaks ties."""
    weights: Annotated[dict[Annotated[str, Meta(max_length=4)], _Worth], Meta(max_length=88)] = {}
    """Instead of an objective: what laying each tile is worth, by tile; others are worth 0."""
    keep: Tiles = ""
    """Tiles of the rack that stay there."""
    moved: _Bound | None = None
    """Move at most this many tiles, laid and rearranged."""
    touched: _Bound | None = None
    """Change at most this many melds of the table."""
    simplest: _Bound | None = None
    """Of the plays that lay this many tiles or more, one that moves the fewest."""
    best: Annotated[int, Meta(ge=1, le=_MOST_PLAYS)] | None = None
    """Return this many plays, best first, each laying other tiles; they come as `plays`."""
    nodes: Annotated[int, Meta(ge=0, le=MOST_NODES)] = MOST_NODES
    """How many states the search may look at before the best play found comes back."""

    @property
    def question(self) -> SolveQuestion:
        """The same for the solver."""
        return SolveQuestion(**msgspec.structs.asdict(self))


class SolveBatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same for many positions; each counts as a request, and all share the time of one."""

    positions: Annotated[list[SolvePosition], Meta(min_length=1, max_length=MOST_POSITIONS)]
    """The positions, answered in their order."""


class Answered(Struct, frozen=True, kw_only=True):
    """The answer to one position of a batch, or why there is none."""

    id: str | int | None = None
    """The id of the position."""
    answer: SolveTold | None = None
    """The answer, as for a single position."""
    error: str | None = None
    """What is wrong with the position."""
    field: str | None = None
    """In which of its fields."""


class BatchAnswer(Struct, frozen=True, kw_only=True):
    """The answers in the order of the positions."""

    answers: list[Answered]
    """One for each position."""


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What names its rules."""

    rules: Rules
    """The rulebook's id, one of `GET /api/v1/rulebooks`."""
    house: House = {}
    """House rules by field."""


class AnalyseTurn(Question, frozen=True, kw_only=True):
    """What are the choices of this turn worth?"""

    table: TableText = ""
    """The melds on the table."""
    rack: Tiles
    """The tiles on the rack."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""
    others: Annotated[list[_Bound], Meta(min_length=1, max_length=5)] = field(
        default_factory=lambda: [14]
    )
    """How many tiles each of the others has, in the order of their turns."""
    deals: Annotated[int, Meta(ge=1, le=400)] = 120
    """How many deals of the hidden tiles are tried, as far as the time allows."""
    seed: Annotated[str, Meta(min_length=1, max_length=80)] = "1"
    """Decides the deals."""


class ChoiceTold(Struct, frozen=True, kw_only=True):
    """Something that can be done in a turn, and what it is worth."""

    action: Act
    """What is done."""
    laid: Tiles
    """The tiles that a play lays."""
    play: str | None
    """The table that a play leaves behind, in the notation."""
    chance: float
    """The chance to win the round, from 0 to 1."""
    error: float
    """The standard error of the chance."""
    score: float
    """The score to be expected."""
    deals: int
    """In how many deals it was tried."""


class AnalysisTold(Struct, frozen=True, kw_only=True):
    """The choices of a turn, best first."""

    deals: int
    """How many deals of the hidden tiles were tried."""
    choices: list[ChoiceTold]
    """What can be done, best first."""


class JudgePlay(Question, frozen=True, kw_only=True):
    """May one leave `after` behind?"""

    table: TableText = ""
    """The melds on the table before."""
    rack: Tiles = ""
    """The tiles on the rack before."""
    after: TableText
    """The melds on the table afterwards, all of them."""
    opening: TableText | None = None
    """The melds that open, where the turn goes on after them."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""


class ViolationTold(Struct, frozen=True, kw_only=True):
    """One broken rule."""

    code: str
    """Which rule; programs can rely on it."""
    message: str
    """A sentence for people, in English."""
    clause: str
    """Where the booklet says so, or which ruling does."""
    tiles: Tiles
    """The tiles it concerns."""


class JudgeTold(Struct, frozen=True, kw_only=True):
    """Whether the play is legal."""

    legal: bool
    """Whether nothing is broken."""
    violations: list[ViolationTold]
    """Every broken rule."""
    opening_points: int
    """What the opening melds are worth; 0 for a player who has opened."""


def judgement(position: Position, play: Play) -> JudgeTold:
    """What the judge says of a play."""
    violations = [
        ViolationTold(
            code=violation.code.value,
            message=violation.message,
            clause=violation.clause,
            tiles=format_tiles(violation.tiles),
        )
        for violation in judge(position, play)
    ]
    points = 0 if position.opened else opening_points(position, play)
    return JudgeTold(legal=not violations, violations=violations, opening_points=points)


class ArrangeTiles(Question, frozen=True, kw_only=True):
    """In which order do these tiles make a meld?"""

    tiles: Tiles
    """The tiles, in any order."""
