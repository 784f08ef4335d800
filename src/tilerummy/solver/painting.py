"""Painting: which joker is which, where jokers have colours that do not bind them.

To the core such jokers are all alike. In the box they are not, and a rulebook may ask
what became of the one that lay in this meld or that. So the plain jokers of an answer get
the colours of jokers that are really there, and where a duty depends on it, in a way that
the judge accepts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tilerummy.rules.changes import compare, contains
from tilerummy.rules.judge import judge
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Play, Position, Table, loose
from tilerummy.rules.rulebook import JokerReuse
from tilerummy.rules.tiles import JokerKind, Tile, joker

__all__ = ["paint"]


def paint(position: Position, play: Play) -> Play:
    """The play with every plain joker replaced by one of the table's or the rack's."""
    careful = position.rules.jokers.reuse is not JokerReuse.ANYWHERE
    there = [tile for tile in (*loose(position.table), *position.rack) if tile.is_joker]
    first: Play | None = None
    for table in _paintings(position.table, play.table, there):
        for opening in _openings(position, table, play.opening):
            painted = Play(table, opening)
            if not careful or not judge(position, painted):
                return painted
            first = first or painted
    assert first is not None
    return first


def _openings(position: Position, table: Table, opening: Table | None) -> Iterator[Table | None]:
    """Every way to colour the opening melds with the jokers laid; melds that lie there match."""
    if opening is None:
        yield None
        return
    change = compare(position.table, table)
    fresh = tuple([meld for _, meld in change.fresh])
    yield from _paintings(fresh, opening, [tile for tile in change.laid if tile.is_joker])


def _paintings(before: Table, after: Table, jokers: list[Tile]) -> Iterator[Table]:
    """Every way to colour the melds with these jokers; melds that were there keep theirs."""
    left = list(before)
    pool = list(jokers)
    kept: list[Meld | None] = []
    for meld in after:
        same: Meld | None = meld
        if meld.jokers:
            same = next((m for m in left if _plain(m) == meld and contains(pool, m.jokers)), None)
        if same is not None and meld.jokers:
            left.remove(same)
            for tile in same.jokers:
                pool.remove(tile)
        kept.append(same)
    places = sum(len(meld.jokers) for meld, same in zip(after, kept, strict=True) if same is None)
    for chosen in permutations(pool, places):
        colours = iter(chosen)
        yield tuple(
            [
                _coloured(meld, colours) if same is None else same
                for meld, same in zip(after, kept, strict=True)
            ]
        )


def _coloured(meld: Meld, colours: Iterator[Tile]) -> Meld:
    tiles = tuple([next(colours) if tile.is_joker else tile for tile in meld.tiles])
    return Meld(tiles, meld.declared)


def _plain(meld: Meld) -> Meld:
    tiles = tuple([joker() if t.joker is JokerKind.NORMAL else t for t in meld.tiles])
    return Meld(tiles, meld.declared)
