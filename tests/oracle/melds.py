"""Every meld that the tiles of a set can form, as handfuls of tiles.

Rows of tiles are grown place by place, runs from each start, mirrored melds from the mirror
outwards; the rules' reader alone decides which of them are melds. Two rows of the same tiles are
one handful, and the more valuable reading is kept. Rows that can be cut into two melds of the
same tiles and value are left out: where only tiles and values matter they add nothing. A row of
six or more tiles can be cut unless all its number tiles lie among the first or the last three;
a mirrored one, if three tiles with a number stick out on either side of a smaller mirrored meld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from tests.oracle.mirrored import mirrored_groups, mirrored_runs
from tilerummy.rules import Colour, JokerKind, Meld, Reading, Rulebook, Tile
from tilerummy.rules.melds import readings
from tilerummy.rules.readings import Grammar
from tilerummy.rules.tiles import in_order, joker, tile

__all__ = ["Choice", "MeldBook", "canonical", "meld_book"]

Handful = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A handful of tiles, the row in which it is worth most, and that worth."""

    tiles: Handful
    meld: Meld
    value: int


def canonical(tile: Tile, grammar: Grammar) -> Tile:
    """The tile as the model counts it: a joker's printed colour matters only where agreed."""
    if tile.joker is JokerKind.NORMAL and not grammar.colour_must_match:
        return joker()
    return tile


class MeldBook:
    """All handfuls of one set that form a meld, and which of them some tiles allow."""

    def __init__(self, grammar: Grammar, deck: Handful) -> None:
        stock = Counter(canonical(tile, grammar) for tile in deck)
        if grammar.colour_must_match:
            stock[joker()] = max(stock[joker()], 1)
        best: dict[Handful, Choice] = {}
        for row in _rows(stock, grammar):
            found = readings(row, grammar)
            for reading in found if isinstance(found, list) else ():
                handful = in_order(row)
                known = best.get(handful)
                if known is None or known.value < reading.value:
                    best[handful] = Choice(handful, _written(row, reading, grammar), reading.value)
        self.grammar = grammar
        self.kinds = in_order(stock)
        self.choices = tuple(best.values())
        place = {tile: index for index, tile in enumerate(self.kinds)}
        self.counts = np.zeros((len(self.choices), len(self.kinds)), dtype=np.int16)
        for index, choice in enumerate(self.choices):
            for piece in choice.tiles:
                self.counts[index, place[piece]] += 1

    def available(self, tiles: Iterable[Tile]) -> list[Choice]:
        """The handfuls that can be taken out of the tiles."""
        have = Counter(canonical(tile, self.grammar) for tile in tiles)
        limits = np.array([have[tile] for tile in self.kinds], dtype=np.int16)
        (fits,) = np.nonzero((self.counts <= limits).all(axis=1))
        return [self.choices[index] for index in fits.tolist()]


def meld_book(rules: Rulebook, tiles: Iterable[Tile] | None = None) -> MeldBook:
    """The book of the rulebook's set, made once; with special jokers, of the tiles alone.

    Special jokers allow so many melds that listing those of some tiles is the shorter way.
    """
    if tiles is None or not any(t.joker and t.joker.is_special for t in rules.deck):
        return _meld_book(rules.grammar, rules.deck)
    return _meld_book(rules.grammar, in_order(tiles))


@lru_cache(maxsize=8)
def _meld_book(grammar: Grammar, deck: Handful) -> MeldBook:
    return MeldBook(grammar, deck)


def _written(row: Handful, reading: Reading, grammar: Grammar) -> Meld:
    """The row, with its kind declared where it would otherwise be read differently."""
    plain = Meld(row)
    return plain if plain.read(grammar) == reading else Meld(row, reading.kind)


def _rows(stock: Counter[Tile], grammar: Grammar) -> Iterator[Handful]:
    for start in range(1, grammar.numbers + 1):
        yield from _runs(start, stock, grammar)
    for number in range(1, grammar.numbers + 1):
        yield from _groups(number, stock, grammar)
    if stock[joker(JokerKind.MIRROR)]:
        for middle in range(2, grammar.numbers + 1):
            yield from mirrored_runs(middle, stock, grammar)
        for number in range(1, grammar.numbers + 1):
            yield from mirrored_groups(number, stock, grammar)


def _groups(number: int, stock: Counter[Tile], grammar: Grammar) -> Iterator[Handful]:
    jokers = [t for t in stock if t.joker in (JokerKind.NORMAL, JokerKind.DOUBLE)]
    for size in range(1, len(grammar.colours) + 1):
        for colours in combinations(grammar.colours, size):
            numbered = tuple(tile(colour, number) for colour in colours)
            for more in range(len(grammar.colours) - size + 1):
                for extra in combinations_with_replacement(jokers, more):
                    if all(stock[t] >= n for t, n in Counter(numbered + extra).items()):
                        yield numbered + extra


@dataclass(frozen=True, slots=True)
class _Row:
    """A run being laid: where it has got to, the colour of this segment and of the last."""

    tiles: Handful
    place: int
    colour: Colour | None
    last: Colour | None

    @property
    def key(self) -> tuple[object, ...]:
        numbered = [index for index, t in enumerate(self.tiles) if t.number]
        ends = (numbered[0], numbered[-1]) if numbered else ()
        return self.place, self.colour, self.last, in_order(self.tiles), ends

    @property
    def can_be_cut(self) -> bool:
        numbered = [index for index, t in enumerate(self.tiles) if t.number]
        cuts = range(3, len(self.tiles) - 2)
        return any(numbered and numbered[0] < cut <= numbered[-1] for cut in cuts)


def _runs(start: int, stock: Counter[Tile], grammar: Grammar) -> Iterator[Handful]:
    rows: dict[tuple[object, ...], _Row] = {(): _Row((), start, None, None)}
    while rows:
        longer: dict[tuple[object, ...], _Row] = {}
        for row in rows.values():
            for grown in _grown(row, stock, grammar):
                if not grown.can_be_cut and grown.key not in longer:
                    longer[grown.key] = grown
                    yield grown.tiles
        rows = longer


def _grown(row: _Row, stock: Counter[Tile], grammar: Grammar) -> Iterator[_Row]:
    if row.place > grammar.numbers:
        return
    jokers = [t for t in stock if t.joker not in (None, JokerKind.MIRROR)]
    numbered = [tile(colour, row.place) for colour in grammar.colours]
    for piece in numbered + jokers:
        if row.tiles.count(piece) >= stock[piece]:
            continue
        if piece.joker is JokerKind.CHANGE:
            yield _Row((*row.tiles, piece), row.place + 1, None, row.colour)
            continue
        width = 2 if piece.joker is JokerKind.DOUBLE else 1
        colour = grammar.colour_of(piece) or row.colour
        clash = row.colour is not None and colour is not row.colour
        kept = colour is not None and colour is row.last
        if not clash and not kept and row.place + width <= grammar.numbers + 1:
            yield _Row((*row.tiles, piece), row.place + width, colour, row.last)
