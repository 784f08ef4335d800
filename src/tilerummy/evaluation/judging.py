"""Judging a turn: what was done, held against the best that could have been done.

The choices meet the same deals, those far behind are dropped, and the one that looks best
then meets what was done on fresh deals: the best of many looks better than it is. Only the
fresh deals say how much was given away. More of them follow until the class of the turn
does not hang on chance any more, or the turn has had its share.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.evaluation.analysis import choices_of
from tilerummy.evaluation.classes import TurnClass, class_of, settled
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.outcomes import goes_out

__all__ = ["Judging", "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a turn gave away: the loss, its class, the chances of what was done and of the best."""

    chance: Estimate
    best: int
    best_chance: float
    loss: Estimate
    name: TurnClass
    settled: bool


class Judging:
    """One turn of a round, under judgement; the choice with index 0 is what was done."""

    def __init__(self, view: View, done: Action, seed: str) -> None:
        self.contest = Contest(view, choices_of(view, done), seed)
        self.only = len(self.contest.actions) == 1 and not goes_out(view, done)
        self._rival: int | None = None
        self._start = 0

    def first(self, some: int = 16, more: int = 32) -> None:
        """All choices on a few deals, the better ones on some more."""
        contest = self.contest
        contest.meet(some)
        if len(contest.actions) > 1 and not contest.exact:
            contest.drop(keep=(0,))
            contest.meet(more)
            contest.drop(keep=(0,))

    def go_on(self, deals: int) -> None:
        """What was done against its best rival, on so many fresh deals."""
        contest = self.contest
        if contest.exact or len(contest.actions) == 1:
            return
        if self._rival is None:
            contest.alive = {index for index in contest.alive if index} or {0}
            self._rival = contest.best()
            contest.alive = {0, self._rival}
            self._start = contest.deals
        contest.meet(deals, {0, self._rival})

    def verdict(self) -> Verdict:
        """What is known so far."""
        contest = self.contest
        chance = contest.chance(0)
        if len(contest.actions) == 1:
            name = TurnClass.ONLY if self.only else TurnClass.EQUAL
            return Verdict(chance, 0, chance.value, Estimate(0.0, 0.0), name, settled=True)
        rival = contest.best() if self._rival is None else self._rival
        gain = contest.gain(0, rival, self._start)
        if gain.value <= 0 or not rival:
            loss = Estimate(0.0, gain.error)
            return Verdict(chance, 0, chance.value, loss, TurnClass.EQUAL, self._done(gain))
        best = min(1.0, chance.value + gain.value)
        return Verdict(chance, rival, best, gain, class_of(gain), self._done(gain))

    def _done(self, gain: Estimate) -> bool:
        return self.contest.exact or (self._rival is not None and settled(gain))
