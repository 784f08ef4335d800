"""Verdicts: what the judge thinks of a draft, row by row and as a turn.

The client contains no rules. It sends rows of tiles as they lie, finished or not, and gets back
which of them stand and as what, how far the opening is, and every reason why the turn could
not end like this.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.engine.actions import TimeOut
from tilerummy.engine.opening_search import with_opening
from tilerummy.engine.phases import Phase
from tilerummy.engine.timeouts import judge_late
from tilerummy.rules.changes import compare
from tilerummy.rules.judge import judge
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.openings import opening_points
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.readings import Fault, FaultCode, Grammar, Reading
from tilerummy.rules.tiles import Tile
from tilerummy.server.room.notation import read_melds, read_opening
from tilerummy.server.room.refusals import refuse_violation
from tilerummy.server.room.snapshots import LatePreview, MeldVerdict, Refusal

__all__ = ["Judged", "Timing", "judge_draft", "meld_verdict"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft as the judge sees it."""

    play: Play
    melds: list[MeldVerdict]
    laid: tuple[Tile, ...]
    opening: int | None
    needed: int | None
    reasons: list[Refusal]
    late: LatePreview | None
    """What a time-out would make of it; None where nobody is timed."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What a time-out depends on beside the position."""

    phase: Phase
    pool: int


def judge_draft(
    position: Position, table: list[str], opening: list[str] | None, timing: Timing | None = None
) -> Judged:
    """The verdict on a draft; text that is not notation raises `NotationError`."""
    after = read_melds(table)
    named = read_opening(opening)
    play = with_opening(position, Play(after, named))
    reasons = [refuse_violation(violation) for violation in judge(position, play)]
    faults = {reason.meld: reason for reason in reversed(reasons) if reason.meld is not None}
    grammar = position.rules.grammar
    return Judged(
        play=play,
        melds=[meld_verdict(meld, grammar, faults.get(row)) for row, meld in enumerate(after)],
        laid=compare(position.table, after).laid,
        opening=None if position.opened else opening_points(position, play),
        needed=None if position.opened else position.rules.opening.points,
        reasons=reasons,
        late=None if timing is None else _preview(position, TimeOut(after, named), timing),
    )


def _preview(position: Position, action: TimeOut, timing: Timing) -> LatePreview:
    verdict = judge_late(position, action, timing.phase)
    return LatePreview(result=verdict.result.value, penalty=min(verdict.fine, timing.pool))


def meld_verdict(meld: Meld, grammar: Grammar, reason: Refusal | None = None) -> MeldVerdict:
    """What a row is."""
    reading = meld.read(grammar)
    if isinstance(reading, Fault):
        if reason is None:
            code = f"INVALID_MELD.{reading.code}"
            reason = Refusal(
                code="INVALID_MELD",
                key=code,
                message=f"{meld} is not a meld: {reading.message}",
                numbers=list(reading.numbers),
                needs=format_tiles(reading.needs),
            )
        return MeldVerdict(stands=False, short=_unfinished(meld, reading), reason=reason)
    both = readings(meld.tiles, grammar)
    return MeldVerdict(
        stands=True,
        kind=reading.kind.value,
        value=reading.value,
        faces=_faces(reading),
        both=isinstance(both, list) and len(both) > 1,
        reason=reason,
    )


def _faces(reading: Reading) -> list[str]:
    return [" ".join([str(face) for face in faces]) for faces in reading.faces]


def _unfinished(meld: Meld, fault: Fault) -> bool:
    """Whether more tiles could make a meld of it."""
    if fault.needs:
        return True
    if fault.code is not FaultCode.TOO_SHORT:
        return False
    numbers = [tile for tile in meld.tiles if tile.joker is None]
    if len(numbers) < 2:
        return True
    one, other = numbers
    if one.number == other.number:
        return one.colour is not other.colour
    return one.colour is other.colour and abs(one.number - other.number) <= 2
