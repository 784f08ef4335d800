"""Melds: rows of tiles as they lie on the table.

A `Meld` is what a player lays: tiles in an order and, where they could be read both ways
(`r5 * *`), perhaps the declared kind. `read` decides what it means under a rulebook's
grammar: a `Reading` if it stands, a `Fault` if not. Undeclared and ambiguous, the reading
of higher value counts. Readings are remembered, so asking again is a look-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tilerummy.rules.errors import NotationError
from tilerummy.rules.groups import read_group
from tilerummy.rules.mirrors import missing_images, read_mirror_group, read_mirror_run
from tilerummy.rules.notation import format_tiles, parse_tile, split_melds, split_words
from tilerummy.rules.readings import Fault, FaultCode, Grammar, MeldKind, Reading
from tilerummy.rules.runs import read_run
from tilerummy.rules.tiles import JokerKind, Tile

__all__ = ["LEAST_TILES", "Meld", "format_melds", "parse_melds", "read", "read_meld", "readings"]

LEAST_TILES: Final = 3
"""How many tiles a meld has at the least, in every booklet."""


class Meld(Struct, frozen=True, cache_hash=True):
    """Tiles in the order they lie, and the kind their player declared, if any."""

    tiles: tuple[Tile, ...]
    """In the order they lie."""
    declared: MeldKind | None = None
    """The kind their player named, where they could be read both ways."""

    @staticmethod
    def parse(text: str) -> Meld:
        """One meld in the notation, for example `b4 b5 *` or `r5 * * =group`."""
        return _parse_meld(text, text, 0)

    def read(self, grammar: Grammar) -> Reading | Fault:
        """What this meld means under the grammar, or why it is none."""
        return read(self, grammar)

    @property
    def jokers(self) -> tuple[Tile, ...]:
        """The jokers among the tiles."""
        return tuple(tile for tile in self.tiles if tile.joker is not None)

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


def parse_melds(text: str) -> tuple[Meld, ...]:
    """The melds of a table, separated by bars."""
    return tuple(_parse_meld(part, text, offset) for offset, part in split_melds(text))


@lru_cache(maxsize=1 << 16)
def read_meld(text: str) -> Meld:
    """A meld from its text, remembered: the same few are sent and stored again and again."""
    return Meld.parse(text)


def format_melds(melds: Iterable[Meld]) -> str:
    """A table as the notation writes it."""
    return " | ".join([str(meld) for meld in melds])


@lru_cache(maxsize=1 << 16)
def _text(meld: Meld) -> str:
    text = format_tiles(meld.tiles)
    return text if meld.declared is None else f"{text} ={meld.declared.value}"


def _parse_meld(part: str, whole: str, offset: int) -> Meld:
    words = split_words(part, offset)
    declared: MeldKind | None = None
    if words and words[-1][1].startswith("="):
        position, word = words.pop()
        try:
            declared = MeldKind(word[1:])
        except ValueError:
            raise NotationError(whole, position, "=run or =group") from None
    tiles = tuple(parse_tile(word, whole=whole, position=position) for position, word in words)
    if not tiles:
        raise NotationError(whole, offset, "a tile such as k13, r1, * or *2")
    return Meld(tiles, declared)


@lru_cache(maxsize=1 << 17)
def read(meld: Meld, grammar: Grammar) -> Reading | Fault:
    """What the meld means under the grammar, or why it is none."""
    found = readings(meld.tiles, grammar)
    if isinstance(found, Fault):
        return found
    if meld.declared is not None:
        found = [reading for reading in found if reading.kind is meld.declared]
        if not found:
            return Fault(FaultCode.DECLARED_OTHERWISE)
    return max(found, key=_value)


def readings(tiles: tuple[Tile, ...], grammar: Grammar) -> list[Reading] | Fault:
    """Every reading of the row of tiles (one or two), or why there is none."""
    mirror = any(tile.joker is JokerKind.MIRROR for tile in tiles)
    if len(tiles) < LEAST_TILES:
        needs = missing_images(tiles, grammar) if mirror else ()
        return Fault(FaultCode.TOO_SHORT, needs=needs)
    if not any(tile.number for tile in tiles):
        return Fault(FaultCode.ONLY_JOKERS)
    if mirror:
        both = read_mirror_run(tiles, grammar), read_mirror_group(tiles, grammar)
    else:
        both = read_run(tiles, grammar), read_group(tiles, grammar)
    found = [reading for reading in both if isinstance(reading, Reading)]
    if found:
        return found
    run, group = both
    assert isinstance(run, Fault) and isinstance(group, Fault)
    fault = group if _looks_like_a_group(tiles) else run
    return replace(fault, needs=missing_images(tiles, grammar)) if mirror else fault


def _looks_like_a_group(tiles: tuple[Tile, ...]) -> bool:
    numbers = [tile.number for tile in tiles if tile.number]
    return len(numbers) > 1 and len(set(numbers)) == 1


def _value(reading: Reading) -> int:
    return reading.value
