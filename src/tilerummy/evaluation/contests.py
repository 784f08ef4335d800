"""Contests: the choices of one turn meet the same deals.

Chance hits all choices alike (common random numbers), so that a difference between two of
them shows after far fewer deals than their chances themselves. Choices that fall far
behind stop meeting deals; the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Final

from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.evaluation.calibration import calibrated, calibrated_gain
from tilerummy.evaluation.deals import Deals
from tilerummy.evaluation.estimates import Estimate, mean_of
from tilerummy.evaluation.outcomes import Deal, End, ends_of, goes_out

__all__ = ["Contest"]

_FAR_BEHIND: Final = 2.5
"""Standard errors by which a choice has to be behind the best to be dropped."""


class Contest:
    """Actions of the seat in turn, and how the rounds after them ended."""

    def __init__(self, view: View, actions: Sequence[Action], seed: str) -> None:
        self.view = view
        self.actions = tuple(actions)
        self._deals = Deals(view, seed)
        self._met: list[Deal] = []
        self._ends: list[list[End]] = [[] for _ in actions]
        self._out = [goes_out(view, action) for action in actions]
        self.alive = set(range(len(actions)))
        self.play_outs = 0

    @property
    def exact(self) -> bool:
        """Whether one deal tells everything."""
        return self._deals.certain

    @property
    def deals(self) -> int:
        """How many deals there were so far."""
        return len(self._met)

    def meet(self, count: int, which: Iterable[int] | None = None) -> None:
        """Let the choices that are still in question, or those named, meet so many more deals."""
        if self.exact:
            count = 1 - self.deals
        self._met += [self._deals.next() for _ in range(count)]
        for index in self.alive if which is None else which:
            fresh = self._met[len(self._ends[index]) :]
            self._ends[index] += ends_of(self.view, self.actions[index], fresh)
            self.play_outs += 0 if self._out[index] else len(fresh)

    def drop(self, keep: Iterable[int] = ()) -> None:
        """Drop the choices far behind the best one, but none of those to be kept."""
        best = self.best()
        kept = {best, *keep}
        for index in [index for index in self.alive if index not in kept]:
            lag = self.gain(index, best)
            if lag.value > _FAR_BEHIND * lag.error and not self.exact:
                self.alive.discard(index)

    def best(self) -> int:
        """The choice in question with the best chance; score decides between equal ones."""
        return max(self.alive, key=lambda index: (*self._rank(index), -index))

    def met_by(self, index: int) -> int:
        """How many deals a choice has met."""
        return len(self._ends[index])

    def chance(self, index: int) -> Estimate:
        """The chance to win after a choice."""
        if self._out[index]:
            return Estimate(1.0, 0.0)
        return calibrated(self._told(self._shares(index)))

    def score(self, index: int) -> Estimate:
        """The score that can be expected after a choice."""
        seat = self.view.turn
        return self._told([float(end.scores[seat]) for end in self._ends[index]])

    def gain(self, index: int, over: int, start: int = 0) -> Estimate:
        """By how much the second choice is better than the first, on deals from `start` on."""
        if self._out[index] and self._out[over]:
            return Estimate(0.0, 0.0)
        from_here = self._shares(index)
        pairs = zip(self._shares(over)[start:], from_here[start:], strict=False)
        gain = self._told([mine - other for mine, other in pairs])
        return calibrated_gain(sum(from_here) / max(1, len(from_here)), gain)

    def _told(self, values: Sequence[float]) -> Estimate:
        return Estimate(values[0], 0.0) if self.exact and values else mean_of(values)

    def _shares(self, index: int) -> list[float]:
        """1 for every play-out won, 0 for the others."""
        seat = self.view.turn
        return [end.chance(seat) for end in self._ends[index]]

    def _rank(self, index: int) -> tuple[float, float]:
        if not self._ends[index]:
            return (-inf, -inf)
        return self.chance(index).value, self.score(index).value
