"""Looking ahead: what the table is after an action, and how the rounds go on from there."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.bots.policies import silent_turns
from tilerummy.engine.actions import Action, Draw, Play
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.rules.changes import without
from tilerummy.rules.positions import loose
from tilerummy.rules.rulebook import EmptyPool
from tilerummy.rules.tiles import Tile
from tilerummy.solver.playouts import Hands, Moment, Policy, RoundEnd, play_out

__all__ = ["ends_after"]

Racks = tuple[tuple[Tile, ...], ...]


def ends_after(
    view: View, action: Action, deals: Sequence[Hands], policies: Sequence[Policy], nodes: int
) -> list[RoundEnd]:
    """How the round ends for each deal of the hidden tiles if the action is taken.

    `nodes` bounds the thinking about a single turn.
    """
    seat = view.turn
    passed, last_turns, drawn = view.passed, view.last_turns, False
    hands = list(deals)
    turn = _next(view)
    if isinstance(action, Play):
        laid = without(loose(action.table), loose(view.table))
        rest = without(view.rack, laid)
        hands = [Hands(_with(h.racks, seat, rest), h.pool) for h in deals]
        passed = frozenset()
    elif isinstance(action, Draw):
        hands = [
            Hands(_with(h.racks, seat, (*h.racks[seat], h.pool[0])), h.pool[1:]) for h in deals
        ]
        passed = frozenset()
        if view.pool_size == 1:
            if view.rules.pool.empty is EmptyPool.VOID:
                return [RoundEnd(None, 1, (0,) * view.seats)] * len(hands)
            last_turns = frozenset(range(view.seats)) - view.left
        if view.rules.draw.then_open and seat not in view.opened:
            drawn, turn = True, seat
    elif view.phase is Phase.ACT:
        passed |= {seat}
    if view.phase is Phase.ACT and not isinstance(action, Draw):
        last_turns -= {seat}
    silent = list(silent_turns(view))
    silent[seat] = 0 if isinstance(action, Play) else silent[seat] + (turn != seat)
    moment = Moment(
        rules=view.rules,
        table=action.table if isinstance(action, Play) else view.table,
        turn=turn,
        start=view.start,
        opened=view.opened | {seat} if isinstance(action, Play) else view.opened,
        left=view.left,
        passed=passed,
        last_turns=last_turns,
        drawn=drawn,
        silent=tuple(silent),
    )
    return play_out(moment, hands, policies, nodes=nodes)


def _with(racks: Racks, seat: int, rack: tuple[Tile, ...]) -> Racks:
    return (*racks[:seat], rack, *racks[seat + 1 :])


def _next(view: View) -> int:
    seat = view.turn
    while True:
        seat = (seat + 1) % view.seats
        if seat not in view.left:
            return seat
