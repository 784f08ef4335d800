"""Decoding: an observation read back into tiles and melds.

It comes from the numbers of one observation, so it shows nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tilerummy.lab.environments.layout import CODES, LAYOUT, SEATS
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.codes import translator

__all__ = ["DecodedObservation", "DecodedSeat"]

_RUN, _GROUP = 254, 255


@dataclass(frozen=True, slots=True)
class DecodedSeat:
    """What is known of a seat: its rack's size, and its latest turn."""

    size: int
    opened: bool
    drew: int
    played: bool
    passed: bool
    laid: tuple[Tile, ...]

    def __str__(self) -> str:
        if self.played:
            last = f"laid {format_tiles(self.laid)}"
        elif self.drew:
            last = "drew"
        else:
            last = "passed" if self.passed else ""
        return ", ".join(
            [f"{self.size} tiles", *(["opened"] if self.opened else []), *([last] if last else [])]
        )


@dataclass(frozen=True, slots=True)
class DecodedObservation:
    """What a seat may know; seats are counted from the observer."""

    rack: tuple[Tile, ...]
    melds: tuple[tuple[Tile, ...], ...]
    seats: tuple[DecodedSeat, ...]
    pool: int
    drawn: bool
    turns: int
    to_act: int
    """How many places behind the observer the seat in turn sits."""
    over: bool
    row: tuple[Tile, ...]
    """Tile by tile: the row in the making."""
    loose: tuple[Tile, ...]
    """Tile by tile: tiles of the table that have to lie in a meld again."""

    @staticmethod
    def of(rules: Rulebook, observation: NDArray[np.uint8]) -> DecodedObservation:
        """An observation read back."""
        tiles = _tiles(rules)

        def counted(start: int) -> tuple[Tile, ...]:
            counts = observation[start : start + CODES].tolist()
            return in_order([tiles[code] for code, n in enumerate(counts) for _ in range(n)])

        def symbols(name: str) -> list[int]:
            found: list[int] = observation[LAYOUT[name].place].tolist()
            return found

        fields = observation[LAYOUT["seats"].place].reshape(SEATS, 8).tolist()
        seats = tuple(
            [
                DecodedSeat(size, bool(opened), drew, bool(played), bool(passed), counted(start))
                for place, (sits, size, opened, drew, played, passed, _, _) in enumerate(fields)
                if sits
                for start in [LAYOUT["laid"].start + place * CODES]
            ]
        )
        pool, drawn, turns, _, _, to_act, over, _ = symbols("round")
        tile_by_tile = len(observation) > LAYOUT["hand"].start
        row = [tiles[code - 1] for code in symbols("row") if code] if tile_by_tile else []
        return DecodedObservation(
            rack=counted(LAYOUT["rack"].start),
            melds=tuple(_melds(tiles, symbols("melds"))),
            seats=seats,
            pool=pool,
            drawn=bool(drawn),
            turns=turns,
            to_act=to_act,
            over=bool(over),
            row=tuple(row),
            loose=counted(LAYOUT["owed"].start) if tile_by_tile else (),
        )

    @property
    def public(self) -> str:
        """What everybody sees."""
        lines = [f"turn {self.turns + 1}, pool {self.pool}"]
        if self.over:
            lines[0] = f"over after {self.turns} turns, pool {self.pool}"
        for place, seat in enumerate(self.seats):
            mark = ">" if place == self.to_act and not self.over else " "
            lines.append(f"{mark} {f'+{place}' if place else 'you'}: {seat}")
        lines += [f"  {format_tiles(meld)}" for meld in self.melds] or ["  (nothing on the table)"]
        return "\n".join(lines)

    @property
    def private(self) -> str:
        """What this seat alone sees: its rack and, tile by tile, what it is building."""
        row = [f"row: {format_tiles(self.row)}"] if self.row else []
        loose = [f"to be placed: {format_tiles(self.loose)}"] if self.loose else []
        return "\n".join([*row, *loose, f"rack: {format_tiles(self.rack)}"])

    def __str__(self) -> str:
        return f"{self.public}\n{self.private}"


@lru_cache(maxsize=128)
def _tiles(rules: Rulebook) -> tuple[Tile, ...]:
    code = translator(rules)
    return tuple([code.loose(bytes([number]))[0] for number in range(CODES)])


def _melds(tiles: tuple[Tile, ...], symbols: list[int]) -> Iterator[tuple[Tile, ...]]:
    meld: list[Tile] = []
    for symbol in [*symbols, 0]:
        if symbol in (0, _RUN, _GROUP):
            if meld:
                yield tuple(meld)
            meld = []
        else:
            meld.append(tiles[symbol - 1])
