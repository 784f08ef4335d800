"""Runs: one colour, rising numbers, jokers in the gaps.

The place of a tile in the row fixes the number it shows; a double joker takes two
places. A colour-change joker takes a place, has no colour and cuts the run into segments:
neighbouring segments differ in colour, an empty one binds nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tilerummy.rules.readings import Face, Fault, FaultCode, Grammar, MeldKind, Reading
from tilerummy.rules.tiles import Colour, JokerKind, Tile

__all__ = ["read_run", "segment_colours"]


def read_run(tiles: Sequence[Tile], grammar: Grammar) -> Reading | Fault:
    """The tiles as a run without a mirror, or why they are none."""
    places, end = _places(tiles)
    starts = {tile.number - place for tile, place in zip(tiles, places, strict=True) if tile.number}
    if len(starts) > 1:
        return _why_not_consecutive(tiles, places, grammar.numbers)
    start = starts.pop()
    if start < 1:
        double = tiles[0].joker is JokerKind.DOUBLE
        return Fault(FaultCode.DOUBLE_AT_EDGE if double else FaultCode.BELOW_ONE)
    if start + end - 1 > grammar.numbers:
        double = tiles[-1].joker is JokerKind.DOUBLE
        return Fault(FaultCode.DOUBLE_AT_EDGE if double else FaultCode.BEYOND_HIGHEST)
    colours = segment_colours(_segments(tiles), grammar)
    if isinstance(colours, Fault):
        return colours
    faces: list[tuple[Face, ...]] = []
    segment = 0
    for tile, place in zip(tiles, places, strict=True):
        number = start + place
        if tile.joker is JokerKind.CHANGE:
            segment += 1
            faces.append((Face(number, None),))
        elif tile.joker is JokerKind.DOUBLE:
            colour = colours[segment]
            faces.append((Face(number, colour), Face(number + 1, colour)))
        else:
            faces.append((Face(number, colours[segment]),))
    value = sum(range(start, start + end))
    return Reading(MeldKind.RUN, tuple(faces), value)


def segment_colours(
    segments: Sequence[Sequence[Tile]], grammar: Grammar
) -> list[Colour | None] | Fault:
    """The colour of each segment (None where only jokers lie), or why they clash."""
    colours: list[Colour | None] = []
    for segment in segments:
        bound = {colour for tile in segment if (colour := grammar.colour_of(tile)) is not None}
        if len(bound) > 1:
            numbered = {tile.colour for tile in segment if tile.number}
            return Fault(FaultCode.MIXED_COLOURS if len(numbered) > 1 else FaultCode.JOKER_COLOUR)
        colours.append(bound.pop() if bound else None)
    for left, right in pairwise(colours):
        if left is not None and left is right:
            return Fault(FaultCode.CHANGE_KEEPS_COLOUR)
    return colours


def _places(tiles: Sequence[Tile]) -> tuple[list[int], int]:
    places: list[int] = []
    place = 0
    for tile in tiles:
        places.append(place)
        place += 2 if tile.joker is JokerKind.DOUBLE else 1
    return places, place


def _segments(tiles: Sequence[Tile]) -> list[list[Tile]]:
    segments: list[list[Tile]] = [[]]
    for tile in tiles:
        if tile.joker is JokerKind.CHANGE:
            segments.append([])
        else:
            segments[-1].append(tile)
    return segments


def _why_not_consecutive(tiles: Sequence[Tile], places: Sequence[int], highest: int) -> Fault:
    numbered = [tile for tile in tiles if tile.number]
    if len({tile.colour for tile in numbered}) > 1 and not any(
        tile.joker is JokerKind.CHANGE for tile in tiles
    ):
        return Fault(FaultCode.NEITHER)
    numbers = [tile.number for tile in numbered]
    if sorted(numbers) != numbers and len(set(numbers)) == len(numbers):
        return Fault(FaultCode.NOT_IN_ORDER)
    return _special_overlooked(tiles, places, highest) or Fault(FaultCode.NOT_CONSECUTIVE)


def _special_overlooked(tiles: Sequence[Tile], places: Sequence[int], highest: int) -> Fault | None:
    """Whether the run only fails because a special joker takes up a number more than was left."""
    numbered = [place for place, tile in enumerate(tiles) if tile.number]
    for left, right in pairwise(numbered):
        follows = tiles[left].number + places[right] - places[left]
        specials = [
            place
            for place in range(left + 1, right)
            if tiles[place].joker in (JokerKind.CHANGE, JokerKind.DOUBLE)
        ]
        if len(specials) == 1 and tiles[right].number == follows - 1 and follows <= highest:
            (place,) = specials
            number = tiles[left].number + places[place] - places[left]
            if tiles[place].joker is JokerKind.DOUBLE:
                return Fault(FaultCode.DOUBLE_TAKES_TWO, (number, number + 1, follows))
            return Fault(FaultCode.CHANGE_TAKES_NUMBER, (number, follows))
    return None
