"""Output: how values look in a terminal, and how they are written for programs.

Tiles appear as the notation writes them, in their colours, so that what is shown can be
typed back. Without a terminal, or with NO_COLOR set, no colour codes are written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final, TextIO

import msgspec
from rich.console import Console
from rich.text import Text

from tilerummy.rules.changes import compare
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Table
from tilerummy.rules.tiles import Colour, JokerKind, Tile

__all__ = ["console", "counted", "draw_melds", "draw_table", "draw_tiles", "print_json"]

_WIDE: Final = 160
_INK: Final = {
    Colour.BLACK: "black",
    Colour.RED: "#c81e1e",
    Colour.BLUE: "#1d4ed8",
    Colour.YELLOW: "#a16207",
    Colour.ORANGE: "#c2410c",
    Colour.GREEN: "#15803d",
}
_JOKER_INK: Final = {
    JokerKind.NORMAL: "#c81e1e",
    JokerKind.DOUBLE: "#1d4ed8",
    JokerKind.CHANGE: "black",
    JokerKind.MIRROR: "#a16207",
}
_PAPER: Final = "on #f5efe0"


class _Screen(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line, which knows the exit code."""
        raise BrokenPipeError


def console(file: TextIO | None = None) -> Console:
    """A console for standard output, or another stream, that knows when to stay plain."""
    stream = sys.stdout if file is None else file
    plain = bool(os.environ.get("NO_COLOR")) or not stream.isatty()
    return _Screen(
        file=stream,
        color_system=None if plain else "auto",
        width=None if stream.isatty() else _WIDE,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=not stream.isatty(),
    )


def draw_tiles(tiles: Iterable[Tile]) -> Text:
    """Tiles side by side in their colours."""
    return Text(" ").join(Text(tile.text, _style(tile)) for tile in tiles)


def draw_melds(melds: Iterable[Meld]) -> Text:
    """Melds in one line, with bars between them."""
    return Text(" | ").join(_draw_meld(meld) for meld in melds)


def draw_table(table: Table, *, before: Table | None = None) -> Text:
    """A table, one meld a line; those that did not lie there before are marked."""
    fresh = () if before is None else compare(before, table).fresh
    marked = {place for place, _ in fresh}
    lines = [
        Text.assemble("  + " if place in marked else "    ", _draw_meld(meld))
        for place, meld in enumerate(table)
    ]
    return Text("\n").join(lines) if lines else Text("    (empty)")


def counted(number: int, thing: str) -> str:
    """So many things, of which there may be one."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def print_json(value: object) -> None:
    """Write the value as one line of JSON."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def _draw_meld(meld: Meld) -> Text:
    """A meld with the kind its player declared, if any."""
    drawn = draw_tiles(meld.tiles)
    return drawn if meld.declared is None else drawn.append(f" ={meld.declared.value}")


def _style(tile: Tile) -> str:
    if tile.colour is not None:
        return f"bold {_INK[tile.colour]} {_PAPER}"
    assert tile.joker is not None
    return f"bold {_JOKER_INK[tile.joker]} {_PAPER}"
