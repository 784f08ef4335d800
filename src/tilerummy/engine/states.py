"""States: a round as the bytes that the core's environment stores.

The core writes the same bytes for the same round, so they serve to begin an environment in
the middle of a round and to compare the two, turn by turn. They hold everything, hidden tiles
included. A view gives a state as well: one that fits what the seat may know, with the tiles
that it does not see dealt in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilerummy.engine.events import Dealt, Drew, Event, Passed, Played, TimedOut
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.rules.tiles import Tile
from tilerummy.solver.codes import DIVIDER, Translator, translator

__all__ = ["stored", "stored_view"]

_CODES = 60
_NOBODY = 255
_Tiles = tuple[Tile, ...]


@dataclass(slots=True)
class _LatestTurn:
    drew: int = 0
    played: int = 0
    passed: int = 0
    goes_on: bool = False
    laid: _Tiles = ()


def stored(now: Round) -> bytes:
    """The round as the core stores it; where jokers' colours do not bind, they are all plain."""
    return _written(now, now.hidden.racks, now.hidden.pool)


def stored_view(view: View) -> bytes:
    """A round that looks like this to the seat of the view."""
    unseen = iter(view.unseen)
    racks = [
        view.rack if seat == view.seat else tuple([next(unseen) for _ in range(size)])
        for seat, size in enumerate(view.rack_sizes)
    ]
    return _written(view, racks, tuple(unseen))


def _written(now: Round | View, racks: Sequence[_Tiles], pool: _Tiles) -> bytes:
    code = translator(now.rules)
    out = bytearray([now.seats, now.start, now.turn, now.phase is Phase.DRAWN, now.over])
    for seats in (now.opened, now.left, now.passed, now.last_turns):
        out.append(sum(1 << seat for seat in seats))
    outcome = now.outcome
    winner = None if outcome is None else outcome.winner
    out.append(_NOBODY if winner is None else winner)
    out += now.number.to_bytes(4, "little")
    for score in (0,) * now.seats if outcome is None else outcome.scores:
        out += score.to_bytes(4, "little", signed=True)
    for rack in racks:
        out += _counts(code, rack)
    out += len(pool).to_bytes(2, "little") + code.tiles(pool)
    table = DIVIDER.join(code.rows(now.table))
    out += len(table).to_bytes(2, "little") + table
    for turn in _latest_turns(now.seats, now.events):
        out += bytes([turn.drew, turn.played, turn.passed]) + _counts(code, turn.laid)
    return bytes(out)


def _counts(code: Translator, tiles: Iterable[Tile]) -> bytes:
    counted = Counter(code.tiles(tiles))
    return bytes([counted[number] for number in range(_CODES)])


def _latest_turns(seats: int, events: Iterable[Event]) -> list[_LatestTurn]:
    """What every seat did in its latest turn since the deal."""
    turns = [_LatestTurn() for _ in range(seats)]

    def begun(seat: int) -> _LatestTurn:
        """The seat's turn; a play or a pass after a draw that goes on belongs to the same."""
        if not turns[seat].goes_on:
            turns[seat] = _LatestTurn()
        turns[seat].goes_on = False
        return turns[seat]

    for event in events:
        match event:
            case Dealt():
                turns = [_LatestTurn() for _ in range(seats)]
            case Drew():
                turn = begun(event.seat)
                turn.drew, turn.goes_on = 1, event.goes_on
            case Played():
                turn = begun(event.seat)
                turn.played, turn.laid = 1, event.laid
            case Passed():
                begun(event.seat).passed = 1
            case TimedOut():
                turn = begun(event.seat)
                turn.drew += event.count
                turn.played, turn.laid = int(bool(event.laid)), event.laid
                turn.passed = int(not event.laid and not turn.drew)
            case _:
                pass
    return turns
