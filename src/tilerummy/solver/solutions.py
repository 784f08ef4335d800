"""Solutions: what the core answers, as plays.

Here is what all questions have in common: the numbers that they accept, the tiles that they
leave on the rack, and the way from the core's codes back to a play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from operator import index
from typing import Final

from msgspec import Struct

from tilerummy.rules.changes import compare
from tilerummy.rules.errors import expect
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver._core import Answer
from tilerummy.solver.codes import DIVIDER, Translator, translator
from tilerummy.solver.errors import SolverError
from tilerummy.solver.joker_colours import colour_jokers
from tilerummy.solver.objectives import Objective, weights_of

__all__ = ["NODES", "CodedQuestion", "Solution", "check_numbers", "kept_tiles", "solution_of"]

NODES: Final = 2_000_000
"""How many states a question may look at before the best play found is returned."""


class Solution(Struct, frozen=True, eq=False):
    """The best play found, what it lays, and whether nothing better exists.

    Solutions are equal if they say the same; how long it took does not count.
    """

    play: Play | None
    """The play; None if nothing can be laid, or if laying nothing is best."""
    laid: tuple[Tile, ...]
    """The tiles that leave the rack, in order."""
    tiles: int
    """How many tiles are laid, jokers included."""
    points: int
    """The sum of the numbers on the tiles laid; jokers add nothing."""
    optimal: bool
    """Whether it is proved that nothing better exists; False if the budget ended before."""
    seconds: float
    """How long the core worked on the question; the plays of one `best_plays` share it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self._said == other._said

    def __ne__(self, other: object) -> bool:
        # A struct has a __ne__ of its own, which would compare identities.
        return not self == other

    def __hash__(self) -> int:
        return hash(self._said)

    @property
    def _said(self) -> tuple[object, ...]:
        return self.play, self.laid, self.tiles, self.points, self.optimal


def check_numbers(nodes: int, number: int = 0) -> None:
    """Refuse what the core's numbers cannot hold."""
    if not 0 <= index(nodes) < 1 << 64:
        raise SolverError("nodes lie between 0 and 2^64")
    if not 0 <= index(number) < 1 << 31:
        raise SolverError("a number of tiles, plays or threads lies between 0 and 2^31")


def kept_tiles(position: Position, keep: str | Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that are to stay on the rack, where they have to be."""
    kept = parse_tiles(keep) if isinstance(keep, str) else tuple(keep)
    for tile in kept:
        expect(tile, Tile, "what is kept")
    if kept:
        missing = Counter(kept) - Counter(position.rack)
        if missing:
            named = format_tiles(in_order(missing.elements()))
            raise SolverError(f"cannot keep {named}: not on the rack")
    return kept


class CodedQuestion:
    """A position, an objective and the tiles to keep, as the core takes them."""

    __slots__ = ("_free", "_rows", "arguments", "code")

    def __init__(
        self, position: Position, objective: Objective, keep: str | Iterable[Tile]
    ) -> None:
        expect(position, Position, "position")
        kept = kept_tiles(position, keep)
        self.code = translator(position.rules)
        self._free = _without(position, kept)
        self._rows = self.code.rows(position.table)
        self.arguments = (
            DIVIDER.join(self._rows),
            self.code.tiles(position.rack),
            position.opened,
            self.code.weights(weights_of(objective)),
            self.code.tiles(kept),
        )
        """Table, rack, whether the player has opened, weights and tiles to keep."""

    def solution(self, raw: Answer) -> Solution:
        """What the core's answer means."""
        return solution_of(self._free, self.code, self._rows, raw)


def solution_of(position: Position, code: Translator, rows: list[bytes], raw: Answer) -> Solution:
    """The core's answer about a position whose table it was given as these rows."""
    if not raw.found:
        return Solution(None, (), 0, 0, raw.optimal, raw.seconds)
    before: dict[bytes, Meld] = {}
    if not code.paints_jokers:
        before = dict(zip(rows, position.table, strict=True))
    opens = None if position.opened else code.melds(raw.opening, {})
    play = Play(code.melds(raw.after, before), opens)
    tiles = code.loose(raw.laid)
    if code.paints_jokers:
        play = colour_jokers(position, play)
        tiles = compare(position.table, play.table).laid
    points = sum([tile.number for tile in tiles])
    return Solution(play, tiles, len(tiles), points, raw.optimal, raw.seconds)


def _without(position: Position, kept: tuple[Tile, ...]) -> Position:
    """The position as it is for a player who does not touch those tiles."""
    if not kept:
        return position
    rest = Counter(position.rack) - Counter(kept)
    return replace(position, rack=in_order(rest.elements()))
