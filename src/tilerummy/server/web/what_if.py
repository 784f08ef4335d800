"""What-if lines: another way on from any position of a finished round, against a bot.

A question brings the record, the position, and the line as far as it has been played. The
engine judges every move of it again; then a bot plays the other seats until it is the turn of
the seat that was in turn in the position. The hidden tiles are those of the round, so a draw
gives what it would have given. Nothing is kept between two questions.
"""

from __future__ import annotations

from typing import Final

from tilerummy.bots import MATCH
from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import Record, record_of
from tilerummy.engine.rounds import Round
from tilerummy.server.live.bots import LEVELS, choose
from tilerummy.server.room.fold import result_of
from tilerummy.server.room.notation import (
    ACTS,
    read_melds,
    read_opening,
    write_melds,
    write_opening,
)
from tilerummy.server.web.replays import states_of, step_of
from tilerummy.server.wire.reviews import LineMove, WhatIfAnswer, WhatIfRequest

__all__ = ["line_of"]

_SECONDS: Final = 0.4
"""How long the bot may think about a turn."""


def line_of(asked: WhatIfRequest) -> WhatIfAnswer:
    """The line so far, with what the bot did in the other seats."""
    if asked.bot not in LEVELS - {MATCH}:
        raise RecordError(1, f"no bot is called {asked.bot!r}")
    start = _position(asked)
    states = [start]
    for move in asked.line:
        states.append(states[-1].apply(_action(move)))
    while not states[-1].over and states[-1].turn != start.turn:
        now = states[-1]
        states.append(now.apply(choose(asked.bot, now.view(now.turn), _SECONDS)))
    last = states[-1]
    moves = record_of([last]).rounds[0].moves[len(start.actions) :]
    return WhatIfAnswer(
        seat=start.turn,
        line=[_move(move.action) for move in moves],
        steps=[step_of(after, move) for after, move in zip(states[1:], moves, strict=True)],
        may=[]
        if last.over
        else [act for kind, act in ACTS.items() if kind in last.view(last.turn).may],
        result=result_of(asked.round, last) if last.over else None,
    )


def _position(asked: WhatIfRequest) -> Round:
    states = states_of(Record.parse(asked.record), asked.round)
    if asked.step >= len(states) or states[asked.step].over:
        raise RecordError(1, f"nobody is to act after step {asked.step}")
    return states[asked.step]


def _action(move: LineMove) -> Action:
    match move.action:
        case "draw":
            return Draw()
        case "pass":
            return Pass()
        case "play":
            return Play(read_melds(move.table), read_opening(move.opening))


def _move(action: Action) -> LineMove:
    if not isinstance(action, Play):
        return LineMove(action=ACTS[type(action)])
    table, opening = write_melds(action.table), write_opening(action.opening)
    return LineMove(action="play", table=table, opening=opening)
