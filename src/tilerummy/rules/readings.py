"""What a meld can mean: the words in which runs, groups and mirrors are read.

A `Reading` says that a row of tiles is a run or a group, what every joker in it stands
for and what it is worth. A `Fault` says why it is neither. The `Grammar` holds the few
fields of a rulebook on which that depends, so that readings can be remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from msgspec import Struct

from tilerummy.rules.tiles import HIGHEST, Colour, Tile

__all__ = ["Face", "Fault", "FaultCode", "Grammar", "MeldKind", "Reading"]


class MeldKind(Enum):
    """One colour and rising numbers, or one number and different colours."""

    RUN = "run"
    GROUP = "group"

    __hash__ = object.__hash__  # members are unique; Enum's own hash is a call of Python code


class Grammar(Struct, frozen=True, cache_hash=True):
    """The fields of a rulebook that decide which rows of tiles are melds."""

    colours: tuple[Colour, ...]
    numbers: int = HIGHEST
    colour_must_match: bool = False
    mirror_counts: bool = True

    def colour_of(self, tile: Tile) -> Colour | None:
        """The colour that binds the tile: a joker's own colour binds only where agreed."""
        if tile.joker is None or self.colour_must_match:
            return tile.colour
        return None


@dataclass(frozen=True, slots=True)
class Face:
    """What a tile shows in a meld: its number, and its colour where that is settled."""

    number: int
    colour: Colour | None

    def __str__(self) -> str:
        return f"{self.colour.value if self.colour else '?'}{self.number}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A valid meld: its kind, the faces each tile shows (a double shows two), its value."""

    kind: MeldKind
    """Run or group."""
    faces: tuple[tuple[Face, ...], ...]
    """For each tile what it shows: itself, or what a joker stands for; a double shows two."""
    value: int
    """The sum of the numbers, jokers counting as what they stand for."""


class FaultCode(StrEnum):
    """Why a row of tiles is not a meld."""

    TOO_SHORT = "too-short"
    ONLY_JOKERS = "only-jokers"
    NEITHER = "neither"
    NOT_CONSECUTIVE = "not-consecutive"
    NOT_IN_ORDER = "not-in-order"
    MIXED_COLOURS = "mixed-colours"
    BELOW_ONE = "below-one"
    BEYOND_HIGHEST = "beyond-highest"
    COLOUR_TWICE = "colour-twice"
    GROUP_TOO_LARGE = "group-too-large"
    JOKER_COLOUR = "joker-colour"
    CHANGE_IN_GROUP = "change-in-group"
    CHANGE_KEEPS_COLOUR = "change-keeps-colour"
    CHANGE_TAKES_NUMBER = "change-takes-number"
    DOUBLE_TAKES_TWO = "double-takes-two"
    DOUBLE_AT_EDGE = "double-at-edge"
    DOUBLE_FILLS_GROUP = "double-fills-group"
    TWO_MIRRORS = "two-mirrors"
    MIRROR_NOT_CENTRED = "mirror-not-centred"
    MIRROR_DIFFERS = "mirror-differs"
    DECLARED_OTHERWISE = "declared-otherwise"


_SENTENCES: dict[FaultCode, str] = {
    FaultCode.TOO_SHORT: "a meld needs at least three tiles",
    FaultCode.ONLY_JOKERS: "a meld needs at least one number tile",
    FaultCode.NEITHER: "these tiles form neither a run nor a group",
    FaultCode.NOT_CONSECUTIVE: "the numbers in a run must be consecutive",
    FaultCode.NOT_IN_ORDER: "the tiles in a run must be in ascending order",
    FaultCode.MIXED_COLOURS: "a run has one colour",
    FaultCode.BELOW_ONE: "nothing comes before the 1",
    FaultCode.BEYOND_HIGHEST: "nothing comes after the highest number",
    FaultCode.COLOUR_TWICE: "a group has each colour only once",
    FaultCode.GROUP_TOO_LARGE: "a group has no more tiles than there are colours",
    FaultCode.JOKER_COLOUR: "a joker stands only for tiles of its own colour here",
    FaultCode.CHANGE_IN_GROUP: "a colour-change joker belongs in a run",
    FaultCode.CHANGE_KEEPS_COLOUR: "the colour must change at a colour-change joker",
    FaultCode.CHANGE_TAKES_NUMBER: "a colour-change joker stands for a number of its own",
    FaultCode.DOUBLE_TAKES_TWO: "a double joker stands for two numbers",
    FaultCode.DOUBLE_AT_EDGE: "a double joker stands for two numbers, so it fits neither before "
    "the 2 nor after the 12",
    FaultCode.DOUBLE_FILLS_GROUP: "a double joker stands for two colours of a group",
    FaultCode.TWO_MIRRORS: "a meld has at most one mirror joker",
    FaultCode.MIRROR_NOT_CENTRED: "a mirror joker must be in the middle, with the same number of "
    "tiles on each side",
    FaultCode.MIRROR_DIFFERS: "both sides of a mirror joker show the same tiles",
    FaultCode.DECLARED_OTHERWISE: "these tiles cannot be read as declared",
}

_CLAUSES: dict[FaultCode, str] = {
    FaultCode.ONLY_JOKERS: "ruling B-08",
    FaultCode.BELOW_ONE: "ruling B-05",
    FaultCode.BEYOND_HIGHEST: "ruling B-05",
    FaultCode.JOKER_COLOUR: "clause A13",
    FaultCode.CHANGE_IN_GROUP: "clause A10",
    FaultCode.CHANGE_KEEPS_COLOUR: "clause A10",
    FaultCode.CHANGE_TAKES_NUMBER: "ruling B-21",
    FaultCode.DOUBLE_TAKES_TWO: "clause A10",
    FaultCode.DOUBLE_AT_EDGE: "clause A10",
    FaultCode.DOUBLE_FILLS_GROUP: "ruling B-23",
    FaultCode.TWO_MIRRORS: "ruling B-22",
    FaultCode.MIRROR_NOT_CENTRED: "clause A10",
    FaultCode.MIRROR_DIFFERS: "clause A10",
    FaultCode.DECLARED_OTHERWISE: "ruling B-04",
}
"""Where docs/rules.md speaks of it; what runs and groups are is clause A5."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a row of tiles is not a meld."""

    code: FaultCode
    """Which rule about melds is broken."""
    numbers: tuple[int, ...] = ()
    """What a special joker stands for here, and the number that has to follow it."""
    needs: tuple[Tile, ...] = ()
    """The tiles that would make a meld of it, where a mirror settles which."""

    @property
    def message(self) -> str:
        """The reason as a sentence without its full stop."""
        sentence = _SENTENCES[self.code]
        if self.numbers:
            *stands, after = self.numbers
            sentence += f": here for {' and '.join(map(str, stands))}, and {after} comes next"
        if self.needs:
            sentence += f"; it still needs {' '.join(map(str, self.needs))}"
        return sentence

    @property
    def clause(self) -> str:
        """The clause or ruling behind the reason."""
        return _CLAUSES.get(self.code, "clause A5")
