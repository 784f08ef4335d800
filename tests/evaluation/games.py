"""Rounds between bots, and the same rounds with what is hidden dealt otherwise."""

from __future__ import annotations

import random

import msgspec

from tilerummy.bots import Budget, Dice, bot
from tilerummy.engine.rounds import Hidden, Round
from tilerummy.rules import Rulebook, rulebook

SOON_OVER = {"deal.tiles": 20, "opening.points": 10, "tiles.copies": 1, "players.most": 2}
"""Most of a small set is on the two racks: a round has a few turns, most of them plays."""


def played(names: str, seed: int, rules: str | Rulebook = "ravensburger-travel-de") -> Round:
    """A round between bots, played to its end."""
    return states(names, seed, rules)[-1]


def states(names: str, seed: int, rules: str | Rulebook = "ravensburger-travel-de") -> list[Round]:
    """Every state of a round between bots."""
    players = [bot(name) for name in names.split(",")]
    dice = [Dice(seed * 10 + seat) for seat in range(len(players))]
    book = rulebook(rules) if isinstance(rules, str) else rules
    now = Round.deal(book, seats=len(players), seed=seed)
    found = [now]
    while not now.over:
        seat = now.turn
        now = now.apply(players[seat].act(now.view(seat), dice[seat], Budget(0.05)))
        found.append(now)
    return found


def dealt_otherwise(now: Round, seat: int, seed: int) -> Round:
    """The round with everything that the seat does not see dealt otherwise."""
    others = [other for other in range(now.seats) if other != seat]
    tiles = [tile for other in others for tile in now.hidden.racks[other]] + list(now.hidden.pool)
    random.Random(seed).shuffle(tiles)
    racks = list(now.hidden.racks)
    for other in others:
        size = len(racks[other])
        racks[other], tiles = tuple(sorted(tiles[:size])), tiles[size:]
    hidden = Hidden(tuple(racks), tuple(tiles), now.hidden.seed)
    return msgspec.structs.replace(now, hidden=hidden)
