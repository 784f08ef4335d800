"""Joker colours: which joker is which, where jokers have colours that do not bind them.

To the core such jokers are all alike. In the box they are not, and a rulebook may ask
where the joker of a certain meld went. So the plain jokers of an answer get
the colours of jokers that are really there, and where a duty depends on it, in a way that
the judge accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from tilerummy.rules.changes import compare, contains
from tilerummy.rules.judge import judge
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Play, Position, Table, loose
from tilerummy.rules.rulebook import JokerMelds, JokerReuse
from tilerummy.rules.tiles import JokerKind, Tile, joker

__all__ = ["colour_jokers"]


def colour_jokers(position: Position, play: Play) -> Play:
    """The play with every plain joker replaced by one of the table's or the rack's."""
    duties = position.rules.jokers
    careful = duties.reuse is not JokerReuse.ANYWHERE or duties.melds is not JokerMelds.FREE
    there = _normal((*loose(position.table), *position.rack))
    first: Play | None = None
    for table in _tables(position.table, play.table, there, careful=careful):
        for opening in _openings(position, table, play.opening):
            coloured = Play(table, opening)
            if not careful or not judge(position, coloured):
                return coloured
            first = first or coloured
    assert first is not None
    return first


def _tables(before: Table, after: Table, there: list[Tile], *, careful: bool) -> Iterator[Table]:
    """Every way to colour the table left behind; jokers change places only where they must."""
    yield from _colourings(before, after, there)
    if careful:
        yield from _colourings((), after, there)


def _openings(position: Position, table: Table, opening: Table | None) -> Iterator[Table | None]:
    """Every way to colour the opening melds with the jokers laid; melds that lie there match."""
    if opening is None:
        yield None
        return
    change = compare(position.table, table)
    fresh = tuple([meld for _, meld in change.fresh])
    yield from _colourings(fresh, opening, _normal(change.laid))


def _colourings(before: Table, after: Table, there: list[Tile]) -> Iterator[Table]:
    """Every way to colour the melds with these jokers; melds that were there keep theirs."""
    left = list(before)
    pool = list(there)
    kept: list[Meld | None] = []
    places = 0
    for meld in after:
        same: Meld | None = meld
        jokers = _normal(meld.tiles)
        if jokers:
            same = next(
                (m for m in left if _alike(m, meld) and contains(pool, _normal(m.tiles))), None
            )
        if same is None:
            places += len(jokers)
        elif jokers:
            left.remove(same)
            for tile in _normal(same.tiles):
                pool.remove(tile)
        kept.append(same)
    for chosen in permutations(pool, places):
        colours = iter(chosen)
        yield tuple(
            [
                _coloured(meld, colours) if same is None else same
                for meld, same in zip(after, kept, strict=True)
            ]
        )


def _coloured(meld: Meld, colours: Iterator[Tile]) -> Meld:
    tiles = [next(colours) if tile.joker is JokerKind.NORMAL else tile for tile in meld.tiles]
    return Meld(tuple(tiles), meld.declared)


def _normal(tiles: Iterable[Tile]) -> list[Tile]:
    """The jokers whose colour the core does not see; special ones it knows."""
    return [tile for tile in tiles if tile.joker is JokerKind.NORMAL]


def _alike(meld: Meld, plain: Meld) -> bool:
    """Whether a meld is this one but for the colours of its jokers."""
    tiles = [joker() if tile.joker is JokerKind.NORMAL else tile for tile in meld.tiles]
    return Meld(tuple(tiles), meld.declared) == plain
