"""Changes: what a play did to the table.

Most melds of a table survive a turn untouched. A `Change` sets them aside and keeps what
is gone, what is new and which tiles went down, so that every later question looks only
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Table
from tilerummy.rules.tiles import Tile, in_order

__all__ = ["Change", "carry_declarations", "compare", "contains", "without"]


@dataclass(frozen=True, slots=True)
class Change:
    """Old melds that no longer lie there, new ones, tiles laid and tiles missing."""

    gone: tuple[Meld, ...]
    fresh: tuple[tuple[int, Meld], ...]
    laid: tuple[Tile, ...]
    missing: tuple[Tile, ...]


def compare(before: Table, after: Table) -> Change:
    """What changed; new melds come with their place in the table left behind."""
    old = Counter(before)
    fresh: list[tuple[int, Meld]] = []
    for index, meld in enumerate(after):
        if old.get(meld, 0) > 0:
            old[meld] -= 1
        else:
            fresh.append((index, meld))
    gone = tuple(old.elements())
    was = Counter([tile for meld in gone for tile in meld.tiles])
    now = Counter([tile for _, meld in fresh for tile in meld.tiles])
    return Change(
        gone, tuple(fresh), in_order((now - was).elements()), in_order((was - now).elements())
    )


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
    return not Counter(part) - Counter(whole)


def without(tiles: Iterable[Tile], taken: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles less those taken, sorted."""
    return in_order((Counter(tiles) - Counter(taken)).elements())
