"""Restoring: loose tiles of an unfinished table return to where they came from.

What forms melds stays. A loose tile from the rack goes back to the rack, one from the table
to its old meld; and an old meld that takes back one tile takes back all of its own, from
wherever they lie now. A meld that loses tiles so and no longer stands comes apart in the same
way, until everything stands: at worst the table as it was.

Tiles have no identity, so of two alike it can be open which came from where. Every way to
say it gives a table; the caller may choose among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import Final

from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Position, Table
from tilerummy.rules.readings import Grammar, Reading
from tilerummy.rules.tiles import Tile

__all__ = ["restored_tables"]

_RACK: Final = -1
"""Where a tile came from that was on the rack; table tiles name their old meld."""

_MOST: Final = 500
"""How many ways to say where tiles came from are tried; the likely ones come first."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A tile of the draft and where it came from."""

    tile: Tile
    origin: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the draft, perhaps less tiles that went home."""

    pieces: tuple[_Piece, ...]
    meld: Meld
    """The row as it lay at first."""

    def without(self, restored: set[int]) -> _Row:
        left = tuple([piece for piece in self.pieces if piece.origin not in restored])
        return self if len(left) == len(self.pieces) else _Row(left, Meld(_tiles(left)))

    def stands(self, grammar: Grammar) -> bool:
        return isinstance(self.meld.read(grammar), Reading)


def restored_tables(position: Position, draft: Table) -> Iterator[Table]:
    """Tables in which everything stands after loose tiles went home, each once."""
    still, gone, rows = _untouched(position.table, draft)
    seen: set[Table] = set()
    for origins in islice(_origins(position, gone, rows), _MOST):
        table = _settled(position, still, gone, rows, origins)
        if table not in seen:
            seen.add(table)
            yield table


def _untouched(before: Table, draft: Table) -> tuple[set[int], dict[int, Meld], list[Meld]]:
    """Old melds that still lie there, those that do not, and the other rows of the draft."""
    gone = dict(enumerate(before))
    rows: list[Meld] = []
    for row in draft:
        same = next((index for index, meld in gone.items() if meld.tiles == row.tiles), None)
        if same is None:
            rows.append(row)
        else:
            del gone[same]
    return set(range(len(before))) - set(gone), gone, rows


_Place = tuple[int, int]


def _origins(
    position: Position, gone: dict[int, Meld], rows: list[Meld]
) -> Iterator[dict[_Place, int]]:
    """Every way to say where the tiles of the rows came from, the most likely first.

    What comes from nowhere has no origin; then there is no way at all.
    """
    places: dict[Tile, list[_Place]] = {}
    for index, row in enumerate(rows):
        for place, tile in enumerate(row.tiles):
            places.setdefault(tile, []).append((index, place))
    owners: dict[Tile, list[int]] = {}
    for index, meld in gone.items():
        for tile in meld.tiles:
            owners.setdefault(tile, []).append(index)
    rack = Counter(position.rack)
    choices: list[list[dict[_Place, int]]] = []
    for tile, found in places.items():
        sources = owners.get(tile, [])
        laid = len(found) - len(sources)
        if laid > rack[tile]:
            return
        sources = sources + [_RACK] * max(0, laid)
        ways = dict.fromkeys(permutations(sources, len(found)))
        options = [dict(zip(found, way, strict=True)) for way in ways]
        choices.append(sorted(options, key=lambda way: -_likeness(way, gone, rows)))
    for chosen in product(*choices):
        yield {place: origin for part in chosen for place, origin in part.items()}


def _likeness(way: dict[_Place, int], gone: dict[int, Meld], rows: list[Meld]) -> int:
    """How many tiles the rows share with the old melds that these tiles are said to be of."""
    return sum(
        [
            len(Counter(gone[origin].tiles) & Counter(rows[row].tiles))
            for (row, _), origin in way.items()
            if origin != _RACK
        ]
    )


def _settled(
    position: Position,
    still: set[int],
    gone: dict[int, Meld],
    rows: list[Meld],
    origins: dict[_Place, int],
) -> Table:
    """The table once everything stands."""
    grammar = position.rules.grammar
    left = [
        _Row(tuple([_Piece(tile, origins[index, at]) for at, tile in enumerate(meld.tiles)]), meld)
        for index, meld in enumerate(rows)
    ]
    restored = _missing(gone, origins, rows)
    while True:
        left = [row for whole in left if (row := whole.without(restored)).pieces]
        fallen = [row for row in left if not row.stands(grammar)]
        if not fallen:
            break
        left = [row for row in left if row not in fallen]
        restored |= {p.origin for row in fallen for p in row.pieces if p.origin != _RACK}
    old = [meld for index, meld in enumerate(position.table) if index in still | restored]
    return (*old, *[row.meld for row in left])


def _missing(gone: dict[int, Meld], origins: dict[_Place, int], rows: list[Meld]) -> set[int]:
    """The old melds of which a tile lies nowhere in the draft."""
    there = Counter([(origin, rows[row].tiles[at]) for (row, at), origin in origins.items()])
    return {
        index
        for index, meld in gone.items()
        if any(there[index, tile] < n for tile, n in Counter(meld.tiles).items())
    }


def _tiles(pieces: tuple[_Piece, ...]) -> tuple[Tile, ...]:
    return tuple([piece.tile for piece in pieces])
