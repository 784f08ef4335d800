"""Judging a turn: what was done, held against the best that could have been done.

All choices meet the same few deals, the better ones some more, and the best of them becomes
the rival of what was done. The best of many looks better than it is, so the two then meet
on fresh deals, and those alone say how much was given away. More of them follow until the
class of the turn does not depend on chance any more, or the turn has had its share. If no
rival was ahead on the first deals, nothing was given away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.evaluation.analysis import choices_of
from tilerummy.evaluation.classes import TurnClass, class_of, counted, settled
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.outcomes import goes_out

__all__ = ["Judging", "Verdict"]

_FINALISTS: Final = 3
"""So many choices, beside what was done, meet more deals than the first few."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a turn gave away: the loss, its class, the chances of what was done and of the best.

    `gain` is by how much the rival was ahead on fresh deals, `loss` what counts of it; a missed
    way out costs all that is left to a certain win.
    """

    chance: Estimate
    best: int
    loss: float
    gain: Estimate
    name: TurnClass
    settled: bool

    @property
    def best_chance(self) -> float:
        """The chance of the best choice."""
        return self.chance.value + self.loss


class Judging:
    """One turn of a round, under judgement; the choice with index 0 is what was done."""

    def __init__(self, view: View, done: Action, seed: str) -> None:
        actions = choices_of(view, done)
        self.contest = Contest(view, actions, seed, strong=len(actions) > 1)
        self.only = len(self.contest.actions) == 1 and not goes_out(view, done)
        self._rival: int | None = None
        self._start = 0
        self._behind = False
        """Whether no rival was ahead of what was done."""

    def look(self, deals: int) -> None:
        """All choices on a few deals."""
        self.contest.meet(deals)
        self.contest.meet_as_usual(deals)

    def choose(self, deals: int) -> None:
        """The better choices on some more deals; the best of them becomes the rival."""
        contest = self.contest
        if len(contest.actions) == 1:
            return
        if not contest.exact:
            contest.drop(keep=(0,), most=_FINALISTS + 1)
            contest.meet(deals)
        self._rival = contest.best(besides=0)
        contest.alive = {0, self._rival}
        self._behind = contest.gain(0, self._rival).value <= 0
        self._start = 0 if contest.exact else contest.deals

    def go_on(self, deals: int) -> None:
        """What was done against its rival, on so many fresh deals, unless all is clear."""
        contest = self.contest
        if self._rival is None or contest.exact or self._behind:
            return
        contest.meet(deals)
        if contest.wins(self._rival):
            contest.meet_as_usual(contest.deals)

    def settle_chance(self, deals: int) -> None:
        """So many deals at least for what was done, so that its chance is known."""
        if self.only:
            self.contest.meet(max(0, deals - self.contest.deals))
        else:
            self.contest.meet_as_usual(deals)

    def verdict(self) -> Verdict:
        """What is known so far."""
        contest = self.contest
        chance = contest.chance(0)
        if len(contest.actions) == 1:
            name = TurnClass.ONLY if self.only else TurnClass.EQUAL
            return Verdict(chance, 0, 0.0, Estimate(0.0, 0.0), name, settled=True)
        rival = contest.best(besides=0) if self._rival is None else self._rival
        start = self._start if contest.met_by(rival) > self._start else 0
        if self._behind:
            doubt = Estimate(0.0, contest.gain(0, rival).error)
            return Verdict(chance, 0, 0.0, doubt, TurnClass.EQUAL, settled=True)
        gain = contest.gain(0, rival, start)
        most = 1 - chance.value
        if contest.wins(rival):
            told = Estimate(most, chance.error)
            return Verdict(chance, rival, most, gain, class_of(told), self._settled(told))
        loss = min(counted(gain), most)
        best = rival if loss > 0 else 0
        return Verdict(chance, best, loss, gain, class_of(gain), self._settled(gain))

    def _settled(self, loss: Estimate) -> bool:
        return self.contest.exact or (self._rival is not None and settled(loss))
