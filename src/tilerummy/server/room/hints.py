"""Hints: the best play and the simplest, explained in steps a person can follow.

The best play lays the most tiles, however much of the table moves for it. The simple play lays as
many as it can without moving a tile of the table; where that is impossible, it is the play that
moves fewest tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile
from tilerummy.server.room.notation import write_melds, write_opening
from tilerummy.server.room.snapshots import HintPlay, HintStep
from tilerummy.solver import Solution, Step, explain, moves, simplest, solve

__all__ = ["Advised", "Found", "advise", "hint_for", "steps_of"]

_NODES: Final = 200_000
_NODES_SIMPLE: Final = 20_000
"""For each number of tiles that the simple play may lay."""


@dataclass(frozen=True, slots=True)
class Found:
    """A play worth showing; an empty table means that nothing can be laid."""

    table: list[str] = field(default_factory=list)
    opening: list[str] | None = None
    laid: str = ""
    tiles: int = 0
    points: int = 0
    optimal: bool = True
    steps: list[HintStep] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Advised:
    """The answer to a request for a hint; without a best play nothing can be laid."""

    best: HintPlay | None
    simple: HintPlay | None
    """None where nothing is simpler than the best play."""


def hint_for(position: Position, objective: Literal["tiles", "points"] = "tiles") -> Found:
    """The best play in this position, or the best found before it takes too long."""
    solution = solve(position, objective, nodes=_NODES)
    play = solution.play
    if play is None:
        return Found(optimal=solution.optimal)
    return Found(
        table=write_melds(play.table),
        opening=write_opening(play.opening),
        laid=format_tiles(solution.laid),
        tiles=solution.tiles,
        points=solution.points,
        optimal=solution.optimal,
        steps=steps_of(position, play),
    )


def advise(position: Position) -> Advised:
    """The play that lays the most tiles, and a simpler one if there is one."""
    best = solve(position, nodes=_NODES)
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
