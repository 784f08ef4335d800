"""Positions as lines of JSON: what `tilerummy solve --jsonl` reads, and the known optimum.

`best` holds, for each objective, the tiles laid and the points laid by a best play. Where `duties`
is false, the optimum is that of the rulebook without its duties towards jokers on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from tilerummy.rules import Colour, Position, Rulebook, Tile, format_melds, format_tiles, rulebook
from tilerummy.rules.tiles import joker, tile

__all__ = ["FOLDER", "Best", "Count", "Record", "load", "save", "without_duties"]

FOLDER: Final = Path(__file__).parent


class Count(msgspec.Struct, frozen=True):
    """How many tiles a play lays, and how many points."""

    tiles: int
    points: int

    @staticmethod
    def of(laid: Iterable[Tile]) -> Count:
        """What these tiles count."""
        numbers = [piece.number for piece in laid]
        return Count(len(numbers), sum(numbers))

    def worth(self, weigh: Callable[[Tile], int]) -> int:
        """What it is worth, if tiles weigh so much each and so much more by their numbers."""
        each = weigh(joker())
        return self.tiles * each + self.points * (weigh(tile(Colour.RED, 1)) - each)


class Best(msgspec.Struct, frozen=True):
    """The optimum under either objective."""

    tiles: Count
    points: Count


class Record(msgspec.Struct, frozen=True):
    """One position and its optimum."""

    id: str
    rules: str
    table: str
    rack: str
    opened: bool
    duties: bool
    best: Best

    @staticmethod
    def of(name: str, position: Position, best: Best, *, duties: bool) -> Record:
        """The position as a record."""
        return Record(
            name,
            position.rules.id,
            format_melds(position.table),
            format_tiles(position.rack),
            position.opened,
            duties,
            best,
        )

    @property
    def position(self) -> Position:
        """The position itself, under the rules of which the optimum is known."""
        return self.under(rulebook(self.rules) if self.duties else without_duties(self.rules))

    def under(self, rules: Rulebook) -> Position:
        """The position under these rules."""
        return Position.parse(rules, table=self.table, rack=self.rack, opened=self.opened)


@lru_cache
def without_duties(name: str) -> Rulebook:
    """The rulebook with all duties towards jokers on the table lifted."""
    return rulebook(name).replace(
        {
            "jokers.reuse": "anywhere",
            "jokers.melds": "free",
            "jokers.special_replaces_other": True,
        }
    )


@lru_cache
def load(name: str) -> tuple[Record, ...]:
    """The records of `name`.jsonl."""
    lines = (FOLDER / f"{name}.jsonl").read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=Record) for line in lines)


def save(name: str, records: Iterable[Record]) -> None:
    """Write the records of `name`.jsonl."""
    lines = [msgspec.json.encode(record) + b"\n" for record in records]
    (FOLDER / f"{name}.jsonl").write_bytes(b"".join(lines))
