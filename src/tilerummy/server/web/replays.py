"""Replays: a finished game, step by step, with everything open.

Made from a record and nothing else, so a file from elsewhere is shown like a game of this
server. Damaged records are refused by the engine with line and reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from tilerummy.engine import actions
from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import Move, Record, record_of, replay
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import house_rules
from tilerummy.rules.notation import format_tiles
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold_all, result_of
from tilerummy.server.room.notation import ACTS, write_melds
from tilerummy.server.room.projection import start_draws
from tilerummy.server.room.settings import HouseValue
from tilerummy.server.room.state import Room
from tilerummy.server.web.questions import best_play
from tilerummy.server.wire.resources import (
    Analysis,
    Replay,
    ReplayRound,
    ReplayStep,
    StepAction,
    TurnAnalysis,
)

__all__ = ["FinishedRound", "analysis_of", "finished_round", "replay_of", "states_of", "step_of"]

_ACTIONS: Final[dict[type[actions.Action], StepAction]] = {
    **ACTS,
    actions.ClaimRedeal: "redeal",
    actions.TimeOut: "timeout",
    actions.Leave: "leave",
}


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round of this server, and the room when it ended."""

    record: str
    room: Room
    ended: int

    def is_open_to(self, who: str, now: int) -> bool:
        """Whether this person may know by now how the round went."""
        late = self.room.settings.delay * 1000 if self.room.sees_delayed(who) else 0
        return now >= self.ended + late


def finished_round(code: str, bodies: list[str]) -> FinishedRound:
    """The round with which this log ends."""
    entries = [log.decode(body) for body in bodies]
    room = fold_all(code, entries)
    if room is None or room.round is None or not room.round.over:
        raise RecordError(1, "this round is not over")
    names = [seat.name or "?" for seat in room.seats]
    return FinishedRound(str(record_of([room.round], names)), room, entries[-1].at)


def replay_of(text: str) -> Replay:
    """Every step of every round of a record."""
    record = Record.parse(text)
    base, changes = house_rules(record.rules)
    house: dict[str, HouseValue] = msgspec.to_builtins(changes)
    rounds = [
        _round(index, states, played.moves, verified=played.commitment is not None)
        for index, (states, played) in enumerate(zip(replay(record), record.rounds, strict=True))
    ]
    return Replay(
        rulebook=base,
        title=record.rules.title,
        house=house,
        players=list(record.players),
        date=record.date or "",
        rounds=rounds,
        totals=list(record.totals),
        record=text,
    )


def analysis_of(text: str, number: int) -> Analysis:
    """Each turn of a round beside the best play."""
    record = Record.parse(text)
    states, played = states_of(record, number), record.rounds[number]
    turns: list[TurnAnalysis] = []
    for step, (before, move) in enumerate(zip(states, played.moves, strict=False), start=1):
        if isinstance(move.action, actions.ClaimRedeal | actions.Leave):
            continue
        found = best_play(before.view(move.seat).position)
        laid = len(move.laid or ())
        turns.append(
            TurnAnalysis(
                step=step,
                seat=move.seat,
                laid=laid,
                best=found.tiles,
                missed=max(0, found.tiles - laid),
                play=found.play,
                opening=found.opening,
                tiles=found.laid,
                steps=found.steps,
            )
        )
    return Analysis(turns)


def states_of(record: Record, number: int) -> tuple[Round, ...]:
    """A round of a record after the deal and after each action."""
    if number >= len(record.rounds):
        raise RecordError(1, f"this record has {len(record.rounds)} rounds")
    return replay(record)[number]


def _round(
    index: int, states: tuple[Round, ...], moves: tuple[Move, ...], *, verified: bool
) -> ReplayRound:
    first, last = states[0], states[-1]
    steps = [step_of(first, None)]
    steps += [step_of(after, move) for after, move in zip(states[1:], moves, strict=True)]
    return ReplayRound(
        start=first.start,
        draws=start_draws(first.view(None).events),
        steps=steps,
        result=result_of(index, last) if last.over else None,
        verified=verified,
    )


def step_of(after: Round, move: Move | None) -> ReplayStep:
    """The round after a move, everything open; without one, after the deal."""
    return ReplayStep(
        seat=None if move is None else move.seat,
        action="deal" if move is None else _ACTIONS[type(move.action)],
        laid="" if move is None else format_tiles(move.laid or ()),
        drawn="" if move is None else format_tiles(move.drawn or ()),
        table=write_melds(after.table),
        racks=[format_tiles(after.view(seat).rack) for seat in range(after.seats)],
        opened=[seat in after.opened for seat in range(after.seats)],
        pool=after.pool_size,
        turn=None if after.over else after.turn,
    )
