"""Luck: what the deal and every draw did to the chances of all seats.

With all racks open and the pool in an unknown order, the chances of a round are known
for every seat at once and add up to one. A draw tells one tile of the pool: the chances
with that tile less the mean over all tiles it could have been are the luck of the draw,
for whoever drew and against all others. The luck of the deal is what the racks, and who
begins, make of everybody's equal chance. Whatever is assumed about how the round goes on,
the mean luck is 0: no tile of the pool is likelier than its share.

Luck is what chance did. It judges nobody, so it may look at the racks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tilerummy.bots.dice import Dice
from tilerummy.engine.actions import Draw
from tilerummy.engine.rounds import Round
from tilerummy.evaluation.deals import dice_of
from tilerummy.evaluation.estimates import mean_of
from tilerummy.evaluation.outcomes import Deal, ends_from, ends_of
from tilerummy.evaluation.styles import draw_style, policy_of, styles_of
from tilerummy.rules.changes import without
from tilerummy.rules.tiles import Tile
from tilerummy.solver.playouts import Hands

__all__ = ["Luck", "luck_of_deal", "luck_of_draw"]

_SMALL: Final = 0.03
"""How much a draw usually changes; an estimate as coarse as that counts half."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance gave to each seat (it adds up to 0) and the standard error."""

    gains: tuple[float, ...]
    error: float


def luck_of_deal(now: Round, deals: int, seed: str) -> Luck:
    """What the first racks are worth to everybody, beyond an equal share."""
    rows = _opened(now, deals, dice_of(seed, "deal"))
    ends = ends_from(now.view(None), rows)
    chances = [mean_of([end.chance(seat) for end in ends]) for seat in range(now.seats)]
    share = 1 / now.seats
    gains = tuple([chance.value - share for chance in chances])
    return Luck(gains, max([chance.error for chance in chances]))


def luck_of_draw(now: Round, drawn: Tile, deals: int, seed: str) -> Luck:
    """What the tile that is drawn in this turn is worth to everybody, beyond any of the pool."""
    before = _opened(now, deals, dice_of(seed, "draw", now.number))
    after = [_with_first(deal, drawn) for deal in before]
    view = now.view(now.turn)
    changed = [place for place, deal in enumerate(before) if deal.hands.pool[0] != drawn]
    were = ends_of(view, Draw(), [before[place] for place in changed])
    are = ends_of(view, Draw(), [after[place] for place in changed])
    same = [0.0] * (deals - len(changed))
    gains = [
        mean_of(
            [is_.chance(seat) - was.chance(seat) for was, is_ in zip(were, are, strict=True)] + same
        )
        for seat in range(now.seats)
    ]
    # The more chance is in an estimate, the less of it counts. The mean stays 0.
    error = max([gain.error for gain in gains])
    share = _SMALL**2 / (_SMALL**2 + error**2)
    return Luck(tuple([share * gain.value for gain in gains]), share * error)


def _opened(now: Round, deals: int, dice: Dice) -> list[Deal]:
    """The round with its racks open and the pool in one order after another."""
    racks = tuple([now.view(seat).rack for seat in range(now.seats)])
    view = now.view(0)
    pool = list(without(view.unseen, [tile for rack in racks[1:] for tile in rack]))
    weights = [styles_of(now.view(seat))[seat] for seat in range(now.seats)]
    found: list[Deal] = []
    for _ in range(deals):
        dice.shuffle(pool)
        styles = [draw_style(row, dice) for row in weights]
        policies = tuple([policy_of(style, now.rules, now.seats) for style in styles])
        found.append(Deal(Hands(racks, tuple(pool[: now.pool_size])), policies))
    return found


def _with_first(deal: Deal, tile: Tile) -> Deal:
    """The deal with that tile in front, in exchange for the one that was there."""
    pool: Sequence[Tile] = deal.hands.pool
    place = pool.index(tile)
    swapped = list(pool)
    swapped[0], swapped[place] = swapped[place], swapped[0]
    return Deal(Hands(deal.hands.racks, tuple(swapped)), deal.policies)
