"""Small positions, made at random and aimed at what is hard: jokers that nearly come free.

A table of one to three melds, many with jokers, and a rack of tiles that have something to do
with them: what a joker stands for, neighbours in number and colour, twins, more jokers. Small
enough for brute force, under every rulebook.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tilerummy.rules import Colour, JokerKind, Meld, Position, Reading, Rulebook, Tile
from tilerummy.rules.melds import readings
from tilerummy.rules.positions import loose
from tilerummy.rules.tiles import in_order, tile

__all__ = ["small_position"]


MOST_TILES = 15
"""How many tiles brute force can handle."""


def small_position(rules: Rulebook, random: Random, *, opened: bool = True) -> Position:
    """A position with few tiles in which jokers matter."""
    while True:
        position = _position(rules, random, opened=opened)
        if len(loose(position.table)) + len(position.rack) <= MOST_TILES:
            return position


def _position(rules: Rulebook, random: Random, *, opened: bool) -> Position:
    stock = Counter(rules.deck)
    table: list[Meld] = []
    for _ in range(random.choice((1, 1, 2, 2, 3) if opened else (0, 0, 1, 1, 2))):
        meld = _meld(rules, random, stock)
        if table and random.random() < 0.15 and not Counter(table[0].tiles) - stock:
            meld = table[0]
        stock -= Counter(meld.tiles)
        table.append(meld)
    size = random.randint(2, 5) if opened else random.randint(4, 7)
    related = _related(rules, table, random)
    rack: list[Tile] = []
    if not opened:
        rack += _opening_tiles(rules, random, stock)
        stock -= Counter(rack)
    while len(rack) < size:
        near = [t for t in related + _related(rules, [Meld(tuple(rack))], random) if stock[t] > 0]
        pool = near if near and random.random() < 0.85 else list(stock.elements())
        piece = random.choice(pool)
        stock -= Counter((piece,))
        rack.append(piece)
    return Position(rules, tuple(table), in_order(rack), opened)


def _opening_tiles(rules: Rulebook, random: Random, stock: Counter[Tile]) -> list[Tile]:
    """A meld or nearly one: with luck it is worth enough to open."""
    chosen = list(_meld(rules, random, stock, high=True).tiles)
    if random.random() < 0.3:
        chosen.pop(random.randrange(len(chosen)))
    return chosen


def _related(rules: Rulebook, table: list[Meld], random: Random) -> list[Tile]:
    """Tiles that could do something with these melds, jokers among them."""
    found: list[Tile] = []
    for meld in table:
        shown = {(t.number, t.colour) for t in meld.tiles if t.number}
        reading = meld.read(rules.grammar)
        if isinstance(reading, Reading):
            shown |= {(face.number, face.colour) for faces in reading.faces for face in faces}
        for number, colour in sorted(shown, key=str):
            near = (number + step for step in (-2, -1, 0, 0, 1, 2))
            if colour is not None:
                found += [tile(colour, n) for n in near if 1 <= n <= rules.tiles.numbers]
            found += [tile(other, number) for other in rules.colours]
    jokers = [t for t in rules.deck if t.is_joker]
    return found + random.choices(jokers, k=1 + len(found) // 12) if jokers else found


def _meld(rules: Rulebook, random: Random, stock: Counter[Tile], *, high: bool = False) -> Meld:
    """A random meld of tiles in stock, with jokers more often than in life."""
    while True:
        row = _row(rules, random, high=high)
        if Counter(row) - stock:
            continue
        found = readings(row, rules.grammar)
        if isinstance(found, list):
            declared = random.choice(found).kind if len(found) > 1 else None
            return Meld(row, declared if random.random() < 0.7 else None)


def _row(rules: Rulebook, random: Random, *, high: bool) -> tuple[Tile, ...]:
    numbers = rules.tiles.numbers
    low = numbers - 5 if high else 1
    if random.random() < 0.5:
        number = random.randint(low, numbers)
        colours = random.sample(rules.colours, random.choice((3, 3, 4)))
        row = [tile(colour, number) for colour in colours]
    else:
        length = random.choice((3, 3, 3, 4, 4, 5))
        start = random.randint(min(low, numbers - length + 1), numbers - length + 1)
        colour = random.choice(rules.colours)
        row = [tile(colour, start + step) for step in range(length)]
    return _with_jokers(row, rules, random)


def _with_jokers(row: list[Tile], rules: Rulebook, random: Random) -> tuple[Tile, ...]:
    """The row with some tiles replaced, perhaps bent round a mirror; perhaps no meld any more."""
    jokers = [t for t in rules.deck if t.is_joker]
    mirrors = [t for t in jokers if t.joker is JokerKind.MIRROR]
    if mirrors and random.random() < 0.2:
        side = row[: random.randint(1, len(row) - 1)]
        middle = list(mirrors[:1])
        row = [*side, *middle, *reversed(side)]
    wanted = random.choice((0, 0, 1, 1, 1, 2, 2, 3)) if jokers else 0
    for _ in range(wanted):
        piece = random.choice(jokers)
        at = random.randrange(len(row))
        if piece.joker is JokerKind.MIRROR or row[at].joker is JokerKind.MIRROR:
            continue
        if piece.joker is JokerKind.DOUBLE:
            row[at : at + 2] = [piece]
        elif piece.joker is JokerKind.CHANGE:
            other: Colour = random.choice(rules.colours)
            later = [tile(other, t.number) if t.number else t for t in row[at + 1 :]]
            row = [*row[:at], piece, *later]
        else:
            row[at] = piece
    return tuple(row)
