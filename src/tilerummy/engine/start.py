"""Before the first turn: who begins, and what everybody gets.

The start player has the highest of the tiles drawn for it, or is chosen at random, as the
rulebook says. Jokers do not count and are drawn again; players who tie draw again from all tiles
mixed anew. Afterwards the tiles go back: before a deal into the set, after it into the
pool, which is mixed once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tilerummy.engine.events import Dealt, Drew, Event, Passed, Played, StartDrawn, TimedOut
from tilerummy.engine.shuffle import Chance, shuffled
from tilerummy.rules.rulebook import Redeal, Rulebook, StartDraw, StartMethod
from tilerummy.rules.tiles import Tile, in_order

__all__ = ["DealtTiles", "deal_tiles", "draw_for_start", "has_acted", "redeal_pairs"]

Rack = tuple[Tile, ...]
_TURNS: Final = (Played, Drew, Passed, TimedOut)


@dataclass(frozen=True, slots=True)
class DealtTiles:
    """The racks of a deal and the pool in the order it will be drawn."""

    racks: tuple[Rack, ...]
    pool: Rack


def deal_tiles(rules: Rulebook, seats: int, seed: str, deal: int) -> DealtTiles:
    """Deal number `deal` of the round: 0 at first, then one more for every redeal."""
    order = shuffled(rules.deck, seed, f"deal {deal}")
    each = rules.deal.tiles
    racks = tuple([in_order(order[seat * each : (seat + 1) * each]) for seat in range(seats)])
    pool = order[seats * each :]
    if rules.start.drawn is StartDraw.AFTER_DEAL:
        pool = shuffled(in_order(pool), seed, f"pool {deal}")
    return DealtTiles(racks, pool)


def draw_for_start(
    rules: Rulebook, seats: int, seed: str, pool: Rack
) -> tuple[int, list[StartDrawn]]:
    """Who begins, and the tiles drawn for it, if any."""
    if rules.start.method is StartMethod.RANDOM:
        return Chance(seed, "start 0").below(seats), []
    tiles = rules.deck
    # A pool too small for everybody's draw exists only under house rules.
    if rules.start.drawn is StartDraw.AFTER_DEAL and _numbers(pool) >= seats:
        tiles = in_order(pool)
    drawn: list[StartDrawn] = []
    tied = list(range(seats))
    circle = 0
    while True:
        highest = 0
        winners: list[int] = []
        order = iter(shuffled(tiles, seed, f"start {circle}"))
        for seat in tied:
            tile = next(order)
            while tile.is_joker:
                drawn.append(StartDrawn(circle, seat, tile, counts=False))
                tile = next(order)
            drawn.append(StartDrawn(circle, seat, tile, counts=True))
            if tile.number > highest:
                highest, winners = tile.number, [seat]
            elif tile.number == highest:
                winners.append(seat)
        if len(winners) == 1:
            return winners[0], drawn
        tied = winners
        circle += 1


def redeal_pairs(rules: Rulebook, rack: Rack) -> tuple[Tile, ...]:
    """A tile of each of three pairs that entitle to a redeal; nothing if the rack does not."""
    if rules.deal.redeal is not Redeal.THREE_PAIRS:
        return ()
    pairs = [tile for tile in dict.fromkeys(rack) if tile.joker is None and rack.count(tile) >= 2]
    return tuple(pairs[:3]) if len(pairs) >= 3 else ()


def has_acted(events: Sequence[Event], seat: int) -> bool:
    """Whether a seat has played, drawn, passed or been late since the last deal."""
    for event in reversed(events):
        if isinstance(event, Dealt):
            break
        if isinstance(event, _TURNS) and event.seat == seat:
            return True
    return False


def _numbers(tiles: Rack) -> int:
    return sum([tile.joker is None for tile in tiles])
