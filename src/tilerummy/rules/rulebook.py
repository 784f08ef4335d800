"""Rulebooks: what a booklet settles, as data.

A `Rulebook` is made of small frozen tables, one per subject. Code asks for a field
(`rules.opening.points`), never for an id. Every field names the place in the booklet
that it comes from, or the ruling that fills the booklet's silence; `source` tells.
The files are TOML and live in `rulebooks/`; `library` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tilerummy.rules.readings import Grammar
from tilerummy.rules.tiles import HIGHEST, Colour, JokerKind, Tile, in_order, joker, tile

__all__ = [
    "RULINGS",
    "BlockedScore",
    "ColourName",
    "Deal",
    "Draw",
    "EmptyPool",
    "JokerCounts",
    "JokerMelds",
    "JokerReuse",
    "Jokers",
    "LateTurn",
    "Match",
    "Opening",
    "Penalties",
    "Players",
    "Pool",
    "Redeal",
    "Rulebook",
    "Scoring",
    "Start",
    "StartDraw",
    "StartMethod",
    "TileSet",
    "Time",
    "TimeFrom",
    "Unrestorable",
    "Untouched",
    "Words",
]


RULINGS: Final = 2
"""The rulings now in force; games begun under earlier ones end under them."""


class ColourName(Enum):
    """A colour as a rulebook file writes it."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    ORANGE = "orange"
    GREEN = "green"

    @property
    def colour(self) -> Colour:
        """The colour of the tiles."""
        return Colour[self.name]


class StartMethod(Enum):
    """How the start player is found."""

    HIGHEST_TILE = "highest-tile"
    RANDOM = "random"


class StartDraw(Enum):
    """When the tiles for the start are drawn."""

    BEFORE_DEAL = "before-deal"
    AFTER_DEAL = "after-deal"


class Redeal(Enum):
    """Whether a bad deal may be claimed."""

    NONE = "none"
    THREE_PAIRS = "three-pairs"


class JokerReuse(Enum):
    """Where a joker freed from the table has to go."""

    ANYWHERE = "anywhere"
    OTHER_MELD = "other-meld"
    NEW_MELD = "new-meld"


class JokerMelds(Enum):
    """What may be done to a meld with a joker in it."""

    FREE = "free"
    UNDIVIDED = "undivided"
    FROZEN = "frozen"


class LateTurn(Enum):
    """What happens to the unfinished table when time is up."""

    ALL_RESTORED = "all_tiles_restored"
    OWN_TO_RACK = "own_tiles_to_rack"
    OWN_UNCOMBINED_TO_RACK = "own_uncombined_to_rack"
    LOOSE_RESTORED = "loose_tiles_restored"
    LOOSE_TO_RACK = "loose_tiles_to_rack"

    @property
    def keeps_finished_melds(self) -> bool:
        """Whether what was finished in time stays on the table."""
        return self not in (LateTurn.ALL_RESTORED, LateTurn.OWN_TO_RACK)


class TimeFrom(Enum):
    """From which turn on a player is timed."""

    FIRST_TURN = "first-turn"
    AFTER_OPENING = "after-opening"


class Untouched(Enum):
    """What a time-out costs a player who moved nothing."""

    PENALTY = "penalty"
    DRAW = "draw"


class Unrestorable(Enum):
    """What the booklet does with tiles whose place nobody remembers (never needed here)."""

    NONE = "none"
    TO_POOL = "to-pool"
    TO_POOL_AND_AS_MANY_MORE = "to-pool-and-as-many-more"


class EmptyPool(Enum):
    """How a round goes on when the pool is empty."""

    PLAY_ON = "play-on"
    LAST_TURN = "last-turn"
    VOID = "void"


class BlockedScore(Enum):
    """How a round is scored in which nobody goes out."""

    DIFFERENCE = "difference"
    FULL = "full"
    VOID = "void"


class JokerCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many jokers of each kind the set has."""

    normal: Annotated[int, Meta(ge=0, le=4)] = 0
    double: Annotated[int, Meta(ge=0, le=2)] = 0
    colour_change: Annotated[int, Meta(ge=0, le=2)] = 0
    mirror: Annotated[int, Meta(ge=0, le=2)] = 0

    @property
    def total(self) -> int:
        """All jokers together."""
        return self.normal + self.double + self.colour_change + self.mirror


class TileSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles in the box."""

    colours: Annotated[tuple[ColourName, ...], Meta(min_length=4, max_length=4)]
    numbers: Annotated[int, Meta(ge=HIGHEST, le=HIGHEST)]
    copies: Annotated[int, Meta(ge=1, le=3)]
    jokers: JokerCounts
    coloured_jokers: bool


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and from what age."""

    least: Annotated[int, Meta(ge=2, le=6)]
    most: Annotated[int, Meta(ge=2, le=6)]
    age: Annotated[int, Meta(ge=0, le=99)]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins."""

    method: StartMethod
    drawn: StartDraw


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody gets."""

    tiles: Annotated[int, Meta(ge=3, le=20)]
    redeal: Redeal


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """The first play of each player."""

    points: Annotated[int, Meta(ge=0, le=200)]
    goes_on: bool


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """Drawing instead of laying."""

    tiles: Annotated[int, Meta(ge=1, le=1)]
    then_open: bool
    must_lay: bool = False
    """Whether a player who can play tiles may not draw; no booklet says so."""


class Penalties(Struct, frozen=True, forbid_unknown_fields=True):
    """What a joker left on a rack costs."""

    normal: Annotated[int, Meta(ge=0, le=100)]
    special: Annotated[int, Meta(ge=0, le=100)]


class Jokers(Struct, frozen=True, forbid_unknown_fields=True):
    """What jokers can do and what they cost."""

    reuse: JokerReuse
    melds: JokerMelds
    colour_must_match: bool
    special_replaces_other: bool
    mirror_value: Literal["middle", "zero"]
    penalty: Penalties


class Time(Struct, frozen=True, forbid_unknown_fields=True):
    """The time limit of a turn; a limit of 0 seconds is none."""

    limit: Annotated[int, Meta(ge=0, le=3600)]
    obligatory: bool
    timed: TimeFrom
    late: LateTurn
    penalty: Annotated[int, Meta(ge=0, le=14)]
    untouched: Untouched
    unrestorable: Unrestorable
    unrestorable_penalty: Annotated[int, Meta(ge=0, le=14)]


class Pool(Struct, frozen=True, forbid_unknown_fields=True):
    """The undealt tiles: how they lie, and what happens when they are gone."""

    layout: Literal["loose", "stacks-of-seven", "stacks", "one-deck"]
    empty: EmptyPool
    must_lay: bool


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How a round is counted."""

    call: bool
    blocked: BlockedScore


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """How many rounds make a match: agreed freely, or as many as there are players."""

    rounds: Literal["free", "players"]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """What this booklet calls its melds."""

    run: str
    group: str
    meld: str
    melds: str = ""
    """Several of them; empty where the usual word will do."""


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True, dict=True, eq=False):
    """One booklet in one language, or a variation of it by house rules."""

    id: str
    title: str
    booklet: str
    language: str
    edition: str
    special: tuple[str, ...]
    words: Words
    tiles: TileSet
    players: Players
    start: Start
    deal: Deal
    opening: Opening
    draw: Draw
    jokers: Jokers
    time: Time
    pool: Pool
    scoring: Scoring
    match: Match
    sources: dict[str, str]
    extends: str | None = None
    rulings: Literal[1, 2] = RULINGS
    """Which rulings fill the booklet's silence: 1 before late turns were ruled anew, 2 now."""

    @cached_property
    def facts(self) -> tuple[object, ...]:
        """Everything that decides a game; two rulebooks with the same facts are equal."""
        return (
            self.tiles,
            self.players,
            self.start,
            self.deal,
            self.opening,
            self.draw,
            self.jokers,
            self.time,
            self.pool,
            self.scoring,
            self.match,
            self.rulings,
        )

    @cached_property
    def _hash(self) -> int:
        return hash(self.facts)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Rulebook) and self.id == other.id and self.facts == other.facts
        )

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"rulebook({self.id!r})"

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return _unpickle, (msgspec.msgpack.encode(self),)

    @cached_property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of the number tiles."""
        return tuple(name.colour for name in self.tiles.colours)

    @cached_property
    def grammar(self) -> Grammar:
        """The fields that decide which rows of tiles are melds."""
        return Grammar(
            colours=self.colours,
            numbers=self.tiles.numbers,
            colour_must_match=self.jokers.colour_must_match,
            mirror_counts=self.jokers.mirror_value == "middle",
        )

    @cached_property
    def deck(self) -> tuple[Tile, ...]:
        """Every tile of the box, in order."""
        counts = self.tiles.jokers
        deck = [
            tile(colour, number)
            for colour in self.colours
            for number in range(1, self.tiles.numbers + 1)
            for _ in range(self.tiles.copies)
        ]
        for index in range(counts.normal):
            colour = self.colours[index % 4] if self.tiles.coloured_jokers else None
            deck.append(joker(JokerKind.NORMAL, colour))
        deck += [joker(JokerKind.DOUBLE)] * counts.double
        deck += [joker(JokerKind.CHANGE)] * counts.colour_change
        deck += [joker(JokerKind.MIRROR)] * counts.mirror
        return in_order(deck)

    def penalty(self, tile: Tile) -> int:
        """What the tile costs its owner at the end of a round."""
        if tile.joker is None:
            return tile.number
        penalty = self.jokers.penalty
        return penalty.special if tile.joker.is_special else penalty.normal

    def rack_points(self, tiles: Iterable[Tile]) -> int:
        """What a rack costs its owner at the end of a round."""
        return sum([self.penalty(tile) for tile in tiles])

    def source(self, field: str) -> str:
        """Where the booklet says so, or which ruling does, for a field like `opening.points`."""
        place = self.sources.get(field)
        return f"{self.booklet}, {place}" if place else self.booklet

    def replace(self, changes: Mapping[str, object]) -> Rulebook:
        """The same booklet with house rules: `rules.replace({"opening.points": 25})`."""
        from tilerummy.rules.library import with_house_rules

        return with_house_rules(self, changes)


def _unpickle(data: bytes) -> Rulebook:
    return msgspec.msgpack.decode(data, type=Rulebook)
