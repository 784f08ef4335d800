"""Changes: what a play did to the table.

Most melds of a table survive a turn untouched. A `Change` sets them aside and keeps what
is gone, what is new and which tiles went down, so that every later question looks only
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Table
from tilerummy.rules.readings import MeldKind
from tilerummy.rules.tiles import JokerKind, Tile, in_order

__all__ = ["Change", "carry_declarations", "compare", "contains", "differences", "without"]


class Change(Struct, frozen=True):
    """Old melds that no longer lie there, new ones, tiles laid and tiles missing."""

    gone: tuple[Meld, ...]
    fresh: tuple[tuple[int, Meld], ...]
    laid: tuple[Tile, ...]
    missing: tuple[Tile, ...]


@lru_cache(maxsize=1 << 10)
def compare(before: Table, after: Table) -> Change:
    """What changed, remembered; new melds come with their place in the table left behind."""
    old = Counter(before)
    fresh: list[tuple[int, Meld]] = []
    for index, meld in enumerate(after):
        if old.get(meld, 0) > 0:
            old[meld] -= 1
        else:
            fresh.append((index, meld))
    gone = tuple(old.elements())
    if gone and fresh:
        gone, fresh = _without_turned_groups(gone, fresh)
    was = [tile for meld in gone for tile in meld.tiles]
    now = [tile for _, meld in fresh for tile in meld.tiles]
    laid, missing = differences(now, was)
    return Change(gone, tuple(fresh), in_order(laid), in_order(missing))


def _without_turned_groups(
    gone: tuple[Meld, ...], fresh: list[tuple[int, Meld]]
) -> tuple[tuple[Meld, ...], list[tuple[int, Meld]]]:
    """Leave out groups that only lie there in another order, which means nothing."""
    missing = [(_group(meld), meld) for meld in gone]
    new: list[tuple[int, Meld]] = []
    for index, meld in fresh:
        group = _group(meld)
        twin = next((old for old in missing if old[0] == group), None) if group else None
        if twin is None:
            new.append((index, meld))
        else:
            missing.remove(twin)
    return tuple([meld for _, meld in missing]), new


@lru_cache(maxsize=1 << 16)
def _group(meld: Meld) -> tuple[Tile, ...]:
    """The tiles of a group in order, empty for all else; only it has one number in several colours.

    Around a mirror joker the order matters, and a group declared a run is none.
    """
    numbered = {tile for tile in meld.tiles if tile.number}
    if len(numbered) < 2 or len({tile.number for tile in numbered}) > 1:
        return ()
    mirrored = any(tile.joker is JokerKind.MIRROR for tile in meld.tiles)
    return () if mirrored or meld.declared is MeldKind.RUN else in_order(meld.tiles)


def carry_declarations(before: Table, after: Table) -> Table:
    """A meld that still lies there keeps the reading once declared for it."""
    declared = {meld.tiles: meld for meld in before if meld.declared is not None}
    if not declared:
        return after
    return tuple(
        declared.get(meld.tiles, meld) if meld.declared is None else meld for meld in after
    )


def contains(whole: Iterable[Tile], part: Iterable[Tile]) -> bool:
    """Whether the whole has every tile of the part, counted."""
    return not without(part, whole)


def without(tiles: Iterable[Tile], taken: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles less those taken, sorted."""
    return in_order(differences(tiles, taken)[0])


def differences(some: Iterable[Tile], others: Iterable[Tile]) -> tuple[list[Tile], list[Tile]]:
    """What is among some and not among the others, and the other way round."""
    left, lacking = list(some), []
    for tile in others:
        if tile in left:
            left.remove(tile)
        else:
            lacking.append(tile)
    return left, lacking
