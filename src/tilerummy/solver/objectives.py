"""Objectives: what a player wants from a play.

Every laid tile has a worth, and the best play is worth the most. Laying the most tiles
(then points) and the most points (then tiles) are two such tables; a bot writes its own,
in which a negative number means "rather keep it".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index
from typing import Final, Literal

from tilerummy.rules.errors import expect
from tilerummy.rules.notation import parse_tile
from tilerummy.rules.tiles import ALL_TILES, HIGHEST, Tile
from tilerummy.solver.errors import SolverError

__all__ = ["MOST_POINTS", "MOST_TILES", "Objective", "Weights", "weights_of"]

_MOST: Final = 1_000_000
_STEP: Final = 4096
"""More than all points of a rack together, so that the first wish always comes first."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of laying each tile, by the tile's index.

    Plain jokers are all alike, also where they are printed in colours: what counts for
    them is the worth of `*`, unless the rulebook binds a joker to its colour.
    """

    values: tuple[int, ...]
    """By `Tile.index`; a negative one means rather keep it."""

    def __post_init__(self) -> None:
        if len(self.values) != len(ALL_TILES):
            raise SolverError(f"a weight for each of the {len(ALL_TILES)} tiles is needed")
        if not all(-_MOST <= index(value) <= _MOST for value in self.values):
            raise SolverError(f"weights lie between -{_MOST} and {_MOST}")

    @staticmethod
    def of(worth: Mapping[Tile, int] | Mapping[str, int], *, other: int = 0) -> Weights:
        """Weights by tile, or by text such as "r13"; `other` is the worth of every other tile."""
        items: Iterable[tuple[Tile | str, int]] = worth.items()
        named = {parse_tile(key) if isinstance(key, str) else key: value for key, value in items}
        for tile in named:
            expect(tile, Tile, "what is weighed")
        return Weights(tuple(named.get(tile, other) for tile in ALL_TILES))

    def __getitem__(self, tile: Tile) -> int:
        return self.values[tile.index]


Objective = Literal["tiles", "points"] | Weights

MOST_TILES: Final = Weights(tuple(_STEP + tile.number for tile in ALL_TILES))
"""Most tiles; among as many tiles, most points."""

MOST_POINTS: Final = Weights(tuple(_STEP * tile.number + 1 for tile in ALL_TILES))
"""Most points; among as many points, most tiles."""

assert _STEP * HIGHEST + 1 <= _MOST


def weights_of(objective: Objective) -> Weights:
    """The table of weights that an objective stands for."""
    if isinstance(objective, Weights):
        return objective
    if objective == "tiles":
        return MOST_TILES
    if objective == "points":
        return MOST_POINTS
    raise SolverError(f"an objective is tiles, points or Weights, not {objective!r}")
