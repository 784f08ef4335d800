"""Rulebooks: what a booklet settles, as data.

A `Rulebook` is made of small frozen tables, one per subject. Code asks for a field
(`rules.opening.points`), never for an id. Every field names the place in the booklet
that it comes from, or the ruling where the booklet says nothing; see `source`.
The files are TOML and live in `rulebooks/`; `library` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tilerummy.rules.field_values import (
    BlockedScore,
    ColourName,
    EmptyPool,
    JokerMelds,
    JokerReuse,
    LateTurn,
    Redeal,
    StartDraw,
    StartMethod,
    TimeFrom,
    Unrestorable,
    Untouched,
)
from tilerummy.rules.readings import Grammar
from tilerummy.rules.tiles import HIGHEST, Colour, JokerKind, Tile, in_order, joker, tile

__all__ = [
    "HOUSE_RULE",
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


HOUSE_RULE: Final = "house rule"
"""The source of a field that players changed."""


class JokerCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many jokers of each kind the set has."""

    normal: Annotated[int, Meta(ge=0, le=4)] = 0
    """Plain jokers, which stand for any tile."""
    double: Annotated[int, Meta(ge=0, le=2)] = 0
    """Double jokers, which stand for two neighbours in a run."""
    colour_change: Annotated[int, Meta(ge=0, le=2)] = 0
    """Jokers after which a run goes on in another colour."""
    mirror: Annotated[int, Meta(ge=0, le=2)] = 0
    """Jokers around which a meld is repeated backwards."""

    @property
    def total(self) -> int:
        """All jokers together."""
        return self.normal + self.double + self.colour_change + self.mirror


class TileSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles in the box."""

    colours: Annotated[tuple[ColourName, ...], Meta(min_length=4, max_length=4)]
    """The four colours of the number tiles."""
    numbers: Annotated[int, Meta(ge=HIGHEST, le=HIGHEST)]
    """The highest number."""
    copies: Annotated[int, Meta(ge=1, le=3)]
    """How often each number tile is in the box."""
    jokers: JokerCounts
    """How many jokers of each kind."""
    coloured_jokers: bool
    """Whether plain jokers are printed in colours."""


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and from what age."""

    least: Annotated[int, Meta(ge=2, le=6)]
    """The fewest players."""
    most: Annotated[int, Meta(ge=2, le=6)]
    """The most players."""
    age: Annotated[int, Meta(ge=0, le=99)]
    """From what age on, as the box says; 0 if it does not."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins."""

    method: StartMethod
    """How the start player is found."""
    drawn: StartDraw
    """Before or after the deal, where tiles are drawn for it."""


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody gets."""

    tiles: Annotated[int, Meta(ge=3, le=20)]
    """How many tiles each player gets."""
    redeal: Redeal
    """Whether a bad deal may be claimed."""


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """The first play of each player."""

    points: Annotated[int, Meta(ge=0, le=200)]
    """How many points the opening melds need."""
    goes_on: bool
    """Whether the same turn may go on after the opening melds."""


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """Drawing instead of laying."""

    tiles: Annotated[int, Meta(ge=1, le=1)]
    """How many tiles are drawn instead of laying."""
    then_open: bool
    """Whether a player who has not opened may still open after drawing."""
    must_lay: bool = False
    """Whether a player who can play tiles may not draw; no booklet says so."""


class Penalties(Struct, frozen=True, forbid_unknown_fields=True):
    """What a joker left on a rack costs."""

    normal: Annotated[int, Meta(ge=0, le=100)]
    """For a plain joker."""
    special: Annotated[int, Meta(ge=0, le=100)]
    """For a double, colour-change or mirror joker."""


class Jokers(Struct, frozen=True, forbid_unknown_fields=True):
    """What jokers can do and what they cost."""

    reuse: JokerReuse
    """Where a freed joker has to go."""
    melds: JokerMelds
    """What may be done to a meld with a joker in it."""
    colour_must_match: bool
    """Whether a coloured joker stands for tiles of its own colour only."""
    special_replaces_other: bool
    """Whether a special joker may take the place of a joker of another kind."""
    mirror_value: Literal["middle", "zero"]
    """What a mirror joker adds to an opening."""
    penalty: Penalties
    """What a joker left on a rack costs."""


class Time(Struct, frozen=True, forbid_unknown_fields=True):
    """The time limit of a turn; a limit of 0 seconds is none."""

    limit: Annotated[int, Meta(ge=0, le=3600)]
    """Seconds a turn; 0 for no limit."""
    obligatory: bool
    """Whether the booklet demands the limit or offers it."""
    timed: TimeFrom
    """From which turn on a player is timed."""
    late: LateTurn
    """What happens to the unfinished table when time is up."""
    penalty: Annotated[int, Meta(ge=0, le=14)]
    """How many tiles a late player draws."""
    untouched: Untouched
    """What a time-out costs a player who moved nothing."""
    unrestorable: Unrestorable
    """What the booklet does with tiles whose place nobody remembers."""
    unrestorable_penalty: Annotated[int, Meta(ge=0, le=14)]
    """How many tiles that costs."""


class Pool(Struct, frozen=True, forbid_unknown_fields=True):
    """The undealt tiles: how they lie, and what happens when they are gone."""

    layout: Literal["loose", "stacks-of-seven", "stacks", "one-deck"]
    """How the undealt tiles lie."""
    empty: EmptyPool
    """How a round goes on when they are gone."""
    must_lay: bool
    """Whether a player who can play must, once the pool is empty."""


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How a round is counted."""

    call: bool
    """Whether the booklet has the winner announce it."""
    blocked: BlockedScore
    """How a round is scored in which nobody goes out."""


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """How many rounds make a match: agreed freely, or as many as there are players."""

    rounds: Literal["free", "players"]
    """As many as agreed, or as many as there are players."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """What this booklet calls its melds."""

    run: str
    """Tiles of one colour in a row."""
    group: str
    """Tiles of one number in different colours."""
    meld: str
    """Either of them."""
    melds: str = ""
    """Several of them; empty where the usual word will do."""


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True, dict=True, eq=False):
    """One booklet in one language, or a variation of it by house rules."""

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
    special: tuple[str, ...]
    """What sets it apart from the others, in a few sentences."""
    words: Words
    """What the booklet calls its melds."""
    tiles: TileSet
    """The tiles in the box."""
    players: Players
    """How many play."""
    start: Start
    """Who begins."""
    deal: Deal
    """What everybody gets."""
    opening: Opening
    """The first play of each player."""
    draw: Draw
    """Drawing instead of laying."""
    jokers: Jokers
    """What jokers can do and what they cost."""
    time: Time
    """The time limit of a turn."""
    pool: Pool
    """The undealt tiles."""
    scoring: Scoring
    """How a round is counted."""
    match: Match
    """How many rounds make a match."""
    sources: dict[str, str]
    """For each field the place in the booklet, or the ruling; see `source`."""
    extends: str | None = None
    """The rulebook that this one differs from, for editions and files of your own."""
    rulings: Literal[1, 2] = RULINGS
    """The rulings where the booklet says nothing: 1 until late turns were revised, 2 now."""

    @cached_property
    def facts(self) -> tuple[object, ...]:
        """Everything that decides a game."""
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
    def base(self) -> str:
        """The shipped rulebook that this one is, or varies: how records name it."""
        from tilerummy.rules.library import RULEBOOK_IDS

        known = [name for name in (self.id, self.extends) if name in RULEBOOK_IDS]
        return known[0] if known and known[0] is not None else RULEBOOK_IDS[0]

    @cached_property
    def _hash(self) -> int:
        return hash(self.facts)

    def __eq__(self, other: object) -> bool:
        """Whether both vary the same booklet and play the same game, whatever they are called."""
        return self is other or (
            isinstance(other, Rulebook) and self.facts == other.facts and self.base == other.base
        )

    def __ne__(self, other: object) -> bool:
        # A struct has a __ne__ of its own, which would compare identities.
        return not self == other

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
        """Where the booklet says so, or which ruling does, for a field like `opening.points`.

        A field that players changed comes from no booklet: its source is `house rule`.
        """
        place = self.sources.get(field)
        if place and place.startswith(HOUSE_RULE):
            return place
        return f"{self.booklet}, {place}" if place else self.booklet

    def replace(self, changes: Mapping[str, object]) -> Rulebook:
        """The same booklet with house rules: `rules.replace({"opening.points": 25})`."""
        from tilerummy.rules.library import with_house_rules

        return with_house_rules(self, changes)


def _unpickle(data: bytes) -> Rulebook:
    return msgspec.msgpack.decode(data, type=Rulebook)
