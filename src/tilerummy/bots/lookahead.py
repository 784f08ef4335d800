"""Looking ahead: what the table is after an action, and how the rounds go on from there.

What the action itself decides is counted out: going out, and a turn after which nobody has
another one. All other rounds are played out in the core.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.bots.policies import silent_turns
from tilerummy.engine.actions import Action, Draw, Play
from tilerummy.engine.phases import Phase
from tilerummy.engine.scoring import Outcome, score_blocked, score_out, score_void
from tilerummy.engine.views import View
from tilerummy.rules.changes import without
from tilerummy.rules.positions import loose
from tilerummy.rules.rulebook import EmptyPool
from tilerummy.rules.tiles import Tile
from tilerummy.solver.playouts import Hands, Moment, Policy, RoundEnd, play_out

__all__ = ["ends_after", "goes_out"]

Racks = tuple[tuple[Tile, ...], ...]


def goes_out(view: View, action: Action) -> bool:
    """Whether the action lays the whole rack of the seat in turn."""
    return isinstance(action, Play) and not _rest(view, action)


def ends_after(
    view: View,
    action: Action,
    deals: Sequence[Hands],
    policies: Sequence[Policy],
    nodes: int,
    *,
    fine: int = 0,
) -> list[RoundEnd]:
    """How the round ends for each deal of the hidden tiles if the action is taken.

    `nodes` bounds the thinking about a single turn. A late turn draws a `fine` beside what it does.
    """
    hands = _hands_after(view, action, deals, fine)
    if goes_out(view, action) and not fine:
        return [_ended(score_out(view.rules, h.racks, view.turn)) for h in hands]
    if _takes_last(view, action, fine):
        if view.rules.pool.empty is EmptyPool.VOID:
            return [_ended(score_void(view.seats))] * len(hands)
    elif _ends_blocked(view, action):
        return [
            _ended(score_blocked(view.rules, h.racks, start=view.start, left=view.left))
            for h in hands
        ]
    return play_out(_moment_after(view, action, fine), hands, policies, nodes=nodes)


def _drawn(action: Action, fine: int) -> int:
    """How many tiles a turn takes from the pool."""
    return fine + isinstance(action, Draw)


def _takes_last(view: View, action: Action, fine: int) -> bool:
    """Whether the turn takes the last tile of the pool."""
    return 0 < view.pool_size == _drawn(action, fine)


def _hands_after(view: View, action: Action, deals: Sequence[Hands], fine: int) -> list[Hands]:
    """The racks and the pool once the action is done."""
    seat, count = view.turn, _drawn(action, fine)
    found = list(deals)
    if isinstance(action, Play):
        rest = _rest(view, action)
        found = [Hands(_with(h.racks, seat, rest), h.pool) for h in found]
    if count:
        found = [
            Hands(_with(h.racks, seat, (*h.racks[seat], *h.pool[:count])), h.pool[count:])
            for h in found
        ]
    return found


def _moment_after(view: View, action: Action, fine: int) -> Moment:
    """What everybody sees once the action is done."""
    seat = view.turn
    turn = _next(view)
    passed, last_turns, drawn = view.passed, view.last_turns, False
    plays, draws = isinstance(action, Play), isinstance(action, Draw)
    if plays or draws or fine:
        passed = frozenset()
    elif view.phase is Phase.ACT:
        passed |= {seat}
    if draws and not fine and view.rules.draw.then_open and seat not in view.opened:
        drawn, turn = True, seat
    if _takes_last(view, action, fine):
        last_turns = frozenset(range(view.seats)) - view.left
    elif view.phase is Phase.ACT and not draws:
        last_turns -= {seat}
    silent = list(silent_turns(view))
    silent[seat] = 0 if plays else silent[seat] + (turn != seat)
    return Moment(
        rules=view.rules,
        table=action.table if isinstance(action, Play) else view.table,
        turn=turn,
        start=view.start,
        opened=view.opened | {seat} if plays else view.opened,
        left=view.left,
        passed=passed,
        last_turns=last_turns,
        drawn=drawn,
        silent=tuple(silent),
    )


def _ends_blocked(view: View, action: Action) -> bool:
    """Whether nobody has a turn after this play or pass, the pool being empty."""
    if view.pool_size:
        return False
    acts = view.phase is Phase.ACT
    if view.rules.pool.empty is EmptyPool.LAST_TURN:
        own = frozenset({view.turn}) if acts else frozenset[int]()
        return not view.last_turns - own
    seated = frozenset(range(view.seats)) - view.left
    return acts and not isinstance(action, Play) and seated <= view.passed | {view.turn}


def _ended(outcome: Outcome) -> RoundEnd:
    return RoundEnd(outcome.winner, 1, outcome.scores)


def _rest(view: View, play: Play) -> tuple[Tile, ...]:
    return without(view.rack, without(loose(play.table), loose(view.table)))


def _with(racks: Racks, seat: int, rack: tuple[Tile, ...]) -> Racks:
    return (*racks[:seat], rack, *racks[seat + 1 :])


def _next(view: View) -> int:
    seat = view.turn
    while True:
        seat = (seat + 1) % view.seats
        if seat not in view.left:
            return seat
