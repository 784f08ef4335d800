"""Characters: players with hands, eyes and habits, as people have them.

A turn of a person is bounded. Hands move only so many tiles, rearranging included; eyes
overlook some of the rack; habits decide what is done with what was seen. A character is these
numbers. It never waits long: after a few turns without laying it lays something if there is
any play at all, and near its end it looks closely, as people do.

An opening is prepared on the rack: nothing is overlooked there, and it may take a dozen tiles, or
as many as it needs. A play that the rules make a duty, and the one that ends a silence, may take
more than the hands too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tilerummy.bots.dice import Dice
from tilerummy.bots.hands import OPENING_HANDS, best_within, hands_in
from tilerummy.bots.policies import (
    MOST_SILENT,
    any_play,
    fewest,
    instead_of_laying,
    silent_turns,
)
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import ALL_TILES, Tile, in_order
from tilerummy.solver import Objective, Solution, Weights, moves, solve

__all__ = ["Character", "Taste"]

_TWO: Final = 2
"""The players at the smallest table, for which the numbers of a character are meant."""

_NODES: Final = 6_000
"""How many states a question may look at; a play missed here may be found next turn."""


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
    """How many melds of the table it likes to change in a turn at most."""
    overlooks: float = 0.0
    """How likely it misses each tile of its rack in a turn, once it has opened."""
    distracted: float = 0.0
    """How much likelier that is for each player at the table beyond two."""
    opens: int = 0
    """It opens when so many tiles go at once."""
    wait: int = 1
    """Once opened it lays when so many tiles go at once."""
    hold: int = 0
    """With so many tiles or fewer it waits until all of them can go: a number for two players."""
    keeps_jokers: bool = False
    """Whether it keeps its jokers to open, to go out, or until its patience is at an end."""
    taste: Taste = Taste.MANY
    """What it likes to lay best."""
    patience: int = 3
    """After so many turns without laying it lays what it can."""
    stints: bool = False
    """Whether it then lays a single tile, if one can go alone."""
    close: int = 3
    """With so many tiles or fewer it looks closely: it overlooks nothing on its rack."""

    def __post_init__(self) -> None:
        if not 0 <= self.patience <= MOST_SILENT:
            raise ValueError(f"nobody waits for more than {MOST_SILENT} turns")

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """What this player sees, and what its habits make of it."""
        tired = silent_turns(view)[view.turn] >= self.patience or not view.pool_size
        found = self._look(view, dice)
        if tired and self._stints_now(view, found):
            found = fewest(view.position, hands_in(view.rules, self.hands))
        if found.play is not None and (tired or self._wants(view, found)):
            return found.play
        if tired or view.must_lay:
            # Where playing is a duty, the others help.
            last = any_play(view)
            if last is not None:
                return last
        return instead_of_laying(view)

    def _stints_now(self, view: View, found: Solution) -> bool:
        """Whether it lays one tile of the many it could lay."""
        goes_out = found.tiles == len(view.rack)
        return self.stints and view.position.opened and view.pool_size > 0 and not goes_out

    def _look(self, view: View, dice: Dice) -> Solution:
        """The best play with the tiles it has not overlooked, without jokers if it keeps them."""
        position = view.position
        closely = not position.opened or len(position.rack) <= self.close
        misses = self.overlooks + (view.seats - _TWO) * self.distracted
        missed = () if closely else tuple([t for t in position.rack if dice.chance(misses)])
        best = self._best(position, missed)
        if not self.keeps_jokers or best.tiles == len(position.rack):
            return best
        if not any(tile.is_joker for tile in best.laid):
            return best
        jokers = [tile for tile in position.rack if tile.is_joker]
        spared = self._best(position, _together(missed, jokers))
        return best if spared.play is None and not position.opened else spared

    def _best(self, position: Position, keep: tuple[Tile, ...]) -> Solution:
        """The best play by its taste that its hands can make."""
        objective = _OBJECTIVES[self.taste]
        hands = hands_in(position.rules, self.hands)
        if not position.opened:
            hands = max(hands, OPENING_HANDS)
        found = solve(position, objective, keep=keep, nodes=_NODES)
        if found.play is None:
            return found
        # The bounded question takes much longer and is asked only if the bound matters.
        needs = moves(position, found.play)
        if position.opened and self.touches is not None and needs.melds > self.touches:
            tidy = best_within(
                position, hands, objective, keep=keep, touched=self.touches, nodes=_NODES
            )
            if tidy.play is not None:
                return tidy
        if needs.tiles <= hands:
            return found
        within = best_within(position, hands, objective, keep=keep, nodes=_NODES)
        return found if within.play is None and not position.opened else within

    def _wants(self, view: View, found: Solution) -> bool:
        """Whether it lays what it has seen, or holds it back for a better turn.

        The more players, the fewer turns each of them has in a round, and the fewer tiles
        gather on a rack: so what is held back shrinks in proportion.
        """
        if found.tiles == len(view.rack):
            return True
        if not view.position.opened:
            return found.tiles >= self.opens
        return found.tiles >= self.wait and len(view.rack) * view.seats > self.hold * _TWO


def _together(tiles: tuple[Tile, ...], more: list[Tile]) -> tuple[Tile, ...]:
    """All of these tiles, those counted in both only once."""
    return in_order((Counter(tiles) | Counter(more)).elements())
