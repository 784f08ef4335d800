"""Guesses: hands that others may hold, given what they did.

All tiles not seen are in other racks or in the pool. A plain guess deals them out at
random. But others have told something by their turns: who drew could probably not open,
or had nothing to lay; a player who laid has laid what they could. So a guessed rack that could
have gone down then is improbable, and its playable tiles are swapped for others from the
pool, a few times, until the rack is one that fits. Players who are seen to wait tell less.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.bots.dice import Dice
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.patient import PATIENT
from tilerummy.bots.saving import HIDING, SAVING
from tilerummy.engine.events import Drew, Event, Played, TimedOut
from tilerummy.engine.views import View
from tilerummy.rules.positions import Position, Table
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import solve
from tilerummy.solver.playouts import Hands, Policy

__all__ = ["Guesses"]

_REPAIRS = 3
"""How often the playable tiles of a guessed rack are swapped for others."""


_NODES = 3_000
"""How many states the question whether a guessed rack could lay may look at."""
_WAITS = 6
"""How many draws in a row make a player look as if it waited."""
_HIDES = 12
"""How many draws make a player that has not opened look as if it could."""
_SELDOM = 0.34
"""A player that lays in a smaller share of its turns holds tiles back; others lay more often."""
_TURNS = 8
"""So many turns after its opening tell how often a player lays."""
_BUILDING = Policy(wait=3, hold=20, keep_jokers=True, patience=4, stints=True)
"""How such a player goes on."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a seat's last turn says: the table then, and the tiles it has drawn since."""

    seat: int
    table: Table
    opened: bool
    drawn: int
    lays_little: bool
    """Whether this player was seen to lay a tile or two: then a draw means it could not."""
    lays_much: bool
    """Whether this player was seen to lay more, after its opening."""
    waits: int
    """How often in a row it has drawn."""
    builds: bool
    """Whether it lays so seldom that it must be holding tiles back."""


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

    def policy_of(self, seat: int) -> Policy:
        """How the player of a seat seems to play."""
        (told,) = [told for told in self._told if told.seat == seat]
        if self._rules.draw.must_lay:
            return GREEDY
        if self._hides(told):
            return HIDING
        if told.builds:
            return _BUILDING
        if told.lays_little or not told.opened or told.waits < _WAITS:
            return GREEDY
        return PATIENT if told.lays_much else SAVING

    def deal(self, trusted: frozenset[int] | None = None) -> Hands:
        """One deal of the unseen tiles.

        The racks of `trusted` seats fit what those did in their last turn; if nobody is named,
        the history says who tells something by drawing.
        """
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
            tells = told.lays_little or not (told.opened or self._hides(told))
            tells = tells and not told.builds
            if tells if trusted is None else told.seat in trusted:
                racks[told.seat] = self._fitting(told, racks[told.seat], pool)
        return Hands(tuple(racks), tuple(pool))

    def _hides(self, told: _Told) -> bool:
        return self._rules.opening.goes_on and not told.opened and told.waits >= _HIDES

    def _fitting(self, told: _Told, rack: tuple[Tile, ...], pool: list[Tile]) -> tuple[Tile, ...]:
        """The rack with tiles swapped that would have gone down in the seat's last turn."""
        cut = len(rack) - told.drawn
        then, since = list(rack[:cut]), rack[cut:]
        for _ in range(_REPAIRS):
            if len(pool) < len(then):
                break
            position = Position(self._rules, told.table, tuple(then), told.opened)
            playable = solve(position, nodes=_NODES).laid
            if not playable:
                break
            for tile in playable:
                place = then.index(tile)
                other = self._dice.below(len(pool))
                then[place], pool[other] = pool[other], then[place]
        return (*then, *since)


def _opens(event: Event, seat: int) -> bool:
    return isinstance(event, Played | TimedOut) and event.seat == seat and event.opening is not None


def _tell(view: View, seat: int) -> _Told:
    table: Table = ()
    last: Table = ()
    drawn = 0
    opened = seat in view.opened and not any(_opens(event, seat) for event in view.events)
    little = much = False
    waits = turns = plays = 0
    for event in view.events:
        if isinstance(event, Played | TimedOut):
            table = event.table
        if isinstance(event, Played) and event.seat == seat:
            little = little or (opened and len(event.laid) < 3)
            much = much or (opened and len(event.laid) > 2)
            turns, plays = turns + opened, plays + opened
            opened = True
            last, drawn, waits = table, 0, 0
        elif isinstance(event, Drew) and event.seat == seat:
            last, drawn = table, 1
            waits += 1
            turns += opened
        elif isinstance(event, TimedOut) and event.seat == seat:
            opened = opened or event.opening is not None
            last, drawn = table, event.count
    builds = plays > 1 and turns >= _TURNS and plays < _SELDOM * turns
    drawn = min(drawn, view.rack_sizes[seat])
    return _Told(seat, last, opened, drawn, little, much, waits, builds)
