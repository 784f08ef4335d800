"""Deals: what the hidden tiles could be, as far as one player knows.

A deal gives every tile the player does not see a place, in other racks or in the pool,
and every seat a style to go on with. It comes from the view and a seed and from nothing
else. The player whose turn is valued may play better from now on than so far: in some of
the deals it goes on in the strongest simple way we know. Where nothing is hidden any more
there is one deal, in which everybody lays what they can.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from tilerummy.bots.dice import Dice
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.guesses import Guesses
from tilerummy.engine.views import View
from tilerummy.evaluation.outcomes import Deal
from tilerummy.evaluation.styles import STYLES, draw_style, policy_of, styles_of
from tilerummy.solver.playouts import Hands

__all__ = ["STRONG", "Deals", "dice_of"]

STRONG: Final = 0.3
"""In what share of the deals the player goes on as well as we know."""


def dice_of(*parts: object) -> Dice:
    """Dice that depend on all the parts and on nothing else."""
    text = "/".join([str(part) for part in parts])
    return Dice(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))


class Deals:
    """An endless row of deals that fit a view; the same seed makes the same row."""

    def __init__(self, view: View, seed: str) -> None:
        self._view = view
        self._dice = dice_of(seed, view.number, view.phase.value, view.seat)
        self._guesses = Guesses(view, self._dice)
        self._styles = styles_of(view)
        others = sum(view.rack_sizes) - len(view.rack)
        self.certain = view.seats == 2 and not view.pool_size and len(view.unseen) == others
        """Whether nothing is hidden: the tiles not seen are the other rack."""

    def next(self) -> Deal:
        """Another deal."""
        view = self._view
        if self.certain:
            return Deal(self._hands(frozenset()), (GREEDY,) * view.seats)
        chosen = [draw_style(weights, self._dice) for weights in self._styles]
        if self._dice.chance(STRONG):
            chosen[view.turn] = STYLES[-1]
        trusted = frozenset(
            seat
            for seat, style in enumerate(chosen)
            if seat != view.seat and (style.sees_all or seat not in view.opened)
        )
        policies = [policy_of(style, view.rules, view.seats) for style in chosen]
        return Deal(self._hands(trusted), tuple(policies))

    def _hands(self, trusted: frozenset[int]) -> Hands:
        """Rounds set up by hand may lack tiles: those are nowhere."""
        hands = self._guesses.deal(trusted)
        return Hands(hands.racks, hands.pool[: self._view.pool_size])
