"""Rows of tiles around a mirror joker, grown outwards from it.

The side that reaches less far grows next, so that each tile soon faces what it has to mirror. A
row is what lies left and right of the mirror, seen from it, and how far either side reaches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tilerummy.rules import Colour, JokerKind, Tile
from tilerummy.rules.readings import Grammar
from tilerummy.rules.tiles import in_order, joker, tile

__all__ = ["mirrored_groups", "mirrored_runs"]

Handful = tuple[Tile, ...]
_MIRROR = joker(JokerKind.MIRROR)
_CHANGE = joker(JokerKind.CHANGE)


@dataclass(frozen=True, slots=True)
class _Sides:
    """Left and right of the mirror; the core is the smallest mirrored meld inside."""

    left: Handful = ()
    right: Handful = ()
    left_reach: int = 0
    right_reach: int = 0
    facing: tuple[Colour | None, ...] = ()
    colour: Colour | None = None
    last: Colour | None = None
    seen: frozenset[Colour] = frozenset()
    core: tuple[int, int] | None = None

    @property
    def row(self) -> Handful:
        return (*reversed(self.left), _MIRROR, *self.right)

    @property
    def level(self) -> bool:
        return self.left_reach == self.right_reach

    @property
    def has_number(self) -> bool:
        return any(t.number for t in self.left + self.right)

    @property
    def can_be_cut(self) -> bool:
        """Whether three tiles or more, one a number, stick out of the core on either side."""
        if self.core is None:
            return False
        outside = self.left[self.core[0] :], self.right[self.core[1] :]
        return all(len(part) >= 3 and any(t.number for t in part) for part in outside)

    @property
    def key(self) -> tuple[object, ...]:
        outside = None
        if self.core is not None:
            parts = self.left[self.core[0] :], self.right[self.core[1] :]
            outside = tuple((min(len(p), 3), any(t.number for t in p)) for p in parts)
        reach = self.left_reach, self.right_reach, self.facing
        return reach, self.colour, self.last, self.seen, outside, in_order(self.row)

    def left_grown(self, piece: Tile, width: int, faces: tuple[Colour | None, ...]) -> _Sides:
        return replace(
            self,
            left=(*self.left, piece),
            left_reach=self.left_reach + width,
            facing=self.facing + faces,
        )

    def right_grown(self, piece: Tile, width: int) -> _Sides:
        return replace(
            self,
            right=(*self.right, piece),
            right_reach=self.right_reach + width,
            facing=self.facing[width:],
        )


Growth = Callable[[_Sides], Iterator[_Sides]]


def mirrored_runs(middle: int, stock: Counter[Tile], grammar: Grammar) -> Iterator[Handful]:
    """Rows that rise to a mirror standing for the middle number."""
    jokers = _jokers(stock)

    def grow(sides: _Sides) -> Iterator[_Sides]:
        reach = min(sides.left_reach, sides.right_reach)
        number = middle - reach - 1
        if number < 1:
            return
        if sides.level and _left(stock, sides, _CHANGE) >= 2:
            changed = replace(sides, colour=None, last=sides.colour)
            yield changed.left_grown(_CHANGE, 1, ()).right_grown(_CHANGE, 1)
        pieces = [tile(colour, number) for colour in grammar.colours] + jokers
        for piece in pieces:
            width = _width(piece)
            colour = grammar.colour_of(piece) or sides.colour
            clash = sides.colour is not None and colour is not sides.colour
            kept = colour is not None and colour is sides.last
            if clash or kept or width >= middle - reach or not _left(stock, sides, piece):
                continue
            coloured = replace(sides, colour=colour)
            if sides.left_reach <= sides.right_reach:
                yield coloured.left_grown(piece, width, ())
            else:
                yield coloured.right_grown(piece, width)

    return _all(grow)


def mirrored_groups(number: int, stock: Counter[Tile], grammar: Grammar) -> Iterator[Handful]:
    """Rows of one number that show the same colours on either side of a mirror."""
    pieces = [tile(colour, number) for colour in grammar.colours] + _jokers(stock)

    def grow(sides: _Sides) -> Iterator[_Sides]:
        reach = min(sides.left_reach, sides.right_reach)
        for piece in pieces:
            width = _width(piece)
            if reach + width >= len(grammar.colours) or not _left(stock, sides, piece):
                continue
            colour = grammar.colour_of(piece)
            if sides.left_reach <= sides.right_reach:
                ahead = sides.right_reach - sides.left_reach
                faces = (colour,) * max(width - ahead, 0)
                if colour in sides.seen:
                    continue
                seen = sides.seen | ({colour} if colour else set())
                yield replace(sides, seen=seen).left_grown(piece, width, faces)
                continue
            facing = sides.facing[0]
            if colour is not None and facing is not None and colour is not facing:
                continue
            if colour is not None and facing is None and colour in sides.seen:
                continue
            seen = sides.seen | ({colour} if colour else set())
            yield replace(sides, seen=seen).right_grown(piece, width)

    return _all(grow)


def _all(grow: Growth) -> Iterator[Handful]:
    rows: dict[tuple[object, ...], _Sides] = {(): _Sides()}
    while rows:
        wider: dict[tuple[object, ...], _Sides] = {}
        for sides in rows.values():
            for grown in grow(sides):
                if grown.core is None and grown.level and grown.has_number:
                    grown = replace(grown, core=(len(grown.left), len(grown.right)))
                if grown.can_be_cut or grown.key in wider:
                    continue
                wider[grown.key] = grown
                if grown.level:
                    yield grown.row
        rows = wider


def _jokers(stock: Counter[Tile]) -> list[Tile]:
    return [t for t in stock if t.joker in (JokerKind.NORMAL, JokerKind.DOUBLE)]


def _width(piece: Tile) -> int:
    return 2 if piece.joker is JokerKind.DOUBLE else 1


def _left(stock: Counter[Tile], sides: _Sides, piece: Tile) -> int:
    return stock[piece] - sides.left.count(piece) - sides.right.count(piece)
