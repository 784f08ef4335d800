"""Champion: looks ahead with hands.

It builds: once opened it likes to lay four tiles or more at once and keeps its jokers, but it
never waits for more than five turns. That proposes an action; others challenge it in
play-outs, and the best of them replaces it if it is clearly ahead on fresh deals. Every
candidate is a turn that its hands can make.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final

from tilerummy.bots.candidates import different
from tilerummy.bots.dice import Dice
from tilerummy.bots.guesses import Guesses
from tilerummy.bots.policies import ends_silence, follow, instead_of_laying, silent_turns
from tilerummy.bots.protocol import Budget
from tilerummy.bots.trial import DEAR_SHARE, FEW_DEALS, Trial, is_dear
from tilerummy.engine.actions import Action, Play
from tilerummy.engine.views import View
from tilerummy.solver import best_plays, moves, simplest, solve
from tilerummy.solver.playouts import Policy

__all__ = ["Champion"]

_NODES: Final = 3_000


@dataclass(frozen=True, slots=True)
class Champion:
    """Searches over turns that its hands can make."""

    hands: int = 20
    """How many tiles it moves in a turn at most, laid and rearranged."""
    wait: int = 4
    patience: int = 5
    """How many turns running it draws at most while it could play."""
    play_outs: int = 400
    """How many rounds are played out in a turn at normal effort, at most."""
    candidates: int = 6
    points: float = 0.002
    """What a point of the round's score is worth, measured in won rounds."""
    doubt: float = 1.0
    """By how many standard errors the best challenger has to be better, on fresh deals."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The action after which the play-outs go best."""
        deadline = inf if budget.seconds is None else perf_counter() + budget.seconds
        own = Policy(wait=self.wait, keep_jokers=True, hands=self.hands, patience=self.patience)
        first = follow(own, view)
        if not isinstance(first, Play):
            first = ends_silence(view) or first
        if isinstance(first, Play) and _lays_all(view, first):
            return first
        half = round(
            self.play_outs * budget.effort * (DEAR_SHARE if is_dear(view.rules) else 1) / 2
        )
        most = max(2, min(self.candidates, half // FEW_DEALS))
        found = different(view, [first, *self._others(view)])[:most]
        if len(found) == 1:
            return first
        # In play-outs nobody minds how many tiles a turn moves: that takes time and changes little.
        swift = Policy(wait=self.wait, keep_jokers=True, patience=self.patience)
        trial = Trial(view, swift, Guesses(view, dice), points=self.points, deadline=deadline)
        best = trial.best_challenger(found, half)
        if best is None or trial.lead([first, best], half // 2) <= self.doubt:
            return first
        return best

    def _others(self, view: View) -> Iterator[Action]:
        """What else could be done: the most likely to be better first."""
        position = view.position
        jokers = tuple([tile for tile in position.rack if tile.is_joker])
        most = solve(position, moved=self.hands, nodes=_NODES)
        if silent_turns(view)[view.turn] < self.patience:
            yield instead_of_laying(view)
        if most.play is None:
            return
        yield most.play
        plays = [solve(position, keep=jokers, moved=self.hands, nodes=_NODES)] if jokers else []
        plays += [
            solve(position, "points", moved=self.hands, nodes=_NODES),
            simplest(position, 1, nodes=_NODES),
            *best_plays(position, 3, keep=jokers, nodes=_NODES),
        ]
        for found in plays:
            if found.play is not None and moves(position, found.play).tiles <= self.hands:
                yield found.play


def _lays_all(view: View, play: Play) -> bool:
    tiles = sum([len(meld.tiles) for meld in play.table])
    return tiles == len(view.rack) + sum([len(meld.tiles) for meld in view.table])
