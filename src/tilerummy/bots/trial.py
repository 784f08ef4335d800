"""Trials: candidate actions held against each other by play-outs.

For each candidate the round is played to its end many times, over deals of the hidden tiles
that fit what the others did, every seat following a policy. All candidates meet the same
deals, so luck cancels out. Challengers that fall behind the proposal are dropped, and the
deals go to those still in question. The best of them then meets the proposal on fresh deals,
since the best of many looks better than it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from time import perf_counter
from typing import Final

from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.lookahead import ends_after
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver.playouts import NODES, Policy, RoundEnd

__all__ = ["EXPENSIVE_SHARE", "FEW_DEALS", "Trial", "is_expensive"]

_FIRST_DEALS: Final = 12
"""How many deals all candidates meet before those far behind are dropped."""
_FAR_BEHIND: Final = -2.0
FEW_DEALS: Final = 4
"""How many deals a candidate should meet; a small budget rather has fewer candidates."""
_LONG: Final = 30
"""How many turns a play-out may have; a longer one counts for several."""
EXPENSIVE_SHARE: Final = 0.08
"""What is left of the play-outs where they are slow."""
_EXPENSIVE_NODES: Final = 1_000


def is_expensive(rules: Rulebook) -> bool:
    """Whether play-outs take long: special jokers make them many times slower."""
    jokers = rules.tiles.jokers
    return bool(jokers.double or jokers.colour_change or jokers.mirror)


class Trial:
    """The play-outs of one turn."""

    def __init__(
        self, view: View, own: Policy, sampler: DealSampler, *, points: float, deadline: float
    ) -> None:
        self._view = view
        self._sampler = sampler
        self._points = points
        self._deadline = deadline
        self._nodes = _EXPENSIVE_NODES if is_expensive(view.rules) else NODES
        self._policies = [
            own if seat == view.turn else sampler.policy_of(seat) for seat in range(view.seats)
        ]

    def best_challenger(self, found: Sequence[Action], play_outs: int) -> Action | None:
        """The action that looks better than the first one, if any does."""
        alive = list(range(len(found)))
        worth: list[list[float]] = [[] for _ in found]
        size = _FIRST_DEALS
        while play_outs >= len(alive) > 1:
            count = min(size, play_outs // len(alive))
            play_outs -= self._meet(found, alive, worth, count)
            size *= 2
            alive = [i for i in alive if not i or _lead(worth[i], worth[0]) > _FAR_BEHIND]
            if perf_counter() > self._deadline:
                return None
        best = max(alive, key=lambda i: (sum(worth[i]), -i))
        return found[best] if best else None

    def lead(self, found: Sequence[Action], deals: int) -> float:
        """By how many standard errors the second action is ahead of the first."""
        worth: list[list[float]] = [[], []]
        while deals > 0 and perf_counter() < self._deadline:
            deals -= self._meet(found, (0, 1), worth, min(deals, _FIRST_DEALS)) // 2
        return _lead(worth[1], worth[0])

    def _meet(
        self, found: Sequence[Action], which: Iterable[int], worth: list[list[float]], count: int
    ) -> int:
        """Let some of the actions meet the same deals; how many play-outs that counts for."""
        spent = 0
        deals = [self._sampler.deal() for _ in range(count)]
        for index in which:
            ends = ends_after(self._view, found[index], deals, self._policies, self._nodes)
            worth[index] += [self._worth(end) for end in ends]
            spent += max(count, sum(end.turns for end in ends) // _LONG)
        return spent

    def _worth(self, end: RoundEnd) -> float:
        """What an end of the round is worth to the seat in turn."""
        if end.winner is None:
            return 1 / self._view.seats
        seat = self._view.turn
        return (end.winner == seat) + self._points * end.scores[seat]


def _lead(challenger: Sequence[float], first: Sequence[float]) -> float:
    """By how many standard errors the challenger is ahead on the same deals."""
    gains = [mine - other for mine, other in zip(challenger, first, strict=True)]
    if len(gains) < 2:
        return 0.0
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains)
    error = sqrt(spread / (len(gains) * (len(gains) - 1)))
    return mean / max(error, 1e-6)
