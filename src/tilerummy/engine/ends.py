"""How turns and rounds end.

After every turn: a player without tiles has won. If the turn took the last tile of the
pool, the rulebook decides whether the round is void at once, whether everybody has one
more turn, or whether it goes on until a full circle of players passes. A player who is
late though a play was compulsory and possible has not passed; so that nobody can hold up a
round endless, it also ends after two full circles in which nobody laid. Otherwise the next
seat still taken is to play.
"""

from __future__ import annotations

from enum import Enum

from tilerummy.engine.events import Ended, PoolEmptied, Scored, SeedOpened
from tilerummy.engine.phases import Phase
from tilerummy.engine.progress import Progress
from tilerummy.engine.scoring import Outcome, score_alone, score_blocked, score_out, score_void
from tilerummy.rules.rulebook import EmptyPool

__all__ = ["TurnEnd", "begin_again", "end_turn", "leave_seat", "pool_emptied"]


class TurnEnd(Enum):
    """How a turn ended, as far as the end of the round depends on it."""

    ACTED = "acted"
    """Tiles were laid or drawn."""
    PASSED = "passed"
    LATE = "late"
    """Nothing was laid or drawn, though the player could and should have laid."""


def end_turn(progress: Progress, how: TurnEnd, *, had_last_turn: bool) -> None:
    """The seat in turn has finished: end the round, or pass the turn on."""
    seat = progress.turn
    rules = progress.before.rules
    progress.number += 1
    if not progress.racks[seat]:
        _finish(progress, score_out(rules, progress.racks, seat))
        return
    if progress.pool or how is TurnEnd.ACTED:
        progress.passed = frozenset()
        progress.idle = 0
    else:
        progress.idle += 1
        if how is TurnEnd.PASSED:
            progress.passed |= {seat}
    if had_last_turn:
        progress.last_turns -= {seat}
    if not progress.pool and _blocked(progress):
        _finish_blocked(progress)
    else:
        _next_seat(progress)


def pool_emptied(progress: Progress, seat: int) -> bool:
    """Carry out what follows when a seat took the last tile; true if the round is over."""
    progress.events.append(PoolEmptied(seat))
    empty = progress.before.rules.pool.empty
    if empty is EmptyPool.VOID:
        _finish(progress, score_void(progress.before.seats))
        return True
    if empty is EmptyPool.LAST_TURN:
        progress.last_turns = progress.seated
    return False


def begin_again(progress: Progress) -> None:
    """After a redeal the start player begins, or the next seat if that one has left."""
    progress.turn = progress.before.start
    progress.phase = Phase.ACT
    progress.number = 0
    progress.passed = progress.last_turns = frozenset()
    progress.idle = 0
    if progress.turn in progress.left:
        _next_seat(progress)
    if not progress.pool:
        pool_emptied(progress, progress.turn)


def leave_seat(progress: Progress, seat: int) -> None:
    """A player has left: the last one seated wins, otherwise play goes on without them."""
    progress.left |= {seat}
    progress.last_turns -= {seat}
    seated = progress.seated
    if len(seated) == 1:
        (last,) = seated
        _finish(progress, score_alone(progress.before.rules, progress.racks, last))
    elif not progress.pool and _blocked(progress):
        _finish_blocked(progress)
    elif progress.turn == seat:
        _next_seat(progress)


def _blocked(progress: Progress) -> bool:
    if progress.before.rules.pool.empty is EmptyPool.LAST_TURN:
        return not progress.last_turns
    return progress.seated <= progress.passed or progress.idle >= 2 * len(progress.seated)


def _next_seat(progress: Progress) -> None:
    seats = progress.before.seats
    seat = progress.turn
    left = progress.left
    while True:
        seat = (seat + 1) % seats
        if seat not in left:
            break
    progress.turn = seat
    progress.phase = Phase.ACT


def _finish_blocked(progress: Progress) -> None:
    before = progress.before
    outcome = score_blocked(before.rules, progress.racks, start=before.start, left=progress.left)
    _finish(progress, outcome)


def _finish(progress: Progress, outcome: Outcome) -> None:
    before = progress.before
    progress.outcome = outcome
    progress.phase = Phase.OVER
    progress.events += [
        Ended(outcome.reason, outcome.winner),
        Scored(tuple(progress.racks), outcome.scores),
        SeedOpened(before.hidden.seed, before.commitment),
    ]
