"""Legality: which actions a round allows just now.

The judge of the rules knows one position; here are the rules around it: whose turn it is,
what the phase of the turn allows, whether there is anything to draw, whether a player who
passes could have laid, and who may claim a new deal or leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tilerummy.engine.actions import (
    Action,
    ClaimRedeal,
    Draw,
    Leave,
    Pass,
    Play,
    TimeOut,
)
from tilerummy.engine.phases import Phase
from tilerummy.engine.start import redeal_pairs
from tilerummy.engine.timeouts import is_timed
from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Redeal
from tilerummy.rules.violations import Code, Violation

if TYPE_CHECKING:
    from tilerummy.engine.rounds import Round

__all__ = ["violations"]

_NODES: Final = 200_000
"""Who could lay only after such a search is not expected to see it."""


def violations(now: Round, action: Action, seat: int | None) -> list[Violation]:
    """Every rule the action breaks; `seat` is who acts, None if that is beyond doubt."""
    if now.over:
        return [Violation(Code.ROUND_OVER, "the round is over", "ruling B-01")]
    if isinstance(action, ClaimRedeal | Leave):
        return _of_anyone(now, action, seat)
    found: list[Violation] = []
    if seat is not None and seat != now.turn:
        found.append(
            Violation(
                Code.NOT_YOUR_TURN,
                "it is another player's turn",
                now.rules.source("start.method"),
                numbers=(now.turn,),
            )
        )
    match action:
        case Play():
            found += judge(now.position, action)
        case Draw():
            found += _draw(now)
        case Pass():
            found += _pass(now)
        case TimeOut():
            found += _time_out(now)
        case _:
            raise TypeError(f"{action!r} is no action")
    return found


def _draw(now: Round) -> list[Violation]:
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
                "the pool is empty: lay, or pass",
                now.rules.source("pool.empty"),
            )
        ]
    return []


def _pass(now: Round) -> list[Violation]:
    if now.phase is Phase.DRAWN:
        return []
    if now.pool_size:
        return [
            Violation(
                Code.MUST_DRAW,
                "who does not lay draws a tile",
                now.rules.source("draw.tiles"),
            )
        ]
    if now.rules.pool.must_lay and _can_lay(now.position):
        return [
            Violation(
                Code.MUST_LAY,
                "with the pool empty, whoever can lay must lay",
                now.rules.source("pool.must_lay"),
            )
        ]
    return []


def _can_lay(position: Position) -> bool:
    from tilerummy.solver import solve

    return solve(position, nodes=_NODES).play is not None


def _time_out(now: Round) -> list[Violation]:
    if is_timed(now.rules, opened=now.turn in now.opened):
        return []
    field = "time.timed" if now.rules.time.limit else "time.limit"
    return [Violation(Code.NO_TIME_LIMIT, "this turn has no time limit", now.rules.source(field))]


def _of_anyone(now: Round, action: ClaimRedeal | Leave, seat: int | None) -> list[Violation]:
    rules = now.rules
    if action.seat not in now.everybody or action.seat in now.left:
        return [Violation(Code.NOT_SEATED, "nobody sits there", rules.source("players.most"))]
    found: list[Violation] = []
    if seat is not None and seat != action.seat:
        found.append(
            Violation(
                Code.NOT_YOUR_TURN,
                "players act for themselves alone",
                rules.source("players.most"),
                numbers=(action.seat,),
            )
        )
    if isinstance(action, ClaimRedeal):
        reason = _no_redeal(now, action.seat)
        if reason:
            key, message = reason
            found.append(
                Violation(
                    Code.NO_REDEAL,
                    message,
                    rules.source("deal.redeal"),
                    key=f"{Code.NO_REDEAL}.{key}",
                )
            )
    return found


def _no_redeal(now: Round, seat: int) -> tuple[str, str] | None:
    if now.rules.deal.redeal is Redeal.NONE:
        return "unknown", "this rulebook knows no redeal"
    if now.number or now.phase is not Phase.ACT or now.table:
        return "late", "a redeal is claimed before the first turn"
    if not redeal_pairs(now.rules, now.hidden.racks[seat]):
        return "pairs", "a redeal takes three different pairs of number tiles"
    return None
