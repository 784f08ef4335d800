"""Deal sampler: random deals of the hidden tiles that fit what the other players did.

All unseen tiles are on other racks or in the pool. A plain sample deals them at random. But the
turns of the others say more: a player who drew could probably not open or had nothing to lay, and
a player who laid tiles has probably laid all they could. So tiles of a sampled rack that could have
been laid in that turn are improbable: they are swapped for others from the pool, a few times, until
the rack fits. The turns of players who are seen to wait say less.
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

__all__ = ["BUILDING", "DealSampler"]

_REPAIRS = 3
"""How often the playable tiles of a sampled rack are swapped for others."""


_NODES = 3_000
"""Search limit of the question whether a sampled rack could lay."""
_WAITS = 6
"""How many draws in a row make a player look as if it waited."""
_HIDES = 12
"""How many draws make a player that has not opened look as if it could."""
_SELDOM = 0.34
"""A player that lays in a smaller share of its turns holds tiles back; others lay more often."""
_TURNS = 8
"""After so many turns since its opening the share of turns in which a player lays is known."""
BUILDING = Policy(opens=12, wait=3, hold=20, keep_jokers=True, patience=5, stints=True)
"""How such a player goes on."""


@dataclass(frozen=True, slots=True)
class _LastTurn:
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
    known: bool
    """Whether it has had enough turns since its opening to tell how often it lays."""
    builds: bool
    """Whether it lays so seldom that it must be holding tiles back."""


class DealSampler:
    """Deals of the unseen tiles that fit the history of a view."""

    def __init__(self, view: View, dice: Dice, unknown: Policy = GREEDY) -> None:
        """`unknown` is how a player goes on who has not been seen for long enough."""
        self._rules: Rulebook = view.rules
        self._rack = view.rack
        self._seat = view.seat
        self._sizes = view.rack_sizes
        self._unseen = list(view.unseen)
        self._dice = dice
        self._unknown = unknown
        self._last_turns = [
            _last_turn(view, seat) for seat in range(view.seats) if seat != view.seat
        ]

    def policy_of(self, seat: int) -> Policy:
        """How the player of a seat seems to play."""
        (last,) = [last for last in self._last_turns if last.seat == seat]
        if self._rules.draw.must_lay:
            return GREEDY
        if self._hides(last):
            return HIDING
        if last.builds:
            return BUILDING
        if last.lays_little or not last.opened or last.waits < _WAITS:
            return GREEDY if last.known else self._unknown
        return PATIENT if last.lays_much else SAVING

    def deal(self, trusted: frozenset[int] | None = None) -> Hands:
        """One deal of the unseen tiles.

        The racks of `trusted` seats fit what those did in their last turn; if nobody is named,
        the history decides whose draws say something about their racks.
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
        for last in self._last_turns:
            informs = last.lays_little or not (last.opened or self._hides(last))
            informs = informs and not last.builds
            if informs if trusted is None else last.seat in trusted:
                racks[last.seat] = self._fitting(last, racks[last.seat], pool)
        return Hands(tuple(racks), tuple(pool))

    def _hides(self, last: _LastTurn) -> bool:
        return self._rules.opening.goes_on and not last.opened and last.waits >= _HIDES

    def _fitting(
        self, last: _LastTurn, rack: tuple[Tile, ...], pool: list[Tile]
    ) -> tuple[Tile, ...]:
        """The rack with tiles swapped that would have gone down in the seat's last turn."""
        cut = len(rack) - last.drawn
        then, since = list(rack[:cut]), rack[cut:]
        for _ in range(_REPAIRS):
            if len(pool) < len(then):
                break
            position = Position(self._rules, last.table, tuple(then), last.opened)
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


def _last_turn(view: View, seat: int) -> _LastTurn:
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
    known = turns >= _TURNS
    builds = known and plays > 1 and plays < _SELDOM * turns
    drawn = min(drawn, view.rack_sizes[seat])
    return _LastTurn(seat, last, opened, drawn, little, much, waits, known, builds)
