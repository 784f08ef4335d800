"""Views: what a seat may know, and the only door through which secrets leave.

A view has the seat's own rack, what lies open, how many tiles the others and the pool
have, and the history as that seat saw it. It has no other rack, no order of the pool and
no seed. Whatever is hidden could be dealt otherwise, and the view would be the same.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from tilerummy.engine.actions import ClaimRedeal
from tilerummy.engine.events import Event, seen_by
from tilerummy.engine.legality import violations
from tilerummy.engine.phases import Phase
from tilerummy.engine.scoring import Outcome
from tilerummy.rules.positions import Position, Table, loose
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile, in_order

if TYPE_CHECKING:
    from tilerummy.engine.rounds import Round

__all__ = ["View", "view_of"]


class View(Struct, frozen=True):
    """A round as one seat sees it, or a spectator (seat None, empty rack)."""

    rules: Rulebook
    seats: int
    seat: int | None
    start: int
    turn: int
    phase: Phase
    number: int
    table: Table
    rack: tuple[Tile, ...]
    rack_sizes: tuple[int, ...]
    pool_size: int
    opened: frozenset[int]
    left: frozenset[int]
    passed: frozenset[int]
    last_turns: frozenset[int]
    deals: int
    may_claim_redeal: bool
    """Whether this seat can show three pairs and is in time."""
    timed: bool
    commitment: str
    events: tuple[Event, ...]
    outcome: Outcome | None

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.outcome is not None

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.outcome is None and self.turn == self.seat

    @property
    def position(self) -> Position:
        """The table and this seat's rack: what the judge and the solver are asked about."""
        return Position(self.rules, self.table, self.rack, self.seat in self.opened)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that are neither on the table nor on this rack: other racks and pool."""
        known = Counter(loose(self.table))
        known.update(self.rack)
        return in_order((Counter(self.rules.deck) - known).elements())


def view_of(now: Round, seat: int | None) -> View:
    """What that seat may know of the round."""
    racks = now.hidden.racks
    return View(
        rules=now.rules,
        seats=now.seats,
        seat=seat,
        start=now.start,
        turn=now.turn,
        phase=now.phase,
        number=now.number,
        table=now.table,
        rack=() if seat is None else racks[seat],
        rack_sizes=tuple([len(rack) for rack in racks]),
        pool_size=now.pool_size,
        opened=now.opened,
        left=now.left,
        passed=now.passed,
        last_turns=now.last_turns,
        deals=now.deals,
        may_claim_redeal=seat is not None and not violations(now, ClaimRedeal(seat), seat),
        timed=now.timed,
        commitment=now.commitment,
        events=tuple([seen_by(event, seat) for event in now.events]),
        outcome=now.outcome,
    )
