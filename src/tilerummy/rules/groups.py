"""Groups: one number, every colour at most once, a double joker for two colours.

A joker in a group of three has no colour yet: either missing colour can take its place.
Where all colours but the joker's lie there, its colour is settled.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.rules.readings import Face, Fault, FaultCode, Grammar, MeldKind, Reading
from tilerummy.rules.tiles import JokerKind, Tile

__all__ = ["read_group"]


def read_group(tiles: Sequence[Tile], grammar: Grammar) -> Reading | Fault:
    """The tiles as a group without a mirror, or why they are none."""
    numbers = {tile.number for tile in tiles if tile.number}
    if len(numbers) > 1:
        return Fault(FaultCode.NEITHER)
    if any(tile.joker is JokerKind.CHANGE for tile in tiles):
        return Fault(FaultCode.CHANGE_IN_GROUP)
    places = sum(2 if tile.joker is JokerKind.DOUBLE else 1 for tile in tiles)
    numbered = [tile.colour for tile in tiles if tile.number]
    if len(set(numbered)) < len(numbered):
        return Fault(FaultCode.COLOUR_TWICE)
    if places > len(grammar.colours):
        fits = len(tiles) <= len(grammar.colours)
        return Fault(FaultCode.DOUBLE_FILLS_GROUP if fits else FaultCode.GROUP_TOO_LARGE)
    bound = [colour for tile in tiles if (colour := grammar.colour_of(tile)) is not None]
    if len(set(bound)) < len(bound):
        return Fault(FaultCode.JOKER_COLOUR)
    number = numbers.pop()
    missing = [colour for colour in grammar.colours if colour not in bound]
    settled = len(tiles) - len(bound) == 1 and places == len(grammar.colours)
    faces: list[tuple[Face, ...]] = []
    for tile in tiles:
        colour = grammar.colour_of(tile)
        if colour is not None:
            faces.append((Face(number, colour),))
        elif settled:
            faces.append(tuple(Face(number, colour) for colour in missing))
        else:
            faces.append((Face(number, None),) * (2 if tile.joker is JokerKind.DOUBLE else 1))
    return Reading(MeldKind.GROUP, tuple(faces), number * places)
