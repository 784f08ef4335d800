"""Hints: the best play and the simplest, explained in steps a person can follow.

The best play lays the most tiles, however much of the table moves for it. The simple play lays as
many as it can without moving a tile of the table; where that is impossible, it is the play that
moves fewest tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile
from tilerummy.server.room.notation import write_melds, write_opening
from tilerummy.server.room.snapshots import HintPlay, HintStep
from tilerummy.solver import Solution, Step, explain, moves, simplest, solve

__all__ = ["NODES", "Advised", "advise", "steps_of"]

NODES: Final = 200_000
"""How many states the search for the best play may look at."""
_NODES_SIMPLE: Final = 20_000
"""For each number of tiles that the simple play may lay."""


@dataclass(frozen=True, slots=True)
class Advised:
    """The answer to a request for a hint; without a best play nothing can be laid."""

    best: HintPlay | None
    simple: HintPlay | None
    """None where nothing is simpler than the best play."""


def advise(position: Position) -> Advised:
    """The play that lays the most tiles, and a simpler one if there is one."""
    best = solve(position, nodes=NODES)
    if best.play is None:
        return Advised(None, None)
    hands = moves(position, best.play).tiles
    simple = _simple(position, best.tiles) if hands > best.tiles else None
    if simple is None or simple.play is None or moves(position, simple.play).tiles >= hands:
        return Advised(_play(position, best.play, best.laid), None)
    shown = _play(position, simple.play, simple.laid)
    if simple.tiles == best.tiles:
        return Advised(shown, None)
    return Advised(_play(position, best.play, best.laid), shown)


def steps_of(position: Position, play: Play) -> list[HintStep]:
    """How to get from the table as it lies to the one that the play leaves behind."""
    return [_shown(step) for step in explain(position, play)]


def _simple(position: Position, most: int) -> Solution | None:
    """The most tiles without moving one of the table, or else the fewest moves."""
    fewest: Solution | None = None
    for tiles in range(most, 0, -1):
        found = simplest(position, tiles, nodes=_NODES_SIMPLE)
        if found.play is None:
            continue
        fewest = found
        if moves(position, found.play).tiles == found.tiles:
            break
    return fewest


def _play(position: Position, play: Play, laid: tuple[Tile, ...]) -> HintPlay:
    return HintPlay(
        table=write_melds(play.table),
        opening=write_opening(play.opening),
        laid=format_tiles(laid),
        moved=moves(position, play).tiles - len(laid),
        steps=steps_of(position, play),
    )


def _shown(step: Step) -> HintStep:
    return HintStep(
        key=step.kind.value,
        sentence=step.sentence,
        tiles=format_tiles(step.laid),
        moved=format_tiles(step.moved),
        taken=format_tiles(step.taken),
        source=None if step.source is None else str(step.source),
        target=str(step.target),
    )
