"""Contests: the choices of one turn meet the same deals.

Chance hits all choices alike (common random numbers), so that a difference between two of
them shows after far fewer deals than their chances themselves. Choices that fall far
behind stop meeting deals; the others go on.

With `strong`, two questions are asked. How likely is a win, as everybody seems to play? That
is played out after the first choice, and it is calibrated. And which choice is better? There
the player goes on as a strong one would (see `tilerummy.evaluation.deals`). The chance of another
choice is then that of the first, and by how much it is better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Final

from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.evaluation.deals import Deals
from tilerummy.evaluation.estimates import Estimate, mean_of
from tilerummy.evaluation.outcomes import Deal, ends_now, ends_of, goes_out
from tilerummy.evaluation.recalibration import Recalibration

__all__ = ["Contest"]

_FAR_BEHIND: Final = 2.5
"""Standard errors by which a choice has to be behind the best to be dropped."""


class Contest:
    """Actions of the seat in turn, and how the rounds after them ended."""

    def __init__(
        self,
        view: View,
        actions: Sequence[Action],
        seed: str,
        *,
        strong: bool = False,
        fine: int = 0,
    ) -> None:
        """With a `fine` the first choice came too late and draws so many tiles beside."""
        self.view = view
        self._fines = [fine if place == 0 else 0 for place in range(len(actions))]
        self.actions = tuple(actions)
        self._deals = Deals(view, seed, strong=strong)
        self._recalibration = Recalibration(view, self._deals.styles)
        self._met: list[Deal] = []
        self._won: list[list[float]] = [[] for _ in actions]
        self._scores: list[list[float]] = [[] for _ in actions]
        self._usual: list[float] = []
        self._strong = strong
        late = [bool(tiles) for tiles in self._fines]
        self._out = [
            goes_out(view, action) and not slow for action, slow in zip(actions, late, strict=True)
        ]
        self._over = [
            ends_now(view, action) and not slow for action, slow in zip(actions, late, strict=True)
        ]
        self.alive = set(range(len(actions)))
        self.play_outs = 0

    @property
    def exact(self) -> bool:
        """Whether one deal tells everything."""
        return self._deals.certain

    @property
    def deals(self) -> int:
        """How many deals the choices in question have met."""
        return max([len(self._won[index]) for index in self.alive])

    @property
    def usual_deals(self) -> int:
        """How many deals the first choice has met with nobody better than usual."""
        return len(self._usual)

    def meet(self, count: int) -> None:
        """Let the choices that are still in question meet so many more deals."""
        self.reach(self.alive, self.deals + count)

    def reach(self, choices: Iterable[int], deals: int) -> None:
        """Let these choices meet so many deals in all, at least."""
        last = 1 if self.exact else deals
        self._draw(last)
        seat = self.view.turn
        for index in choices:
            fresh = self._met[len(self._won[index]) : last]
            ends = ends_of(self.view, self.actions[index], fresh, fine=self._fines[index])
            self._won[index] += [end.chance(seat) for end in ends]
            self._scores[index] += [float(end.scores[seat]) for end in ends]
            self.play_outs += 0 if self._out[index] else len(fresh)

    def meet_as_usual(self, count: int) -> None:
        """Let the first choice meet so many deals in all, with nobody better than usual."""
        if self._out[0] or not self._strong:
            return
        last = 1 if self.exact else count
        self._draw(last)
        fresh = [deal.as_usual for deal in self._met[len(self._usual) : last]]
        ends = ends_of(self.view, self.actions[0], fresh, fine=self._fines[0])
        self._usual += [end.chance(self.view.turn) for end in ends]
        self.play_outs += len(fresh)

    def _draw(self, last: int) -> None:
        self._met += [self._deals.next() for _ in range(last - len(self._met))]

    def drop(self, keep: Iterable[int] = (), most: int | None = None) -> None:
        """Drop the choices far behind the best one, or not among the best `most`.

        Those to be kept stay; nothing is dropped if everything is known for certain.
        """
        if self.exact:
            return
        best = self.best()
        kept = {best, *keep}
        others = sorted(self.alive - kept, key=self._rank, reverse=True)
        room = len(others) if most is None else max(0, most - len(kept))
        for place, index in enumerate(others):
            lag = self.gain(index, best)
            if place >= room or lag.value > _FAR_BEHIND * lag.error:
                self.alive.discard(index)

    def best(self, besides: int | None = None) -> int:
        """The choice in question with the best chance; score decides between equal ones.

        Without the one `besides`, it is the best of all others, dropped or not.
        """
        others = self.alive - {besides} or set(range(len(self.actions))) - {besides}
        return max(others, key=self._rank)

    def wins(self, index: int) -> bool:
        """Whether a choice goes out."""
        return self._out[index]

    def met_by(self, index: int) -> int:
        """How many deals a choice has met."""
        return len(self._won[index])

    def won_by(self, index: int) -> tuple[float, ...]:
        """What a choice made of each deal it met: 1 for a win, 0 for a loss."""
        return tuple(self._won[index])

    def chance(self, index: int) -> Estimate:
        """The chance to win after a choice, recalibrated unless it is counted out."""
        if self._out[index]:
            return Estimate(1.0, 0.0)
        if not self._strong:
            return self._believed(index, self._won[index])
        first = Estimate(1.0, 0.0) if self._out[0] else self._believed(0, self._usual)
        if index == 0:
            return first
        value = min(1.0, max(0.0, first.value + self.gain(0, index).value))
        return Estimate(value, self._told(self._won[index]).error)

    def counted(self, index: int) -> bool:
        """Whether a chance is counted out: nobody plays on, or everybody lays what they can."""
        return self.exact or self._over[index] or not self.view.pool_size

    def _believed(self, index: int, values: Sequence[float]) -> Estimate:
        return self._told(values) if self.counted(index) else self._recalibration.chance(values)

    def score(self, index: int) -> Estimate:
        """The score that can be expected after a choice."""
        return self._told(self._scores[index])

    def gain(self, index: int, over: int, start: int = 0, end: int | None = None) -> Estimate:
        """By how much the second choice is better than the first, on deals from `start` on."""
        if self._out[index] and self._out[over]:
            return Estimate(0.0, 0.0)
        pairs = zip(self._won[over][start:end], self._won[index][start:end], strict=False)
        return self._told([mine - other for mine, other in pairs])

    def _told(self, values: Sequence[float]) -> Estimate:
        return Estimate(values[0], 0.0) if self.exact and values else mean_of(values)

    def _rank(self, index: int) -> tuple[float, float, int]:
        if not self._won[index]:
            return (-inf, -inf, -index)
        won = 1.0 if self._out[index] else self._told(self._won[index]).value
        return won, self.score(index).value, -index
