"""Time-outs: what becomes of an unfinished table.

Either everything goes back to where it was, or the finished melds stay and the loose
tiles return to the rack. The latter needs the loose tiles to be the player's own and what
stays to be a legal play by itself; else all is put back too. The fine takes the place of
the draw, and a pool too small for it owes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tilerummy.engine.actions import TimeOut
from tilerummy.engine.phases import Phase
from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook, TimeFrom, Untouched

__all__ = ["LateVerdict", "finished_play", "is_timed", "judge_late"]


@dataclass(frozen=True, slots=True)
class LateVerdict:
    """What stays of a late turn (None: all goes back), and how many tiles it costs."""

    kept: Play | None
    fine: int


def is_timed(rules: Rulebook, *, opened: bool) -> bool:
    """Whether a player's turn has a time limit."""
    time = rules.time
    return time.limit > 0 and (opened or time.timed is not TimeFrom.AFTER_OPENING)


def judge_late(position: Position, action: TimeOut, phase: Phase) -> LateVerdict:
    """What the rulebook makes of the table as it lay when time was up."""
    time = position.rules.time
    draft = action.draft
    untouched = draft is None or Counter(draft) == Counter(position.table)
    if untouched and time.untouched is Untouched.DRAW:
        fine = position.rules.draw.tiles
    else:
        fine = time.penalty
    if phase is Phase.DRAWN:
        fine = max(0, fine - position.rules.draw.tiles)
    play = None if untouched else finished_play(position, action)
    return LateVerdict(None if play is None or judge(position, play) else play, fine)


def finished_play(position: Position, action: TimeOut) -> Play | None:
    """The finished melds of a draft as a play, where the rulebook lets them stay."""
    if action.draft is None or not position.rules.time.late.keeps_finished_melds:
        return None
    grammar = position.rules.grammar
    melds = tuple([meld for meld in action.draft if not isinstance(meld.read(grammar), Fault)])
    return Play(melds, None if position.opened else action.opening)
