"""Reviews as resources of HTTP: finished games, their turns, and the chances of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.room.notation import Act
from tilerummy.server.room.settings import BotLevel, Melds, Tiles
from tilerummy.server.room.snapshots import HintStep, RoundResult
from tilerummy.server.wire.resources import PositionRequest, RecordSource, ReplayStep

__all__ = [
    "ChanceChoice",
    "ChanceHint",
    "ChancesAnswer",
    "ChancesRequest",
    "GameLine",
    "LineMove",
    "Review",
    "ReviewPlayer",
    "ReviewReason",
    "ReviewRound",
    "ReviewState",
    "ReviewTurn",
    "WhatIfAnswer",
    "WhatIfRequest",
]

ClassName = Literal["equal", "small", "medium", "large", "only"]


class GameLine(Struct, frozen=True, kw_only=True):
    """A finished round in the list of those one played."""

    record: str
    """The id under which the record is kept."""
    finished: int
    """Milliseconds since 1970."""
    rulebook: str
    """The rulebook's id."""
    title: str
    """The name of the box."""
    players: list[str]
    """Their names, by seat."""
    bots: list[bool]
    """Which of them are bots."""
    seat: int
    """Where the person sat whose list this is."""
    winner: int | None
    """The seat that won; null for a void round."""
    scores: list[int]
    """The scores, by seat."""


class ChanceChoice(Struct, frozen=True, kw_only=True):
    """Something one could do, with the chance to win and its standard error."""

    action: Act
    """What is done."""
    laid: Tiles
    """The tiles laid."""
    table: Melds
    """The table left behind."""
    opening: Melds | None
    """The melds that open."""
    chance: float
    """The chance to win the round, from 0 to 1."""
    error: float
    """Its standard error."""
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
        "late",
    ]
    """Which fact."""
    number: int
    """A number of its sentence."""
    other: int
    """Another number of its sentence."""


class ReviewTurn(Struct, frozen=True, kw_only=True):
    """A turn as it was played, judged by what its player could know."""

    step: int
    """Which step of the replay this turn is."""
    seat: int
    """Whose turn it was."""
    chance: float
    """The chance to win after what was done."""
    best_chance: float
    """The chance to win after the best choice."""
    loss: float
    """What was given away: the difference."""
    error: float
    """The standard error of the loss."""
    name: ClassName
    """How large the loss is, in a word."""
    best: ChanceChoice
    """The best choice."""
    choices: list[ChanceChoice]
    """All that were looked at, best first."""
    most: int
    """The most tiles that could have been laid, which need not have been best."""
    most_laid: Tiles
    luck: float
    """What the tile drawn was worth to the player; 0 without a draw."""
    reasons: list[ReviewReason]
    """Facts that explain the difference."""


class ReviewPlayer(Struct, frozen=True, kw_only=True):
    """The round of one player: start + luck + skill = result."""

    player: str
    """The name."""
    start: float
    """The chance to win before anything was dealt."""
    deal: float
    """What the deal changed of it."""
    luck: float
    """What all chance, the deal included, changed of it."""
    luck_error: float
    """The standard error of the luck."""
    skill: float
    """The rest: what play, their own and that of the others, changed of it."""
    result: float
    """1 for the winner, 0 for the others; in a void round everybody has the start."""
    mean_loss: float
    """What a turn gave away on average, in chance to win."""
    accuracy: float
    """How good the choices were, from 0 to 100."""


class ReviewRound(Struct, frozen=True, kw_only=True):
    """A round under review."""

    players: list[ReviewPlayer]
    """The players, by seat."""
    turns: list[ReviewTurn]
    """The turns in their order."""
    turning_points: list[int]
    """The steps of the replay that gave away the most, worst first."""


class Review(Struct, frozen=True, kw_only=True):
    """All rounds of a record."""

    rounds: list[ReviewRound]
    """The rounds in their order."""
    adjusted: list[float]
    """Rounds won by each player, adjusted for luck."""


class ReviewState(Struct, frozen=True, kw_only=True):
    """How far a review has come: 1 is settled; before that it sharpens."""

    progress: float
    """From 0 to 1."""
    waiting: int
    """How many other reviews come first."""
    review: Review | None
    """What is known so far; null as long as nothing is."""


class ChancesRequest(PositionRequest, frozen=True, kw_only=True):
    """What are the choices of this position worth?"""

    others: Annotated[list[Annotated[int, Meta(ge=1, le=100)]], Meta(min_length=1, max_length=5)]
    """How many tiles each of the others has, in the order of their turns."""
    others_opened: bool = True
    """Whether the others have opened."""


class ChancesAnswer(Struct, frozen=True, kw_only=True):
    """The choices, best first, and on how many deals of the hidden tiles they were tried."""

    choices: list[ChanceChoice]
    """What can be done, best first."""
    deals: int
    """On how many deals of the hidden tiles they were tried."""


class LineMove(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of a what-if line; a play names the table it leaves."""

    action: Act
    """What is done."""
    table: Melds = []
    """The table that a play leaves."""
    opening: Melds | None = None
    """The opening melds of a play, where they cannot be told from the table."""


class WhatIfRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How does the round go on from here, if it goes on otherwise?"""

    record: RecordSource
    """The record of the game."""
    round: Annotated[int, Meta(ge=0, le=98)] = 0
    """Which of its rounds, from 0."""
    step: Annotated[int, Meta(ge=0, le=2_000)]
    """The position after this step of the replay; the request is for the seat in turn there."""
    line: Annotated[list[LineMove], Meta(max_length=400)] = []
    """The moves since then: those of the answer before, and the next one of the seat asked for."""
    bot: BotLevel = "nell"
    """Who plays the other seats."""


class WhatIfAnswer(Struct, frozen=True, kw_only=True):
    """The whole line: up to the next turn of the seat asked for, or to the end of the round."""

    seat: int
    """The seat asked for."""
    line: list[LineMove]
    """All moves since the position."""
    steps: list[ReplayStep]
    """The round after each of the moves, everything open."""
    may: list[Act]
    """What the seat can do now; nothing once the round is over."""
    result: RoundResult | None
    """How the round ended, once it is over."""
