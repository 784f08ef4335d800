"""Arranging: from a handful of tiles to the meld a player means.

People drop tiles in any order; the judge wants them as they lie. If the handful is a
meld as it stands, it stays as it is. Otherwise every shape it could have is tried: a run
from each start, a group, and both around a mirror joker. A shape lists the number due at
each place, so there is little to search. Of all melds found, the most valuable is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilerummy.rules.melds import Meld, read, readings
from tilerummy.rules.readings import Fault, FaultCode, Grammar, MeldKind, Reading
from tilerummy.rules.tiles import JokerKind, Tile

__all__ = ["arrange"]


@dataclass(frozen=True, slots=True)
class _Shape:
    """The number due at each place, and where the mirror lies, if there is one."""

    kind: MeldKind
    numbers: tuple[int, ...]
    mirror: int | None


def arrange(tiles: Sequence[Tile], grammar: Grammar) -> Meld | Fault:
    """The meld that these tiles make in some order, or why they make none."""
    as_dropped = Meld(tuple(tiles))
    reading = read(as_dropped, grammar)
    if isinstance(reading, Reading):
        return as_dropped
    if reading.code in (FaultCode.TOO_SHORT, FaultCode.ONLY_JOKERS):
        return reading
    found = [meld for shape in _shapes(tiles, grammar) if (meld := _fill(shape, tiles, grammar))]
    if found:
        return max(found, key=lambda meld: _value(meld, grammar))
    fault = readings(tuple(sorted(tiles, key=lambda t: (not t.number, t.number))), grammar)
    return fault if isinstance(fault, Fault) else reading


def _shapes(tiles: Sequence[Tile], grammar: Grammar) -> Iterator[_Shape]:
    length = sum(2 if tile.joker is JokerKind.DOUBLE else 1 for tile in tiles)
    numbers = {tile.number for tile in tiles if tile.number}
    mirrors = sum(tile.joker is JokerKind.MIRROR for tile in tiles)
    side = length // 2
    centre = side if mirrors else None
    if mirrors > 1 or (mirrors and length % 2 == 0):
        return
    if len(numbers) == 1 and length < 2 * len(grammar.colours):
        yield _Shape(MeldKind.GROUP, (*numbers,) * length, centre)
    if mirrors:
        for middle in range(side + 1, grammar.numbers + 1):
            rising = range(middle - side, middle + 1)
            yield _Shape(MeldKind.RUN, (*rising, *reversed(rising[:-1])), centre)
    else:
        for start in range(1, grammar.numbers - length + 2):
            yield _Shape(MeldKind.RUN, tuple(range(start, start + length)), None)


def _fill(shape: _Shape, tiles: Sequence[Tile], grammar: Grammar) -> Meld | None:
    """The first way to fill the shape with all the tiles."""
    due = Counter(shape.numbers)
    if Counter(tile.number for tile in tiles if tile.number) - due:
        return None
    settled = shape.kind is MeldKind.RUN and shape.mirror is None

    def search(place: int, row: tuple[Tile, ...], left: tuple[Tile, ...]) -> Meld | None:
        if not left:
            reading = read(Meld(row), grammar)
            fits = isinstance(reading, Reading) and reading.kind is shape.kind
            return Meld(row) if fits else None
        choices = [tile for tile in dict.fromkeys(left) if _width(tile, place, shape)]
        if settled and choices and choices[0].number:
            choices = choices[:1]
        for tile in choices:
            rest = list(left)
            rest.remove(tile)
            found = search(place + _width(tile, place, shape), (*row, tile), tuple(rest))
            if found is not None:
                return found
        return None

    return search(0, (), tuple(sorted(tiles, key=_rank)))


def _value(meld: Meld, grammar: Grammar) -> int:
    reading = read(meld, grammar)
    assert isinstance(reading, Reading)
    return reading.value


def _width(tile: Tile, place: int, shape: _Shape) -> int:
    """How many places the tile takes here; none if it cannot lie here."""
    if tile.number:
        return int(place != shape.mirror and shape.numbers[place] == tile.number)
    if tile.joker is JokerKind.MIRROR or place == shape.mirror:
        return int(tile.joker is JokerKind.MIRROR and place == shape.mirror)
    if tile.joker is JokerKind.DOUBLE:
        fits = place + 1 < len(shape.numbers) and place + 1 != shape.mirror
        return 2 if fits else 0
    return 1


def _rank(tile: Tile) -> tuple[bool, int]:
    return tile.is_joker, tile.index
