"""Champion: looks ahead with hands.

It builds: it keeps its jokers, likes to lay several tiles at once, and holds a small rack back
until all of it can go, but it never waits for long. That proposes an action; others challenge
it in play-outs, and the best of them replaces it if it is clearly ahead on fresh deals. Every
candidate is a turn that its hands can make.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final

from tilerummy.bots.candidates import different
from tilerummy.bots.deal_sampler import BUILDING, DealSampler
from tilerummy.bots.dice import Dice
from tilerummy.bots.hands import best_within, easiest, hands_in
from tilerummy.bots.lookahead import goes_out
from tilerummy.bots.policies import any_play, follow, instead_of_laying, silent_turns
from tilerummy.bots.protocol import Budget
from tilerummy.bots.trial import EXPENSIVE_SHARE, FEW_DEALS, Trial, is_expensive
from tilerummy.engine.actions import Action, Play
from tilerummy.engine.views import View
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import best_plays, moves
from tilerummy.solver.playouts import Policy

__all__ = ["Champion"]

_NODES: Final = 3_000


@dataclass(frozen=True, slots=True)
class Champion:
    """Searches over turns that its hands can make."""

    hands: int = 48
    """How many tiles it moves in a turn at most, laid and rearranged."""
    opens: int = 12
    """Until its patience ends it opens with so many tiles."""
    wait: int = 3
    hold: int = 30
    """With so many tiles or fewer it waits until all of them can go."""
    hold_special: int = 40
    """The same where there are special jokers, with which rounds are shorter."""
    patience: int = 6
    """How many turns running it draws at most while it could play."""
    play_outs: int = 240
    """How many rounds are played out in a turn at normal effort, at most, for each player."""
    candidates: int = 6
    points: float = 0.002
    """What a point of the round's score is worth, measured in won rounds."""
    doubt: float = 1.5
    """By how many standard errors the best challenger has to be better, on fresh deals."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The action after which the play-outs go best."""
        deadline = inf if budget.seconds is None else perf_counter() + budget.seconds
        hands = hands_in(view.rules, self.hands)
        tired = silent_turns(view)[view.turn] >= self.patience
        first = self._proposal(view, hands, tired=tired)
        share = EXPENSIVE_SHARE if is_expensive(view.rules) else 1
        half = round(self.play_outs * view.seats * budget.effort * share / 2)
        found = different(view, [first, *self._others(view, hands, tired=tired)])
        for action in found:
            if goes_out(view, action):
                return action
        found = found[: max(2, min(self.candidates, half // FEW_DEALS))]
        if len(found) == 1:
            return first
        sampler = DealSampler(view, dice, unknown=BUILDING)
        trial = Trial(
            view, self._policy(view.rules, 0), sampler, points=self.points, deadline=deadline
        )
        best = trial.best_challenger(found, half)
        if best is None or trial.lead([first, best], half // 2) <= self.doubt:
            return first
        return best

    def _policy(self, rules: Rulebook, hands: int) -> Policy:
        """How it goes on. In play-outs hands are not bounded: that takes time, changes little."""
        return Policy(
            wait=self.wait,
            keep_jokers=True,
            hold=self.hold_special if is_expensive(rules) else self.hold,
            opens=self.opens,
            patience=self.patience,
            stints=True,
            hands=hands,
        )

    def _proposal(self, view: View, hands: int, *, tired: bool) -> Action:
        action = follow(self._policy(view.rules, hands), view)
        if tired and not isinstance(action, Play):
            return any_play(view) or action
        return action

    def _others(self, view: View, hands: int, *, tired: bool) -> Iterator[Action]:
        """What else could be done: the most likely to be better first."""
        position = view.position
        jokers = tuple([tile for tile in position.rack if tile.is_joker])
        most = best_within(position, hands, nodes=_NODES)
        if not tired:
            yield instead_of_laying(view)
        if most.play is None:
            return
        yield most.play
        plays = [best_within(position, hands, keep=jokers, nodes=_NODES)] if jokers else []
        plays += [
            best_within(position, hands, "points", nodes=_NODES),
            easiest(position, nodes=_NODES),
            *best_plays(position, 3, keep=jokers, nodes=_NODES),
        ]
        for found in plays:
            if found.play is not None and moves(position, found.play).tiles <= hands:
                yield found.play
