"""Deals: what the hidden tiles could be, as far as one player knows.

A deal gives every tile the player does not see a place, in other racks or in the pool,
and every seat a style to go on with. It comes from the view and a seed and from nothing
else. Where a turn is judged, the player goes on as the model player who builds, whatever its
own style; the deal keeps that as well. Where nothing is hidden any more there is one deal,
in which everybody lays what they can.
"""

from __future__ import annotations

from hashlib import sha256

from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.dice import Dice
from tilerummy.bots.greedy import GREEDY
from tilerummy.engine.views import View
from tilerummy.evaluation.models import BUILDER
from tilerummy.evaluation.outcomes import Deal
from tilerummy.evaluation.styles import draw_style, policy_of, styles_of
from tilerummy.solver.playouts import Hands

__all__ = ["Deals", "dice_of"]


def dice_of(*parts: object) -> Dice:
    """Dice that depend on all the parts and on nothing else."""
    text = "/".join([str(part) for part in parts])
    return Dice(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))


class Deals:
    """An endless row of deals that fit a view; the same seed makes the same row."""

    def __init__(self, view: View, seed: str, *, strong: bool = False) -> None:
        self._view = view
        self._strong = strong
        self._dice = dice_of(seed, view.number, view.phase.value, view.seat)
        self._sampler = DealSampler(view, self._dice)
        self.styles = styles_of(view)
        """For every seat how likely each of the styles is."""
        others = sum(view.rack_sizes) - len(view.rack)
        self.certain = view.seats == 2 and not view.pool_size and len(view.unseen) == others
        """Whether nothing is hidden: the tiles not seen are the other rack."""

    def next(self) -> Deal:
        """Another deal."""
        view = self._view
        if self.certain:
            return Deal(self._hands(frozenset()), (GREEDY,) * view.seats)
        chosen = [draw_style(weights, self._dice) for weights in self.styles]
        trusted = frozenset(
            seat
            for seat, style in enumerate(chosen)
            if seat != view.seat and (style.sees_all or seat not in view.opened)
        )
        hands = self._hands(trusted)
        policies = [policy_of(style, view.rules, view.seats) for style in chosen]
        usual = tuple(policies)
        if not self._strong:
            return Deal(hands, usual)
        policies[view.turn] = BUILDER
        return Deal(hands, tuple(policies), usual)

    def _hands(self, trusted: frozenset[int]) -> Hands:
        """Rounds set up by hand may lack tiles: those are nowhere."""
        hands = self._sampler.deal(trusted)
        return Hands(hands.racks, hands.pool[: self._view.pool_size])
