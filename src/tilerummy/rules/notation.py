"""The notation: tiles, melds and tables as people type them.

A tile is a colour letter and a number (`k13`), a joker a star with, where it has one, its
kind or colour (`*`, `*r`, `*2`, `*c`, `*m`). Tiles of a meld stand apart by blanks, melds
by ` | `. Behind a meld that can be read in two ways, `=run` or `=group` declares which is
meant. Nothing at all is an empty rack or table. Whatever prints, parses back to itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tilerummy.rules.errors import NotationError, expect
from tilerummy.rules.tiles import ALL_TILES, Tile

__all__ = ["format_tiles", "parse_tile", "parse_tiles", "split_melds", "split_words"]

_BY_TEXT: Final = {tile.text: tile for tile in ALL_TILES}
_WORD: Final = re.compile(r"\S+")
_A_TILE: Final = "a tile such as k13, r1, * or *2"


def parse_tile(text: str, *, whole: str | None = None, position: int = 0) -> Tile:
    """One tile; `whole` and `position` place it in a longer text for the error."""
    found = _BY_TEXT.get(text) or _BY_TEXT.get(text.lower())
    if found is None:
        raise NotationError(text if whole is None else whole, position, _A_TILE)
    return found


def split_words(text: str, offset: int = 0) -> list[tuple[int, str]]:
    """The words of the text with their positions."""
    return [(offset + match.start(), match.group()) for match in _WORD.finditer(text)]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a rack, in the order written."""
    return tuple(
        parse_tile(word, whole=text, position=position) for position, word in split_words(text)
    )


def split_melds(text: str) -> list[tuple[int, str]]:
    """The parts between the bars with their positions; a bar needs a meld on either side."""
    expect(text, str, "the text")
    if not text.strip():
        return []
    parts: list[tuple[int, str]] = []
    start = 0
    for part in text.split("|"):
        if not part.strip():
            raise NotationError(text, start + len(part), "a meld before this")
        parts.append((start, part))
        start += len(part) + 1
    return parts


def format_tiles(tiles: Iterable[Tile]) -> str:
    """The tiles as the notation writes them."""
    return " ".join([tile.text for tile in tiles])
