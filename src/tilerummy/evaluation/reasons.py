"""Reasons: computed facts that say why a choice is better, as keys and numbers.

Clients say them in their language. Every fact is true of the position as the player saw
it; which of them are told is a matter of what differs between what was done and what
would have been better.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tilerummy.engine.actions import Action, Play
from tilerummy.engine.views import View
from tilerummy.evaluation.outcomes import goes_out, laid_by
from tilerummy.evaluation.styles import fitting
from tilerummy.rules.changes import without
from tilerummy.rules.positions import Table
from tilerummy.rules.tiles import Tile

__all__ = ["Reason", "ReasonKey", "reasons_for"]

_NEAR: Final = 4
_OPENS: Final = 5
"""A difference of so many percent in what fits the table is worth a word."""


class ReasonKey(Enum):
    """What a reason says; its numbers are told in the same order."""

    WAS_OUT = "was_out"
    """The whole rack, of `number` tiles, could have been played."""
    WAIT_RIGHT = "wait_right"
    """Waiting was right although `number` tiles could have been played."""
    WAIT_BETTER = "wait_better"
    """Waiting would have been better: the `number` tiles fit together later."""
    PLAY_BETTER = "play_better"
    """Playing `number` tiles would have been better than waiting."""
    MORE_FITS = "more_fits"
    """Of the tiles left, `number` would fit the table next; as played, `other`."""
    JOKER_SPENT = "joker_spent"
    """A joker was played that should have been kept."""
    JOKER_RISK = "joker_risk"
    """A joker kept on the rack costs `number` points if somebody goes out."""
    OPENED = "opened"
    """The table left behind takes `number` percent of all hidden tiles instead of `other`."""
    NEAR = "near"
    """Somebody else has `number` tiles left."""
    LATE = "late"
    """Time was up, and `number` tiles had to be drawn beside."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact in numbers."""

    key: ReasonKey
    number: int = 0
    other: int = 0


def reasons_for(
    view: View, done: Action, best: Action, most: int, *, equal: bool, fine: int = 0
) -> list[Reason]:
    """Why `best` is better than what was done, or, if they are about equal, why that was right.

    `most` is how many tiles could have been laid at most, `fine` how many a late turn drew beside.
    """
    laid, better = laid_by(view, done), laid_by(view, best)
    late = [Reason(ReasonKey.LATE, fine)] if fine else []
    if equal:
        # Choices that cannot be told from what was done do not make it right.
        waits = not laid and not better and most > 0 and not late
        return [Reason(ReasonKey.WAIT_RIGHT, most), *_near(view)] if waits else late
    if goes_out(view, best):
        return [*late, Reason(ReasonKey.WAS_OUT, len(better)), *_near(view)]
    found = late
    if laid and not better:
        found.append(Reason(ReasonKey.WAIT_BETTER, len(laid)))
    elif better and not laid:
        found.append(Reason(ReasonKey.PLAY_BETTER, len(better)))
    found += _fits(view, done, best)
    if _jokers(laid) > _jokers(better):
        found.append(Reason(ReasonKey.JOKER_SPENT))
    elif _jokers(better) > _jokers(laid):
        risk = sum([view.rules.penalty(tile) for tile in better if tile.is_joker])
        found.append(Reason(ReasonKey.JOKER_RISK, risk))
    return [*found, *_opened(view, done, best), *_near(view)]


def _fits(view: View, done: Action, best: Action) -> list[Reason]:
    now, then = _left_fitting(view, done), _left_fitting(view, best)
    return [Reason(ReasonKey.MORE_FITS, then, now)] if then > now else []


def _left_fitting(view: View, action: Action) -> int:
    rest = without(view.rack, laid_by(view, action))
    fits = fitting(view.rules, _table(view, action))
    return sum([tile in fits for tile in rest])


def _opened(view: View, done: Action, best: Action) -> list[Reason]:
    now, then = _taken(view, done), _taken(view, best)
    return [Reason(ReasonKey.OPENED, now, then)] if now >= then + _OPENS else []


def _taken(view: View, action: Action) -> int:
    """The percentage of the tiles the player does not see that fit the table left behind."""
    unseen = Counter(view.unseen)
    fits = fitting(view.rules, _table(view, action))
    return round(100 * sum([unseen[tile] for tile in fits]) / max(1, unseen.total()))


def _near(view: View) -> list[Reason]:
    sizes = [
        size
        for seat, size in enumerate(view.rack_sizes)
        if seat != view.seat and seat not in view.left
    ]
    nearest = min(sizes, default=_NEAR + 1)
    return [Reason(ReasonKey.NEAR, nearest)] if nearest <= _NEAR else []


def _table(view: View, action: Action) -> Table:
    return action.table if isinstance(action, Play) else view.table


def _jokers(tiles: tuple[Tile, ...]) -> int:
    return sum([tile.is_joker for tile in tiles])
