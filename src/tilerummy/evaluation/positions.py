"""Positions: a turn that is described by what lies open, without a history."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.rules.errors import PositionError
from tilerummy.rules.positions import Position, loose

__all__ = ["view_of_position"]


def view_of_position(
    position: Position, others: Sequence[int], *, others_opened: bool = True
) -> View:
    """What the player of a position knows, if the others have so many tiles each.

    All tiles that are on no rack and not on the table are in the pool.
    """
    rules = position.rules
    seats = 1 + len(others)
    players = rules.players
    if not players.least <= seats <= players.most:
        raise PositionError(f"{rules.id} is for {players.least} to {players.most} players")
    if any(size < 1 for size in others):
        raise PositionError("each of the others has at least one tile")
    if not position.rack:
        raise PositionError("the rack is empty, so the round is over")
    needed = len(loose(position.table)) + len(position.rack) + sum(others)
    pool = len(rules.deck) - needed
    if pool < 0:
        raise PositionError(
            f"the table and the racks would be {needed} tiles, but {rules.id} has {len(rules.deck)}"
        )
    opened = {seat for seat in range(1, seats) if others_opened}
    return View(
        rules=rules,
        seats=seats,
        seat=0,
        start=0,
        turn=0,
        phase=Phase.ACT,
        number=0,
        table=position.table,
        rack=position.rack,
        rack_sizes=(len(position.rack), *others),
        pool_size=pool,
        opened=frozenset(opened | ({0} if position.opened else set())),
        left=frozenset(),
        passed=frozenset(),
        last_turns=frozenset() if pool else frozenset(range(seats)),
        deals=0,
        acted=True,
        timed=False,
        commitment="",
        events=(),
        outcome=None,
    )
