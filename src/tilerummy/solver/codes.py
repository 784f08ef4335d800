"""Codes: tiles and tables as the core sees them.

The core counts tiles by small codes (colour times thirteen plus number, then the jokers)
and takes tables as bytes. A `Translator` belongs to one rulebook and remembers every meld
it has met, so that a table is translated by look-ups in both directions.

Where a joker's colour does not bind it, all coloured jokers are plain to the core;
`joker_colours` gives them their colours back.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.positions import Table
from tilerummy.rules.readings import Fault, MeldKind
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import HIGHEST, JokerKind, Tile, joker, tile
from tilerummy.solver._core import Core, refuse_with
from tilerummy.solver.errors import SolverError
from tilerummy.solver.objectives import Weights

__all__ = ["DIVIDER", "Translator", "translator"]

_CODES: Final = 60
_PLAIN: Final = 52
_SPECIAL: Final = {JokerKind.DOUBLE: 53, JokerKind.CHANGE: 54, JokerKind.MIRROR: 55}
_COLOURED: Final = 56
DIVIDER: Final = b"\xff"
_REMEMBERED: Final = 1 << 16

refuse_with(SolverError)


class Translator:
    """The tiles and melds of one rulebook as the core's codes, and its core."""

    __slots__ = (
        "_code",
        "_colours",
        "_grammar",
        "_melds",
        "_ordered",
        "_ranks",
        "_rows",
        "_tile",
        "_weights",
        "core",
        "paints_jokers",
    )

    def __init__(self, rules: Rulebook) -> None:
        self._colours = rules.colours
        self._grammar = rules.grammar
        self.paints_jokers = rules.tiles.coloured_jokers and not rules.jokers.colour_must_match
        self._code: dict[Tile, int] = {}
        self._tile: list[Tile] = [joker()] * _CODES
        for index, colour in enumerate(rules.colours):
            for number in range(1, HIGHEST + 1):
                self._learn(tile(colour, number), index * HIGHEST + number - 1)
        for kind, code in _SPECIAL.items():
            self._learn(joker(kind), code)
        for index, colour in enumerate(rules.colours):
            own = joker(JokerKind.NORMAL, colour)
            if rules.jokers.colour_must_match:
                self._learn(own, _COLOURED + index)
            else:
                self._code[own] = _PLAIN
        self._learn(joker(), _PLAIN)
        order = sorted(range(_CODES), key=lambda code: self._tile[code].index)
        self._ordered = [self._tile[code] for code in order]
        self._ranks = bytes([order.index(code) for code in range(_CODES)]).ljust(256, b"\0")
        # By identity, with what is remembered beside it so that it lives on: hashing takes longer.
        self._rows: dict[int, tuple[bytes, Meld]] = {}
        self._melds: dict[bytes, Meld] = {}
        self._weights: dict[int, tuple[bytes, Weights]] = {}
        self.core = Core(
            reuse=rules.jokers.reuse.value,
            joker_melds=rules.jokers.melds.value,
            special_replaces_other=rules.jokers.special_replaces_other,
            mirror_counts=self._grammar.mirror_counts,
            jokers_differ=self.paints_jokers,
            opening_points=rules.opening.points,
            opening_goes_on=rules.opening.goes_on,
            deck=self.tiles(rules.deck),
        )

    def _learn(self, tile: Tile, code: int) -> None:
        self._code[tile] = code
        self._tile[code] = tile

    def tiles(self, tiles: Iterable[Tile]) -> bytes:
        """Tiles as codes."""
        code = self._code
        try:
            return bytes([code[tile] for tile in tiles])
        except KeyError as unknown:
            raise SolverError(f"{unknown.args[0]} is not a tile of this rulebook") from None

    def rows(self, table: Table) -> list[bytes]:
        """Each meld of a table as the core takes it."""
        rows = self._rows
        try:
            return [rows[id(meld)][0] for meld in table]
        except KeyError:
            return [self._row(meld) for meld in table]

    def _row(self, meld: Meld) -> bytes:
        known = self._rows.get(id(meld))
        if known is not None:
            return known[0]
        reading = meld.read(self._grammar)
        if isinstance(reading, Fault):
            raise SolverError(f"{meld} is not a valid meld on the table: {reading.message}")
        kind = b"\x01" if reading.kind is MeldKind.GROUP else b"\x00"
        row = kind + self.tiles(meld.tiles)
        if len(self._rows) >= _REMEMBERED:
            self._rows.clear()
        self._rows[id(meld)] = row, meld
        return row

    def weights(self, weights: Weights) -> bytes:
        """Weights by code, four bytes each."""
        known = self._weights.get(id(weights))
        if known is not None:
            return known[0]
        found = array("i", [weights[tile] for tile in self._tile]).tobytes()
        if len(self._weights) >= 256:
            self._weights.clear()
        self._weights[id(weights)] = found, weights
        return found

    def melds(self, rows: bytes, before: dict[bytes, Meld]) -> Table:
        """A table from the core; melds that lay there before are the same values again."""
        if not rows:
            return ()
        melds = self._melds
        found: list[Meld] = []
        for row in rows.split(DIVIDER):
            meld = before.get(row) or melds.get(row)
            found.append(meld if meld is not None else self._meld(row))
        return tuple(found)

    def _meld(self, row: bytes) -> Meld:
        tiles = tuple([self._tile[code] for code in row[1:]])
        both = readings(tiles, self._grammar)
        ambiguous = not isinstance(both, Fault) and len(both) > 1
        kind = MeldKind.GROUP if row[0] else MeldKind.RUN
        meld = Meld(tiles, kind if ambiguous else None)
        if len(self._melds) >= _REMEMBERED:
            self._melds.clear()
        self._melds[row] = meld
        return meld

    def loose(self, codes: bytes) -> tuple[Tile, ...]:
        """Tiles from their codes, in the order of racks."""
        tiles = self._ordered
        return tuple([tiles[rank] for rank in sorted(codes.translate(self._ranks))])


@lru_cache(maxsize=128)
def translator(rules: Rulebook) -> Translator:
    """The translator of a rulebook, made once."""
    return Translator(rules)
