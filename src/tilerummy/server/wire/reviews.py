"""Reviews: what HTTP tells of finished games, their turns, and the chances of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.room.settings import HouseValue, Melds, Tiles
from tilerummy.server.room.snapshots import HintStep

__all__ = [
    "Act",
    "ChanceChoice",
    "ChanceHint",
    "ChancesAnswer",
    "ChancesRequest",
    "GameLine",
    "Review",
    "ReviewPlayer",
    "ReviewReason",
    "ReviewRound",
    "ReviewState",
    "ReviewTurn",
]

Act = Literal["play", "draw", "pass"]
ClassName = Literal["equal", "small", "medium", "large", "only"]


class GameLine(Struct, frozen=True, kw_only=True):
    """A finished round in the list of those one played."""

    record: str
    finished: int
    """Milliseconds since 1970."""
    rulebook: str
    title: str
    players: list[str]
    bots: list[bool]
    seat: int
    """Where the person sat whose list this is."""
    winner: int | None
    scores: list[int]


class ChanceChoice(Struct, frozen=True, kw_only=True):
    """Something one could do, with the chance to win and its standard error."""

    action: Act
    laid: Tiles
    table: Melds
    opening: Melds | None
    chance: float
    error: float
    score: float
    """The score that can be expected."""


class ChanceHint(ChanceChoice, frozen=True, kw_only=True):
    """A choice of the turn that is on, and how to get there."""

    steps: list[HintStep]


class ReviewReason(Struct, frozen=True, kw_only=True):
    """A computed fact: clients have a sentence for every key."""

    key: Literal[
        "was_out",
        "wait_right",
        "wait_better",
        "play_better",
        "more_fits",
        "joker_spent",
        "joker_risk",
        "opened",
        "near",
    ]
    number: int
    other: int


class ReviewTurn(Struct, frozen=True, kw_only=True):
    """A turn as it was played, judged by what its player could know."""

    step: int
    """Which step of the replay this turn is."""
    seat: int
    chance: float
    best_chance: float
    loss: float
    error: float
    name: ClassName
    best: ChanceChoice
    choices: list[ChanceChoice]
    """All that were looked at, best first."""
    most: int
    """The most tiles that could have been laid, which need not have been best."""
    most_laid: Tiles
    luck: float
    reasons: list[ReviewReason]


class ReviewPlayer(Struct, frozen=True, kw_only=True):
    """The round of one player: start + luck + skill = result."""

    player: str
    start: float
    deal: float
    luck: float
    luck_error: float
    skill: float
    result: float
    mean_loss: float
    accuracy: float


class ReviewRound(Struct, frozen=True, kw_only=True):
    """A round under review."""

    players: list[ReviewPlayer]
    turns: list[ReviewTurn]
    turning_points: list[int]
    """The steps of the replay that gave away the most, worst first."""


class Review(Struct, frozen=True, kw_only=True):
    """All rounds of a record."""

    rounds: list[ReviewRound]
    adjusted: list[float]
    """Rounds won by each player, adjusted for luck."""


class ReviewState(Struct, frozen=True, kw_only=True):
    """How far a review has come: 1 is settled; before that it sharpens."""

    progress: float
    waiting: int
    """How many other reviews come first."""
    review: Review | None


class ChancesRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What are the choices of this position worth?"""

    rulebook: Annotated[str, Meta(max_length=40)]
    house: dict[str, HouseValue] = {}
    table: Melds = []
    rack: Tiles
    opened: bool = True
    others: Annotated[list[Annotated[int, Meta(ge=1, le=100)]], Meta(min_length=1, max_length=5)]
    """How many tiles each of the others has, in the order of their turns."""
    others_opened: bool = True


class ChancesAnswer(Struct, frozen=True, kw_only=True):
    """The choices, best first, and on how many deals of the hidden tiles they were tried."""

    choices: list[ChanceChoice]
    deals: int
