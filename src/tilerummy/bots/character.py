"""Characters: players with hands, eyes and habits, as people have them.

A turn of a person is bounded. Hands move a dozen tiles or two, rearranging included; eyes
take in a few melds and overlook a tile now and then; habits decide what is done with what
was seen. A character is these numbers. It never waits long: after a few turns without
laying it looks again, at everything, and near its end it looks closely anyway, as people do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tilerummy.bots.dice import Dice
from tilerummy.bots.policies import ends_silence, instead_of_laying, silent_turns
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import ALL_TILES, Tile, in_order
from tilerummy.solver import Objective, Solution, Weights, moves, simplest, solve

__all__ = ["Character", "Taste"]

_NODES: Final = 6_000
"""How many states a turn may look at."""
_NODES_TO_BE_SURE: Final = 60_000
"""How many a player may look at who has waited long enough."""


class Taste(StrEnum):
    """What a player likes to lay."""

    MANY = "many"
    """As many tiles as possible."""
    HIGH = "high"
    """High numbers, so that few points are left if somebody else goes out."""
    LOW = "low"
    """Small numbers first; the high ones are too good to give away."""


_OBJECTIVES: Final[dict[Taste, Objective]] = {
    Taste.MANY: "tiles",
    Taste.HIGH: "points",
    Taste.LOW: Weights.of({tile: 15 - tile.number for tile in ALL_TILES if tile.number}, other=1),
}


@dataclass(frozen=True, slots=True)
class Character:
    """A player with bounded turns."""

    hands: int
    """How many tiles it moves in a turn at most, laid and rearranged."""
    touches: int | None = None
    """How many melds of the table it changes in a turn at most."""
    sight: int | None = None
    """How many melds it takes in at a glance; None is the whole table."""
    glances: int = 1
    overlooks: float = 0.0
    """How likely it is to miss each tile of its rack in a turn."""
    wait: int = 1
    """Once opened it lays when so many tiles go at once."""
    keeps_jokers: bool = False
    """Whether it keeps its jokers to open, to go out, or until its patience is at an end."""
    taste: Taste = Taste.MANY
    """What it likes to lay best."""
    patience: int = 3
    """After so many turns without laying it lays what it can."""
    close: int = 3
    """With so many tiles or fewer it looks closely: it overlooks nothing on its rack."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """What this player sees, and what its habits make of it."""
        tired = silent_turns(view)[view.turn] >= self.patience or not view.pool_size
        found = self._look(view, dice, tired=tired)
        if found is not None and (tired or self._wants(view, found)):
            return found
        if tired or view.must_lay:
            easy = simplest(view.position, 1, nodes=_NODES_TO_BE_SURE).play
            # Where playing is a duty, the others help.
            if easy is not None and (view.must_lay or self._can(view.position, easy)):
                return easy
        last = ends_silence(view)
        if last is not None:
            return last
        return instead_of_laying(view)

    def _look(self, view: View, dice: Dice, *, tired: bool) -> Play | None:
        position = view.position
        closely = len(position.rack) <= self.close
        if closely:
            seen = position.rack
        else:
            seen = tuple([tile for tile in position.rack if not dice.chance(self.overlooks)])
        missed = _less(position.rack, seen)
        if self.keeps_jokers and self.sight is not None and not closely:
            seen = tuple([tile for tile in seen if not tile.is_joker])
        if position.opened and self.sight is not None and not closely:
            return self._glance(position, seen, dice)
        best = self._best(position, missed)
        if self.keeps_jokers and best.play is not None and best.laid != position.rack:
            jokers = tuple([tile for tile in seen if tile.is_joker])
            if jokers and any(tile.is_joker for tile in best.laid):
                spared = self._best(position, missed + jokers)
                if spared.play is not None:
                    return spared.play
                return best.play if tired or not position.opened else None
        return best.play

    def _best(self, position: Position, keep: tuple[Tile, ...]) -> Solution:
        objective = _OBJECTIVES[self.taste]
        found = solve(
            position, objective, keep=keep, moved=self.hands, touched=self.touches, nodes=_NODES
        )
        if found.play is None and self.touches is not None:
            return solve(position, objective, keep=keep, moved=self.hands, nodes=_NODES)
        return found

    def _glance(self, position: Position, seen: tuple[Tile, ...], dice: Dice) -> Play | None:
        """What looking at a few melds at a time finds, as one play."""
        table, rack, found = position.table, seen, None
        for _ in range(self.glances):
            places = list(range(len(table)))
            dice.shuffle(places)
            chosen = set(places[: self.sight])
            part = tuple([meld for place, meld in enumerate(table) if place in chosen])
            rest = tuple([meld for place, meld in enumerate(table) if place not in chosen])
            best = solve(
                Position(position.rules, part, rack),
                _OBJECTIVES[self.taste],
                moved=self.hands,
                nodes=_NODES,
            )
            if best.play is None:
                continue
            play = Play(rest + best.play.table)
            if judge(position, play) or moves(position, play).tiles > self.hands:
                continue
            table, rack, found = play.table, _less(rack, best.laid), play
        return found

    def _wants(self, view: View, play: Play) -> bool:
        """Whether it lays what it has seen, or holds it back for a better turn."""
        if not view.position.opened or not view.pool_size or self.wait <= 1:
            return True
        laid = _laid(view.position, play)
        return laid >= self.wait or laid == len(view.rack)

    def _can(self, position: Position, play: Play) -> bool:
        """Whether its hands can make the play; an opening is laid whatever it takes."""
        return not position.opened or moves(position, play).tiles <= self.hands


def _laid(position: Position, play: Play) -> int:
    before = sum([len(meld.tiles) for meld in position.table])
    return sum([len(meld.tiles) for meld in play.table]) - before


def _less(tiles: tuple[Tile, ...], taken: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return in_order((Counter(tiles) - Counter(taken)).elements())
