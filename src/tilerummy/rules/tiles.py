"""Tiles: the coloured numbers and the jokers of every box.

A tile is a value, not a piece of plastic: the two blue sevens of a set are the same
`Tile`. There are 88 of them over all rulebooks (six colours times thirteen numbers, the
plain joker, a joker in each colour, and the three special jokers of With a Twist), all
made when this module is loaded. So tiles compare by identity, hash in no time and sort
by their `index`; racks, pools and melds are tuples of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

__all__ = ["ALL_TILES", "HIGHEST", "Colour", "JokerKind", "Tile", "in_order", "joker", "tile"]

HIGHEST: Final = 13
"""The highest number any set has."""


class Colour(Enum):
    """A colour of the number tiles; its value is the letter of the notation."""

    BLACK = "k"
    RED = "r"
    BLUE = "b"
    YELLOW = "y"
    ORANGE = "o"
    GREEN = "g"

    __hash__ = object.__hash__  # members are unique; Enum's own hash is a call of Python code


class JokerKind(Enum):
    """What a joker can do; its value is how the notation writes it."""

    NORMAL = "*"
    DOUBLE = "*2"
    CHANGE = "*c"
    MIRROR = "*m"

    @property
    def is_special(self) -> bool:
        """Whether this is one of With a Twist's special jokers."""
        return self is not JokerKind.NORMAL


class Tile:
    """One kind of tile: a number in a colour, or a joker (whose number is 0)."""

    __slots__ = ("colour", "index", "joker", "number", "text")

    colour: Colour | None
    number: int
    joker: JokerKind | None
    index: int
    text: str

    def __init__(
        self, index: int, text: str, colour: Colour | None, number: int, joker: JokerKind | None
    ) -> None:
        values = (index, text, colour, number, joker)
        for name, value in zip(("index", "text", "colour", "number", "joker"), values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self.text} is shared by everybody and cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self.text} is shared by everybody and cannot be changed")

    @property
    def is_joker(self) -> bool:
        """Whether this tile is a joker of any kind."""
        return self.joker is not None

    @staticmethod
    def parse(text: str) -> Tile:
        """The tile that the notation calls `text`, for example `k13`, `*`, `*r` or `*2`."""
        from tilerummy.rules.errors import expect
        from tilerummy.rules.notation import parse_tile

        expect(text, str, "the text")
        return parse_tile(text)

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Tile.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _from_index, (self.index,)

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: object) -> Tile:
        return self


def _make_all() -> tuple[Tile, ...]:
    faces: list[tuple[str, Colour | None, int, JokerKind | None]] = [
        (f"{colour.value}{number}", colour, number, None)
        for colour in Colour
        for number in range(1, HIGHEST + 1)
    ]
    faces.append(("*", None, 0, JokerKind.NORMAL))
    faces += [(f"*{colour.value}", colour, 0, JokerKind.NORMAL) for colour in Colour]
    faces += [(kind.value, None, 0, kind) for kind in JokerKind if kind.is_special]
    return tuple(Tile(index, *face) for index, face in enumerate(faces))


ALL_TILES: Final = _make_all()
"""Every tile of every box, in the order in which racks are sorted."""

_NUMBERED: Final = {(t.colour, t.number): t for t in ALL_TILES if not t.is_joker}
_JOKERS: Final = {(t.joker, t.colour): t for t in ALL_TILES if t.is_joker}


def _from_index(index: int) -> Tile:
    return ALL_TILES[index]


def tile(colour: Colour, number: int) -> Tile:
    """The number tile of that colour and number."""
    return _NUMBERED[colour, number]


def joker(kind: JokerKind = JokerKind.NORMAL, colour: Colour | None = None) -> Tile:
    """The joker of that kind; a plain one may be printed in a colour."""
    return _JOKERS[kind, colour]


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles as a sorted tuple: how racks are kept."""
    return tuple(sorted(tiles, key=_index))


def _index(tile: Tile) -> int:
    return tile.index
