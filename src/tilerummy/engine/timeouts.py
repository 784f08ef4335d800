"""Late turns: what happens to a table that is unfinished when time is up.

The table counts as it lies. If that is a legal play, it is the turn, and nothing is fined.
If nothing was moved, the turn is an ordinary draw or costs the fine, as the rulebook says.
Otherwise either everything goes back, or the finished melds stay and the other tiles go home
(`restoring`), and the fine takes the place of the draw. A pool too small for it owes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tilerummy.engine.actions import TimeOut
from tilerummy.engine.events import LateResult
from tilerummy.engine.opening_search import with_opening
from tilerummy.engine.phases import Phase
from tilerummy.engine.restoring import restored_tables
from tilerummy.rules.changes import compare, contains
from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Play, Position, Table, loose
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook, TimeFrom, Untouched

__all__ = ["LateVerdict", "is_timed", "judge_late", "late_play"]


@dataclass(frozen=True, slots=True)
class LateVerdict:
    """What stays of a late turn (None: all goes back), and how many tiles it costs."""

    result: LateResult
    kept: Play | None
    fine: int


def is_timed(rules: Rulebook, *, opened: bool) -> bool:
    """Whether a player's turn has a time limit."""
    time = rules.time
    return time.limit > 0 and (opened or time.timed is not TimeFrom.AFTER_OPENING)


def judge_late(position: Position, action: TimeOut, phase: Phase) -> LateVerdict:
    """What the rulebook makes of the table as it lay when time was up."""
    if position.rules.rulings == 1:
        return _judged_before(position, action, phase)
    rules = position.rules
    if _is_untouched(position, action):
        drawn = rules.time.untouched is Untouched.DRAW
        fine = rules.draw.tiles if drawn else rules.time.penalty
        return LateVerdict(LateResult.UNTOUCHED, None, _less_drawn(rules, fine, phase))
    play = late_play(position, action)
    if play is not None and play.table == action.draft:
        return LateVerdict(LateResult.COMPLETE, play, 0)
    result = LateResult.UNDONE if play is None else LateResult.KEPT
    return LateVerdict(result, play, _less_drawn(rules, rules.time.penalty, phase))


def late_play(position: Position, action: TimeOut) -> Play | None:
    """What counts of the table as it lies, with the melds that open; None if nothing does."""
    if action.draft is None or _is_untouched(position, action):
        return None
    if position.rules.rulings == 1:
        return _finished_before(position, action)
    whole = _legal(position, action.draft, action.opening)
    if whole is not None or not position.rules.time.late.keeps_finished_melds:
        return whole
    best: Play | None = None
    most = (0, 0)
    for table in restored_tables(position, action.draft):
        play = _legal(position, table, action.opening)
        if play is not None:
            laid = compare(position.table, table).laid
            worth = (len(laid), sum([tile.number for tile in laid]))
            if worth > most:
                best, most = play, worth
    return best


def _is_untouched(position: Position, action: TimeOut) -> bool:
    if action.draft is None:
        return True
    if position.rules.rulings == 1:
        return Counter(action.draft) == Counter(position.table)
    change = compare(position.table, action.draft)
    return not change.gone and not change.fresh


def _legal(position: Position, table: Table, opening: Table | None) -> Play | None:
    """The table as a legal play, if it is one; opening melds that still fit are kept."""
    if position.opened:
        play = Play(table)
    else:
        laid = compare(position.table, table).laid
        fits = opening is not None and contains(laid, loose(opening))
        play = with_opening(position, Play(table, opening if fits else None))
    return None if judge(position, play) else play


def _less_drawn(rules: Rulebook, fine: int, phase: Phase) -> int:
    """The fine less a tile that was already drawn in this turn."""
    return max(0, fine - rules.draw.tiles) if phase is Phase.DRAWN else fine


def _judged_before(position: Position, action: TimeOut, phase: Phase) -> LateVerdict:
    """Late turns of games begun under the first rulings, where even a finished turn was fined."""
    rules = position.rules
    untouched = _is_untouched(position, action)
    draw = untouched and rules.time.untouched is Untouched.DRAW
    fine = _less_drawn(rules, rules.draw.tiles if draw else rules.time.penalty, phase)
    play = late_play(position, action)
    if untouched:
        return LateVerdict(LateResult.UNTOUCHED, None, fine)
    if play is None or judge(position, play):
        return LateVerdict(LateResult.UNDONE, None, fine)
    return LateVerdict(LateResult.KEPT, play, fine)


def _finished_before(position: Position, action: TimeOut) -> Play | None:
    """Under the first rulings: the finished melds of a draft, where the rulebook keeps them."""
    if action.draft is None or not position.rules.time.late.keeps_finished_melds:
        return None
    grammar = position.rules.grammar
    melds = tuple([meld for meld in action.draft if not isinstance(meld.read(grammar), Fault)])
    return with_opening(position, Play(melds, None if position.opened else action.opening))
