"""Own turns: what a player knows about its own way of playing.

Whoever looks at a view knows its own rack in every earlier turn, and so what could have been
laid then. One who always lays the most is greedy; one who lays nothing though three tiles would
go either waits or overlooks things, and what it does lay tells which: one who waits then lays
everything that goes. How often each style lays nothing, a part of what goes or all of it was
counted in rounds between the bots that play so. Other players do not see this rack: they have
to go by what happens in the open (`tilerummy.evaluation.styles`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from tilerummy.engine.events import Dealt, Drew, Played, TimedOut
from tilerummy.engine.views import View
from tilerummy.rules.changes import compare, without
from tilerummy.rules.positions import Position, Table
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver import solve

__all__ = ["Laid", "Layable", "OwnTurn", "own_turns", "sources_of"]

_NODES: Final = 3_000
_MANY: Final = 8


class Layable(Enum):
    """How much could be laid in a turn, jokers of the rack kept."""

    ONE = 0
    TWO = 1
    SOME = 2
    """Three to seven tiles."""
    MANY = 3
    RACK = 4
    """The whole rack, jokers included."""


class Laid(Enum):
    """How much of that was laid."""

    NOTHING = 0
    PART = 1
    ALL = 2


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A turn in which something could be laid."""

    layable: Layable
    laid: Laid
    sources: int
    """Out of how many melds the one was made that has the most of them in it."""


_SIZES: Final = {1: Layable.ONE, 2: Layable.TWO}


def own_turns(view: View) -> Iterator[OwnTurn]:
    """The turns after its opening in which the seat of the view could lay something."""
    rack: tuple[Tile, ...] | None = None
    opened = False
    table: Table = ()
    for event in view.events:
        if isinstance(event, Dealt) and view.seat is not None:
            rack, table = event.racks[view.seat], ()
        elif isinstance(event, Played):
            if event.seat == view.seat and rack is not None:
                if opened:
                    yield from _turn(
                        Position(view.rules, table, rack), len(event.laid), event.table
                    )
                rack, opened = without(rack, event.laid), True
            table = event.table
        elif isinstance(event, Drew) and event.seat == view.seat and rack is not None:
            if event.tile is None:
                return
            if opened:
                yield from _turn(Position(view.rules, table, rack), 0, table)
            rack = in_order((*rack, event.tile))
        elif isinstance(event, TimedOut):
            if event.seat == view.seat:
                return
            table = event.table


def _turn(position: Position, count: int, after: Table) -> Iterator[OwnTurn]:
    most, whole = _most(position)
    if not most and not whole:
        return
    size = Layable.MANY if most >= _MANY else _SIZES.get(most, Layable.SOME)
    everything = len(position.rack) if whole else most
    laid = Laid.ALL if count >= everything else Laid.PART if count else Laid.NOTHING
    yield OwnTurn(Layable.RACK if whole else size, laid, sources_of(position.table, after))


def sources_of(before: Table, after: Table) -> int:
    """Out of how many melds the one was made that has the most of them in it."""
    change = compare(before, after)
    gone = [Counter(meld.tiles) for meld in change.gone]
    most = 0
    for _, meld in change.fresh:
        rest, count = Counter(meld.tiles), 0
        for tiles in gone:
            if rest & tiles:
                rest, count = rest - tiles, count + 1
        most = max(most, count)
    return most


@lru_cache(maxsize=4096)
def _most(position: Position) -> tuple[int, bool]:
    """How many tiles could be laid with the jokers kept, and whether the whole rack could."""
    most = solve(position, nodes=_NODES)
    jokers = tuple([tile for tile in position.rack if tile.is_joker])
    whole = most.tiles == len(position.rack)
    if not jokers or whole or not most.tiles:
        return most.tiles, whole
    return solve(position, keep=jokers, nodes=_NODES).tiles, False
