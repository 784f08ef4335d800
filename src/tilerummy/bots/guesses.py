"""Guesses: hands that others may hold, given what they did.

All tiles not seen are in other racks or in the pool. A plain guess deals them out at
random. But others have told something by their turns: who drew could probably not open,
or had nothing to lay; who laid has laid what they could. So a guessed rack that could
have gone down then is improbable, and its playable tiles are swapped for others from the
pool, a few times, until the rack is one that fits. Players who are seen to wait tell less.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.bots.dice import Dice
from tilerummy.engine.events import Drew, Played, TimedOut
from tilerummy.engine.views import View
from tilerummy.rules.positions import Position, Table
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import solve
from tilerummy.solver.playouts import Hands

__all__ = ["Guesses"]

_REPAIRS = 3
"""How often the playable tiles of a guessed rack are swapped for others."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a seat's last turn says: the table then, and the tiles it has drawn since."""

    seat: int
    table: Table
    opened: bool
    drawn: int
    lays_little: bool
    """Whether this player was seen to lay a tile or two: then a draw means it could not."""


class Guesses:
    """Deals of the unseen tiles that fit the history of a view."""

    def __init__(self, view: View, dice: Dice) -> None:
        self._rules: Rulebook = view.rules
        self._rack = view.rack
        self._seat = view.seat
        self._sizes = view.rack_sizes
        self._unseen = list(view.unseen)
        self._dice = dice
        self._told = [
            told for seat in range(view.seats) if seat != view.seat for told in [_tell(view, seat)]
        ]

    def lays_little(self, seat: int) -> bool:
        """Whether the player of a seat was seen to lay a tile or two at a time."""
        return any(told.seat == seat and told.lays_little for told in self._told)

    def deal(self) -> Hands:
        """One deal of the unseen tiles."""
        tiles = list(self._unseen)
        self._dice.shuffle(tiles)
        racks: list[tuple[Tile, ...]] = []
        start = 0
        for seat, size in enumerate(self._sizes):
            if seat == self._seat:
                racks.append(self._rack)
            else:
                racks.append(tuple(tiles[start : start + size]))
                start += size
        pool = tiles[start:]
        for told in self._told:
            if told.lays_little or not told.opened:
                racks[told.seat] = self._fitting(told, racks[told.seat], pool)
        return Hands(tuple(racks), tuple(pool))

    def _fitting(self, told: _Told, rack: tuple[Tile, ...], pool: list[Tile]) -> tuple[Tile, ...]:
        """The rack with tiles swapped that would have gone down in the seat's last turn."""
        cut = len(rack) - told.drawn
        then, since = list(rack[:cut]), rack[cut:]
        for _ in range(_REPAIRS):
            if len(pool) < len(then):
                break
            position = Position(self._rules, told.table, tuple(then), told.opened)
            playable = solve(position).laid
            if not playable:
                break
            for tile in playable:
                place = then.index(tile)
                other = self._dice.below(len(pool))
                then[place], pool[other] = pool[other], then[place]
        return (*then, *since)


def _tell(view: View, seat: int) -> _Told:
    table: Table = ()
    last: Table = ()
    drawn = 0
    opened = False
    little = False
    for event in view.events:
        if isinstance(event, Played | TimedOut):
            table = event.table
        if isinstance(event, Played) and event.seat == seat:
            little = little or (opened and len(event.laid) < 3)
            opened = True
            last, drawn = table, 0
        elif isinstance(event, Drew) and event.seat == seat:
            last, drawn = table, 1
        elif isinstance(event, TimedOut) and event.seat == seat:
            opened = opened or event.opening is not None
            last, drawn = table, event.count
    return _Told(seat, last, opened, min(drawn, view.rack_sizes[seat]), little)
