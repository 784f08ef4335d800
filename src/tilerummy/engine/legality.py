"""Legality: which actions a round allows just now.

The judge of the rules knows one position; here are the rules around it: whose turn it is,
what the phase of the turn allows, whether there is anything to draw, whether a player who
passes could have laid, and who may claim a new deal or leave.

All of it is asked of the view of the seat that acts. So an answer cannot depend on what that
seat may not know, and nobody is judged against another player's rack.
"""

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
from tilerummy.engine.laying import can_lay
from tilerummy.engine.phases import Phase
from tilerummy.engine.start import redeal_pairs
from tilerummy.engine.timeouts import is_timed
from tilerummy.rules.judge import judge
from tilerummy.rules.rulebook import Redeal
from tilerummy.rules.violations import Code, Violation

if TYPE_CHECKING:
    from tilerummy.engine.views import View

__all__ = ["violations"]


def violations(now: View, action: Action) -> list[Violation]:
    """Every rule that the action breaks, the seat of the view being who acts."""
    if now.over:
        return [Violation(Code.ROUND_OVER, "the round is over", "ruling B-01")]
    if isinstance(action, ClaimRedeal | Leave):
        return _of_anyone(now, action)
    if now.seat != now.turn:
        return [
            Violation(
                Code.NOT_YOUR_TURN,
                "it is another player's turn",
                now.rules.source("start.method"),
                numbers=(now.turn,),
            )
        ]
    match action:
        case Play():
            return judge(now.position, action)
        case Draw():
            return _draw(now)
        case Pass():
            return _pass(now)
        case TimeOut():
            return _time_out(now)
        case _:
            raise TypeError(f"{action!r} is not an action")


def _draw(now: View) -> list[Violation]:
    if now.phase is Phase.DRAWN:
        return [
            Violation(
                Code.ALREADY_DRAWN,
                "a tile was drawn already: open with it, or pass",
                now.rules.source("draw.then_open"),
            )
        ]
    if not now.pool_size:
        return [
            Violation(
                Code.POOL_EMPTY,
                "the pool is empty: play or pass",
                now.rules.source("pool.empty"),
            )
        ]
    return _duty(now)


def _pass(now: View) -> list[Violation]:
    if now.phase is Phase.DRAWN:
        return []
    if now.pool_size:
        return [
            Violation(
                Code.MUST_DRAW,
                "if you do not play a tile, you must draw one",
                now.rules.source("draw.tiles"),
            )
        ]
    return _duty(now)


def _duty(now: View) -> list[Violation]:
    """Where playing is a duty, a player who can play may neither draw nor pass."""
    rules = now.rules
    if not now.must_lay or not can_lay(now.position):
        return []
    if rules.draw.must_lay:
        told, field = "you can play tiles, so you may not draw or pass", "draw.must_lay"
    else:
        told, field = "the pool is empty and you can play, so you must", "pool.must_lay"
    return [Violation(Code.MUST_LAY, told, rules.source(field))]


def _time_out(now: View) -> list[Violation]:
    if is_timed(now.rules, opened=now.turn in now.opened):
        return []
    field = "time.timed" if now.rules.time.limit else "time.limit"
    return [Violation(Code.NO_TIME_LIMIT, "this turn has no time limit", now.rules.source(field))]


def _of_anyone(now: View, action: ClaimRedeal | Leave) -> list[Violation]:
    rules = now.rules
    if not 0 <= action.seat < now.seats or action.seat in now.left:
        return [Violation(Code.NOT_SEATED, "nobody sits there", rules.source("players.most"))]
    if now.seat != action.seat:
        return [
            Violation(
                Code.NOT_YOUR_TURN,
                "you can only act for your own seat",
                rules.source("players.most"),
                numbers=(action.seat,),
            )
        ]
    reason = _no_redeal(now) if isinstance(action, ClaimRedeal) else None
    if reason is None:
        return []
    key, message = reason
    clause = rules.source("deal.redeal")
    return [Violation(Code.NO_REDEAL, message, clause, key=f"{Code.NO_REDEAL}.{key}")]


def _no_redeal(now: View) -> tuple[str, str] | None:
    if now.rules.deal.redeal is Redeal.NONE:
        return "unknown", "this rulebook has no redeal"
    if now.table or now.acted:
        return "late", "a redeal must be claimed before your first turn and before anybody plays"
    if not redeal_pairs(now.rules, now.rack):
        return "pairs", "a redeal requires three different pairs of number tiles"
    return None
