"""Positions and plays: what the judge and the solver are asked about.

A `Position` is the table, one rack and whether its player has opened. A `Play` is the
table left behind, not the drags that led there; in an opening turn it also names the
melds that open. Both parse from the notation and print back to it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tilerummy.rules.errors import NotationError, PositionError, expect
from tilerummy.rules.melds import Meld, format_melds, parse_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import JokerKind, Tile, in_order

__all__ = ["Play", "Position", "Table", "check_tiles", "loose"]

Table = tuple[Meld, ...]
"""The melds lying open, in the order they were laid out."""


def loose(table: Table) -> list[Tile]:
    """All tiles of a table, without their melds."""
    return [tile for meld in table for tile in meld.tiles]


@dataclass(frozen=True, slots=True)
class Play:
    """The table a player leaves behind and, in an opening turn, the melds that open."""

    table: Table
    """The melds left behind, all of them."""
    opening: Table | None = None
    """The melds that open, where the turn goes on after them; None if they can be seen."""

    @staticmethod
    def parse(text: str, opening: str | None = None) -> Play:
        """A play in the notation; the opening melds may also stand behind a slash."""
        expect(text, str, "the text")
        after, slash, named = text.partition("/")
        if slash and opening is not None:
            raise NotationError(text, len(after), "no second list of opening melds")
        if slash:
            opening = named
        return Play(parse_melds(after), None if opening is None else parse_melds(opening))

    def __str__(self) -> str:
        after = format_melds(self.table)
        return after if self.opening is None else f"{after} / {format_melds(self.opening)}"

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Position:
    """What one player faces: rulebook, table, own rack, and whether they have opened."""

    rules: Rulebook
    """What is played."""
    table: Table
    """The melds lying open."""
    rack: tuple[Tile, ...]
    """The player's tiles, in order."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""

    @staticmethod
    def parse(rules: Rulebook, *, table: str = "", rack: str = "", opened: bool = True) -> Position:
        """A position in the notation; one that cannot occur is refused."""
        expect(rules, Rulebook, "rules")
        melds = parse_melds(table)
        tiles = in_order(parse_tiles(rack))
        for meld in melds:
            reading = meld.read(rules.grammar)
            if isinstance(reading, Fault):
                raise PositionError(f"{meld} is not a valid meld on the table: {reading.message}")
        check_tiles(rules, [*loose(melds), *tiles])
        return Position(rules, melds, tiles, opened)

    def __str__(self) -> str:
        state = "opened" if self.opened else "not opened"
        table, rack = format_melds(self.table) or "empty", format_tiles(self.rack) or "empty"
        return f"{self.rules.id}, {state}, table {table}, rack {rack}"


def check_tiles(rules: Rulebook, tiles: list[Tile]) -> None:
    """Refuse tiles that the rulebook's set does not have, or more of a kind than it has."""
    have = Counter(rules.deck)
    wanted = Counter(tiles)
    plain = sum(n for tile, n in wanted.items() if tile.joker is JokerKind.NORMAL)
    if plain > rules.tiles.jokers.normal:
        raise PositionError(
            f"{plain} jokers, but the set of {rules.id} has {rules.tiles.jokers.normal}"
        )
    for tile, count in wanted.items():
        allowed = rules.tiles.jokers.normal if tile.text == "*" else have[tile]
        if tile.joker is JokerKind.NORMAL and tile.colour and not rules.tiles.coloured_jokers:
            raise PositionError(f"{tile}: the jokers of {rules.id} have no colours")
        if count > allowed:
            problem = f"{count} times {tile}" if allowed else f"{tile}"
            has = f"{allowed}" if allowed else "none"
            raise PositionError(f"{problem}, but the set of {rules.id} has {has}")
