"""Brute force: every table that could be left behind, put before the judge.

Rack tiles to lay are taken in the order of their worth. For each choice, all ways to divide table
and laid tiles into melds are gone through, and for each meld all rows that differ in meaning: each
order of a run, each reading of an ambiguous row, and whatever already lies on the table just as it
lies there. In an opening turn the opening melds are gone through as well. The first play that the
judge accepts is a best one. Nothing is known here of jokers, duties or openings: only the judge
decides, so this is right for every rulebook, and slow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tests.oracle.program import Weigh, tiles_then_points, worth
from tilerummy.rules import JokerKind, Meld, MeldKind, Play, Position, Tile, judge
from tilerummy.rules.melds import readings
from tilerummy.rules.positions import Table, loose
from tilerummy.rules.readings import Grammar
from tilerummy.rules.tiles import in_order

__all__ = ["Found", "TooMany", "best", "best_of", "plays", "ranking"]

Handful = tuple[Tile, ...]
Division = tuple[Handful, ...]


class TooMany(Exception):
    """The position allows more plays than anybody wants to wait for."""


@dataclass(frozen=True, slots=True)
class Found:
    """A best play, what it lays and what that is worth; no play if there is none."""

    value: int
    laid: Handful
    play: Play | None


def best(
    position: Position, weigh: Weigh = tiles_then_points, *, limit: int | None = 50_000
) -> Found:
    """A best play of the position; gives up if the judge refuses one choice `limit` times.

    Where no play is worth more than nothing, nothing is best.
    """
    return next(ranking(position, weigh, 1, limit=limit), Found(0, (), None))


def ranking(
    position: Position, weigh: Weigh, k: int, *, limit: int | None = 50_000
) -> Iterator[Found]:
    """The k best plays that lay different tiles, the best first, none worth nothing or less."""
    wanted = [part for part in _parts(position.rack) if worth(part, weigh) > 0]
    for laid in sorted(wanted, key=lambda part: -worth(part, weigh)):
        play = best_of(position, [laid], limit=limit)
        if play is not None:
            yield Found(worth(laid, weigh), laid, play)
            k -= 1
        if not k:
            return


def best_of(
    position: Position, choices: Iterable[Handful], *, limit: int | None = 50_000
) -> Play | None:
    """A legal play that lays exactly one of these choices of tiles, the first possible."""
    tried = (play for laid in choices for play in plays(position, laid))
    for asked, play in enumerate(tried):
        if limit is not None and asked == limit:
            raise TooMany(str(position))
        if not judge(position, play):
            return play
    return None


def plays(position: Position, laid: Handful) -> Iterator[Play]:
    """Every play that lays exactly these tiles in valid melds, legal or not."""
    grammar = position.rules.grammar
    if not position.opened and not position.rules.opening.goes_on:
        for melds in _tables(laid, grammar, position.table):
            yield Play((*position.table, *melds), melds)
        return
    afters = _tables(in_order([*loose(position.table), *laid]), grammar, position.table)
    if position.opened:
        yield from map(Play, afters)
        return
    openings = list(_openings(position, laid))
    if openings:
        for after in afters:
            yield from (Play(after, opening) for opening in openings)


def _openings(position: Position, laid: Handful) -> Iterator[Table]:
    grammar = position.rules.grammar
    for part in _parts(laid):
        for melds in _tables(part, grammar, ()):
            if _value(melds, grammar) >= position.rules.opening.points:
                yield melds


def _value(melds: Table, grammar: Grammar) -> int:
    found = [meld.read(grammar) for meld in melds]
    return sum(getattr(reading, "value", 0) for reading in found)


def _tables(tiles: Handful, grammar: Grammar, before: Table) -> Iterator[Table]:
    """Every table of these tiles, up to orders and readings that mean the same."""
    for division in _divisions(tiles, grammar):
        yield from product(*(_written(handful, grammar, before) for handful in division))


def _written(handful: Handful, grammar: Grammar, before: Table) -> list[Meld]:
    """The handful as melds, those that lie on the table first."""
    as_before = [meld for meld in dict.fromkeys(before) if in_order(meld.tiles) == handful]
    return list(dict.fromkeys([*as_before, *_melds(handful, grammar)]))


@lru_cache(maxsize=1 << 16)
def _divisions(tiles: Handful, grammar: Grammar) -> tuple[Division, ...]:
    """Every way to divide the tiles into handfuls that can be melds."""
    if not tiles:
        return ((),)
    first = tiles[0]
    if first.is_joker:
        return ()
    found: list[Division] = []
    for others in _companions(first, tiles[1:]):
        handful = in_order((first, *others))
        if _melds(handful, grammar):
            rest = in_order((Counter(tiles) - Counter(handful)).elements())
            found += [(handful, *more) for more in _divisions(rest, grammar)]
    return tuple({tuple(sorted(d, key=_indices)): None for d in found})


def _companions(first: Tile, others: Handful) -> Iterator[Handful]:
    """What could lie in a meld with the first tile: its number, or its colour, or anything."""
    change = any(t.joker is JokerKind.CHANGE for t in others)
    same_number = [t for t in others if t.is_joker or t.number == first.number]
    same_colour = [t for t in others if t.is_joker or t.colour is first.colour or change]
    groups = _parts(same_number, at_least=2)
    yield from groups
    known = set(groups)
    yield from (part for part in _parts(same_colour, at_least=2) if part not in known)


def _indices(handful: Handful) -> list[int]:
    return [tile.index for tile in handful]


@lru_cache(maxsize=1 << 16)
def _melds(handful: Handful, grammar: Grammar) -> tuple[Meld, ...]:
    """All rows of the handful that are melds and mean different things."""
    if not _plausible(handful):
        return ()
    found: list[Meld] = []
    meanings: set[tuple[object, ...]] = set()
    for row in _orders(handful):
        read = readings(row, grammar)
        if not isinstance(read, list):
            continue
        for reading in read:
            if reading.kind is MeldKind.GROUP:
                meaning: tuple[object, ...] = (MeldKind.GROUP,)
            else:
                shown = zip(row, reading.faces, strict=True)
                meaning = (MeldKind.RUN, *sorted((t.index, str(faces)) for t, faces in shown))
            if meaning not in meanings:
                meanings.add(meaning)
                plain = Meld(row)
                same = plain.read(grammar) == reading
                found.append(plain if same else Meld(row, reading.kind))
    return tuple(found)


def _plausible(handful: Handful) -> bool:
    """A first look that saves trying orders: could these be one number, or neighbours?"""
    numbers = Counter(t.number for t in handful if t.number)
    if len(numbers) == 1:
        return True
    kinds = Counter(t.joker for t in handful)
    colours = {t.colour for t in handful if t.number}
    if max(numbers) - min(numbers) >= _width(handful):
        return False
    twice = 2 if kinds[JokerKind.MIRROR] else 1
    return max(numbers.values()) <= twice and len(colours) <= 1 + kinds[JokerKind.CHANGE] // twice


def _orders(handful: Handful) -> Iterator[Handful]:
    """The orders worth reading: number tiles rise, or fall behind a mirror."""
    mirrors = tuple(t for t in handful if t.joker is JokerKind.MIRROR)
    if not mirrors:
        yield from _rising(handful)
    elif len(mirrors) == 1:
        others = tuple(t for t in handful if t.joker is not JokerKind.MIRROR)
        for left in _parts(others):
            right = in_order((Counter(others) - Counter(left)).elements())
            if _width(left) == _width(right):
                ways = product(_rising(left), _rising(right))
                yield from ((*near, *mirrors, *reversed(far)) for near, far in ways)


def _rising(handful: Handful) -> tuple[Handful, ...]:
    """Number tiles in rising order, those of one number and the jokers in every order."""
    rows: dict[Handful, None] = {(): None}
    for piece in sorted(handful, key=lambda t: (t.is_joker, t.number)):
        rows = {
            (*row[:at], piece, *row[at:]): None
            for row in rows
            for at in range(len(row) + 1)
            if piece.is_joker or not any(t.number < piece.number for t in row[at:])
        }
    return tuple(rows)


def _width(handful: Handful) -> int:
    return sum(2 if t.joker is JokerKind.DOUBLE else 1 for t in handful)


def _parts(tiles: Iterable[Tile], *, at_least: int = 1) -> list[Handful]:
    """Every different part of the tiles, as sorted handfuls."""
    parts: list[Handful] = [()]
    for kind, count in sorted(Counter(tiles).items()):
        parts = [(*part, *(kind,) * more) for part in parts for more in range(count + 1)]
    return [part for part in parts if len(part) >= at_least]
