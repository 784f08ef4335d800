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
from tilerummy.evaluation.classes import TurnClass, class_of, counted, expected, settled
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.models import model_actions
from tilerummy.evaluation.outcomes import goes_out, laid_by
from tilerummy.rules.tiles import Tile, in_order

__all__ = ["Judging", "Verdict"]

_SEMIFINALISTS: Final = 3
"""So many choices, beside what was done, meet more deals than the first few."""
_FINALISTS: Final = 2
_CLEAR: Final = 2.0
"""A rival that is so many standard errors behind what was done needs no more deals."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a turn gave away: the loss, its class, the chances of what was done and of the best.

    `gain` is by how much the rival was ahead on fresh deals, `loss` what counts of it; a missed
    way out costs all that is left to a certain win. `behind` is by how much a model player's choice
    did better, `given` what is expected to have been given away if one plays on well.
    """

    chance: Estimate
    best: int
    loss: float
    gain: Estimate
    behind: float
    given: float
    name: TurnClass
    settled: bool

    @property
    def best_chance(self) -> float:
        """The chance of the best choice."""
        return self.chance.value + self.loss


class Judging:
    """One turn of a round, under judgement; the choice with index 0 is what was done.

    A turn that came too late drew a `fine` beside. The same in time was then another choice.
    """

    def __init__(self, view: View, done: Action, seed: str, *, fine: int = 0) -> None:
        actions = choices_of(view, done)
        first = 0
        if fine:
            first = 1
            actions.insert(1, done)
        laid = [_tiles(view, action) for action in actions]
        models = [(action, _tiles(view, action)) for action in model_actions(view)]
        for model, tiles in models:
            if tiles not in laid:
                actions.append(model)
                laid.append(tiles)
        self._models = {laid.index(tiles, first) for _, tiles in models}
        self._compared = 0
        self.contest = Contest(view, actions, seed, strong=len(actions) > 1, fine=fine)
        self.only = len(self.contest.actions) == 1 and not goes_out(view, done)
        self._rival: int | None = None
        self._start = 0
        self._clear = False
        """Whether every rival was clearly behind what was done."""

    def look(self, deals: int) -> None:
        """All choices on a few deals."""
        self.contest.meet(deals)
        self.contest.meet_as_usual(deals)

    def choose(self, deals: int, final: int) -> None:
        """The better choices on some more deals; the two best of them go on to `final` in all.

        The better of the two becomes the rival of what was done. Only deals that had no part in
        choosing those two tell what was given away.
        """
        contest = self.contest
        if len(contest.actions) == 1:
            return
        if not contest.exact:
            contest.drop(keep=(0,), most=_SEMIFINALISTS + 1)
            contest.meet(deals)
            contest.drop(keep=(0,), most=_FINALISTS + 1)
            self._start = contest.deals
            contest.meet(max(1, final - contest.deals))
        self._rival = contest.best(besides=0)
        contest.alive = {0, self._rival}
        lead = contest.gain(0, self._rival)
        self._clear = not contest.wins(self._rival) and lead.value <= -_CLEAR * lead.error

    def go_on(self, deals: int) -> None:
        """What was done against its rival, on so many more deals, unless all is clear."""
        contest = self.contest
        if self._rival is None or contest.exact or self._clear:
            return
        if contest.wins(self._rival):
            contest.meet_as_usual(contest.usual_deals + deals)
        else:
            contest.meet(deals)

    def follow_model(self, deals: int) -> None:
        """What was done against what the model players would do, on so many deals in all."""
        self._compared = deals
        if 0 not in self._models:
            self.contest.reach((0, *self._models), deals)

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
            return Verdict(chance, 0, 0.0, Estimate(0.0, 0.0), 0.0, 0.0, name, settled=True)
        rival = contest.best(besides=0) if self._rival is None else self._rival
        behind, given = self._beside_models()
        if self._clear:
            lead = contest.gain(0, rival)
            equal = TurnClass.EQUAL
            return Verdict(chance, 0, 0.0, lead, behind.value, given, equal, settled=True)
        gain = contest.gain(0, rival, self._start)
        if contest.wins(rival):
            most = 1 - chance.value
            told = Estimate(most, chance.error)
            return self._judged(chance, rival, most, gain, behind, given, told)
        loss = min(counted(gain), 1 - chance.value)
        best = rival if loss > 0 else 0
        if class_of(gain) is not TurnClass.EQUAL:
            given = max(given, loss)
        return self._judged(chance, best, loss, gain, behind, given, gain)

    def _judged(
        self,
        chance: Estimate,
        best: int,
        loss: float,
        gain: Estimate,
        behind: Estimate,
        given: float,
        told: Estimate,
    ) -> Verdict:
        name = class_of(told)
        return Verdict(chance, best, loss, gain, behind.value, given, name, self._settled(told))

    def _beside_models(self) -> tuple[Estimate, float]:
        """How far what was done fell behind a model player's choice, and what that gave away.

        Nothing was given away by who does what either of them does. Otherwise the one counts that
        shows the turn in the better light.
        """
        if 0 in self._models:
            return Estimate(0.0, 0.0), 0.0
        found = [self.contest.gain(0, model, 0, self._compared or None) for model in self._models]
        behind = min(found, key=self._given)
        return behind, self._given(behind)

    def _given(self, behind: Estimate) -> float:
        counted_out = self.contest.exact or any(map(self.contest.wins, self._models))
        return max(0.0, behind.value) if counted_out else expected(behind)

    def _settled(self, loss: Estimate) -> bool:
        return self.contest.exact or (self._rival is not None and settled(loss))


def _tiles(view: View, action: Action) -> tuple[Tile, ...]:
    """What tells one action from another: plays that lay the same tiles are one."""
    return in_order(laid_by(view, action))
