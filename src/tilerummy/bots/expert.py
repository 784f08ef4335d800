"""Expert: looks ahead, and is not bound by hands.

Its own policy, saving, proposes an action, and candidates challenge it in play-outs. It lays
its whole rack at once after a long silence, which wins and is no fun to play against; so it is
kept for study, as the saver.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from time import perf_counter

from tilerummy.bots.candidates import candidates
from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.dice import Dice
from tilerummy.bots.policies import follow
from tilerummy.bots.protocol import Budget
from tilerummy.bots.saving import saving
from tilerummy.bots.trial import EXPENSIVE_SHARE, FEW_DEALS, Trial, is_expensive
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View

__all__ = ["Expert"]


@dataclass(frozen=True, slots=True)
class Expert:
    """Searches over candidate actions with play-outs."""

    play_outs: int = 600
    """How many rounds are played out in a turn at normal effort, at most."""
    candidates: int = 6
    points: float = 0.002
    """What a point of the round's score is worth, measured in won rounds."""
    doubt: float = 1.5
    """By how many standard errors the best challenger has to be better, on fresh deals."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The action after which the play-outs go best."""
        deadline = inf if budget.seconds is None else perf_counter() + budget.seconds
        share = EXPENSIVE_SHARE if is_expensive(view.rules) else 1.0
        half = round(self.play_outs * budget.effort * share / 2)
        most = max(2, min(self.candidates, half // FEW_DEALS))
        own = saving(view.rules, view.seats)
        found = candidates(view, follow(own, view), most)
        if len(found) == 1:
            return found[0]
        sampler = DealSampler(view, dice)
        trial = Trial(view, own, sampler, points=self.points, deadline=deadline)
        best = trial.best_challenger(found, half)
        if best is None or trial.lead([found[0], best], half // 2) <= self.doubt:
            return found[0]
        return best
