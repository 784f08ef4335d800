"""Ranking: not only the best play but all good ones, best first.

Plays count as different if they lay different tiles; of the many ways to arrange the same
tiles one is found. `best_plays` asks for a number of them at once, `Plays` goes on for as long as
somebody takes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver.objectives import Objective
from tilerummy.solver.solutions import NODES, CodedQuestion, Solution, check_numbers

__all__ = ["BestPlays", "Plays", "best_plays"]

_MOST: Final = 10_000
_FIRST: Final = 4
_GROWTH: Final = 4


class BestPlays(list[Solution]):
    """The best plays, best first, and whether anything may be missing among them."""

    def __init__(self, found: Iterable[Solution], *, complete: bool) -> None:
        super().__init__(found)
        self.complete = complete
        """Whether nothing better is missing, and where there are fewer than asked for, nothing
        else can be laid. False if nodes or seconds ran out before that was known."""


def best_plays(
    position: Position,
    k: int,
    objective: Objective = "tiles",
    *,
    keep: str | Iterable[Tile] = (),
    nodes: int | None = None,
    seconds: float | None = None,
) -> BestPlays:
    """The k best plays that differ in the tiles they lay, best first; plain jokers are alike.

    Plays worth no more than laying nothing are left out. A play is `optimal` if nothing better is
    missing before it. Fewer than k come back if there are no more; if instead nodes or seconds ran
    out, the list is not `complete` and its last play, if it has one, not `optimal`. Where `nodes`
    is None, the list may take about ten times as many as the best play took, and 5,000 more.
    """
    in_proportion = nodes is None
    nodes = NODES if nodes is None else nodes
    check_numbers(nodes, k)
    asked = CodedQuestion(position, objective, keep)
    found = asked.code.core.best_plays(*asked.arguments, k, nodes, seconds, in_proportion)
    return BestPlays(map(asked.solution, found.plays), complete=found.complete)


class Plays(Iterator[Solution]):
    """Every set of tiles that can be laid, each with one play, best first, as long as you ask.

    `nodes` is the budget for all of them together. When the iterator has ended, `complete` says
    whether there are no others; as long as it goes on, `complete` is False.
    """

    def __init__(
        self,
        position: Position,
        objective: Objective = "tiles",
        *,
        keep: str | Iterable[Tile] = (),
        nodes: int = NODES,
    ) -> None:
        check_numbers(nodes)
        self.complete = False
        self._asked = CodedQuestion(position, objective, keep)
        self._nodes = nodes
        self._solutions = self._found()

    def __next__(self) -> Solution:
        return next(self._solutions)

    def _found(self) -> Iterator[Solution]:
        """Ask for more and more plays; those that were told before are passed over."""
        told: set[bytes] = set()
        wanted, left = _FIRST, self._nodes
        asked = self._asked
        while True:
            found = asked.code.core.best_plays(*asked.arguments, wanted, left, None)
            for raw in found.plays:
                if raw.laid not in told:
                    told.add(raw.laid)
                    yield asked.solution(raw)
            if len(found.plays) < wanted or not found.complete or wanted == _MOST:
                self.complete = found.complete and len(found.plays) < wanted
                return
            left = max(0, left - found.plays[0].nodes)
            wanted = min(wanted * _GROWTH, _MOST)
