"""Mirrors: With a Twist's melds around a mirror joker.

Both sides of the mirror show the same, seen from the middle. In a run they rise to the
mirror, which stands for the next number (`b3 b4 *m b4 b3` has a 5 in its middle); in a
group both sides show the same colours and the mirror counts as one more. Jokers may fill
either side, a double faces two tiles, a colour change faces only a colour change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilerummy.rules.readings import Face, Fault, FaultCode, Grammar, MeldKind, Reading
from tilerummy.rules.runs import segment_colours
from tilerummy.rules.tiles import Colour, JokerKind, Tile

__all__ = ["missing_images", "read_mirror_group", "read_mirror_run"]


def read_mirror_run(tiles: Sequence[Tile], grammar: Grammar) -> Reading | Fault:
    """The tiles as a mirrored run, or why they are none."""
    sides = _sides(tiles)
    if isinstance(sides, Fault):
        return sides
    left, right = sides
    middles = {
        tile.number + distance
        for side in sides
        for distance, tile in enumerate(side, start=1)
        if tile.number
    }
    if len(middles) > 1:
        return Fault(FaultCode.MIRROR_DIFFERS)
    middle = middles.pop()
    if middle > grammar.numbers:
        return Fault(FaultCode.BEYOND_HIGHEST)
    if middle - len(left) < 1:
        return Fault(FaultCode.BELOW_ONE)
    segments: list[list[Tile]] = [[]]
    segment_at: list[int] = []
    for near, far in zip(left, right, strict=True):
        if near.joker is JokerKind.CHANGE or far.joker is JokerKind.CHANGE:
            if near.joker is not far.joker:
                return Fault(FaultCode.MIRROR_DIFFERS)
            segments.append([])
            segment_at.append(-1)
        else:
            segments[-1] += (near, far)
            segment_at.append(len(segments) - 1)
    colours = segment_colours(segments, grammar)
    if isinstance(colours, Fault):
        return colours
    by_distance = [
        Face(middle - distance, None if segment < 0 else colours[segment])
        for distance, segment in enumerate(segment_at, start=1)
    ]
    return _reading(tiles, MeldKind.RUN, Face(middle, colours[0]), by_distance, grammar)


def read_mirror_group(tiles: Sequence[Tile], grammar: Grammar) -> Reading | Fault:
    """The tiles as a mirrored group, or why they are none."""
    numbers = {tile.number for tile in tiles if tile.number}
    if len(numbers) > 1:
        return Fault(FaultCode.NEITHER)
    if any(tile.joker is JokerKind.CHANGE for tile in tiles):
        return Fault(FaultCode.CHANGE_IN_GROUP)
    sides = _sides(tiles)
    if isinstance(sides, Fault):
        return sides
    left, right = sides
    if len(left) >= len(grammar.colours):
        return Fault(FaultCode.GROUP_TOO_LARGE)
    number = numbers.pop()
    seen: list[Colour] = []
    by_distance: list[Face] = []
    for near, far in zip(left, right, strict=True):
        pair = {colour for t in (near, far) if (colour := grammar.colour_of(t)) is not None}
        if len(pair) > 1:
            return Fault(FaultCode.MIRROR_DIFFERS)
        seen += pair
        by_distance.append(Face(number, pair.pop() if pair else None))
    if len(set(seen)) < len(seen):
        return Fault(FaultCode.COLOUR_TWICE)
    return _reading(tiles, MeldKind.GROUP, Face(number, None), by_distance, grammar)


def missing_images(tiles: Sequence[Tile], grammar: Grammar) -> tuple[Tile, ...]:
    """The tiles without which both sides of the mirror are not alike, where that is all it lacks.

    Nothing where a joker lies on a side: it could face several tiles.
    """
    at = [index for index, tile in enumerate(tiles) if tile.joker is JokerKind.MIRROR]
    if len(at) != 1 or any(not tile.number for tile in tiles if tile is not tiles[at[0]]):
        return ()
    left, right = Counter(tiles[: at[0]]), Counter(tiles[at[0] + 1 :])
    side = sorted((left | right).elements(), key=lambda tile: tile.number)
    if not side:
        return ()
    whole = (*side, tiles[at[0]], *reversed(side))
    both = read_mirror_run(whole, grammar), read_mirror_group(whole, grammar)
    if all(isinstance(reading, Fault) for reading in both):
        return ()
    return tuple((Counter(whole) - Counter(tiles)).elements())


def _sides(tiles: Sequence[Tile]) -> tuple[list[Tile], list[Tile]] | Fault:
    """Left and right of the mirror, seen from it; a double stands there twice."""
    at = [index for index, tile in enumerate(tiles) if tile.joker is JokerKind.MIRROR]
    if len(at) > 1:
        return Fault(FaultCode.TWO_MIRRORS)
    left = [t for t in reversed(tiles[: at[0]]) for _ in range(_places(t))]
    right = [t for t in tiles[at[0] + 1 :] for _ in range(_places(t))]
    if len(left) != len(right):
        return Fault(FaultCode.MIRROR_NOT_CENTRED)
    return left, right


def _places(tile: Tile) -> int:
    return 2 if tile.joker is JokerKind.DOUBLE else 1


def _reading(
    tiles: Sequence[Tile], kind: MeldKind, middle: Face, by_distance: list[Face], grammar: Grammar
) -> Reading:
    """Put the faces, known by their distance from the mirror, back in the row's order."""
    row = [*reversed(by_distance), middle, *by_distance]
    faces: list[tuple[Face, ...]] = []
    place = 0
    for tile in tiles:
        faces.append(tuple(row[place : place + _places(tile)]))
        place += _places(tile)
    value = 2 * sum(face.number for face in by_distance)
    if grammar.mirror_counts:
        value += middle.number
    return Reading(kind, tuple(faces), value)
