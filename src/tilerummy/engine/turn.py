"""A turn: what each action does to the round, once it is known to be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilerummy.engine.actions import (
    Action,
    ClaimRedeal,
    Draw,
    Leave,
    Pass,
    Play,
    TimeOut,
)
from tilerummy.engine.ends import TurnEnd, begin_again, end_turn, leave_seat, pool_emptied
from tilerummy.engine.events import (
    Dealt,
    Drew,
    Left,
    Passed,
    Played,
    RedealClaimed,
    TimedOut,
)
from tilerummy.engine.laying import can_lay, is_due
from tilerummy.engine.phases import Phase
from tilerummy.engine.progress import Progress
from tilerummy.engine.start import deal_tiles, redeal_pairs
from tilerummy.engine.timeouts import judge_late
from tilerummy.rules.changes import carry_declarations, compare
from tilerummy.rules.openings import opening_of
from tilerummy.rules.positions import Position, Table
from tilerummy.rules.tiles import Tile

if TYPE_CHECKING:
    from tilerummy.engine.rounds import Round

__all__ = ["carry_out"]


def carry_out(before: Round, action: Action) -> Round:
    """The round after a legal action."""
    progress = Progress(before)
    match action:
        case Play():
            _play(progress, action)
        case Draw():
            _draw(progress)
        case Pass():
            _pass(progress)
        case TimeOut():
            _time_out(progress, action)
        case ClaimRedeal(seat):
            _redeal(progress, seat)
        case Leave(seat):
            progress.events.append(Left(seat))
            leave_seat(progress, seat)
        case _:
            raise TypeError(f"{action!r} is not an action")
    return progress.freeze(action)


def _play(progress: Progress, play: Play) -> None:
    seat = progress.turn
    position = _position(progress.before)
    laid, opening, points = _lay(progress, position, play)
    progress.events.append(Played(seat, laid, progress.table, opening, points))
    # The turn that took the last tile is not yet the taker's last turn.
    had_last_turn = progress.before.phase is Phase.ACT
    end_turn(progress, TurnEnd.ACTED, had_last_turn=had_last_turn)


def _position(now: Round) -> Position:
    """What the seat in turn faces."""
    return Position(now.rules, now.table, now.hidden.racks[now.turn], now.turn in now.opened)


def _lay(
    progress: Progress, position: Position, play: Play
) -> tuple[tuple[Tile, ...], Table | None, int]:
    """Put the play on the table; the tiles laid, the opening melds and what they are worth."""
    seat = progress.turn
    table = carry_declarations(position.table, play.table)
    laid = compare(position.table, table).laid
    progress.table = table
    progress.lay(seat, laid)
    if position.opened:
        return laid, None, 0
    progress.opened |= {seat}
    return laid, *opening_of(position, play)


def _draw(progress: Progress) -> None:
    seat = progress.turn
    rules = progress.before.rules
    goes_on = rules.draw.then_open and seat not in progress.opened
    (tile,) = progress.draw(seat, rules.draw.tiles)
    progress.events.append(Drew(seat, tile, len(progress.pool), goes_on))
    if not progress.pool and pool_emptied(progress, seat):
        return
    if goes_on:
        progress.phase = Phase.DRAWN
    else:
        end_turn(progress, TurnEnd.ACTED, had_last_turn=False)


def _pass(progress: Progress) -> None:
    progress.events.append(Passed(progress.turn))
    drawn = progress.before.phase is Phase.DRAWN
    end_turn(progress, TurnEnd.ACTED if drawn else TurnEnd.PASSED, had_last_turn=not drawn)


def _time_out(progress: Progress, action: TimeOut) -> None:
    before = progress.before
    seat = progress.turn
    position = _position(before)
    verdict = judge_late(position, action, before.phase)
    laid: tuple[Tile, ...] = ()
    opening: Table | None = None
    points = 0
    if verdict.kept is not None:
        laid, opening, points = _lay(progress, position, verdict.kept)
    drawn = progress.draw(seat, verdict.fine)
    count, pool = len(drawn), len(progress.pool)
    progress.events.append(
        TimedOut(seat, laid, progress.table, opening, points, drawn, count, pool, verdict.result)
    )
    emptied = bool(drawn) and not progress.pool
    if emptied and pool_emptied(progress, seat):
        return
    had_last_turn = not emptied and before.phase is Phase.ACT
    acted = bool(laid or drawn) or before.phase is Phase.DRAWN
    how = TurnEnd.ACTED if acted else _late_end(position, pool)
    end_turn(progress, how, had_last_turn=had_last_turn)


def _late_end(position: Position, pool: int) -> TurnEnd:
    """Whether a late turn without laying counts as a pass: not where a play was due."""
    rules = position.rules
    due = rules.rulings > 1 and is_due(rules, pool=pool, phase=Phase.ACT)
    return TurnEnd.LATE if due and can_lay(position) else TurnEnd.PASSED


def _redeal(progress: Progress, seat: int) -> None:
    before = progress.before
    progress.events.append(RedealClaimed(seat, redeal_pairs(before.rules, progress.racks[seat])))
    progress.deals += 1
    dealt = deal_tiles(before.rules, before.seats, before.hidden.seed, progress.deals)
    progress.racks = list(dealt.racks)
    progress.pool = dealt.pool
    progress.events.append(Dealt(progress.deals, dealt.racks, len(dealt.pool)))
    begin_again(progress)
