"""Hints: the best play, explained in steps a person can follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Position
from tilerummy.server.room.snapshots import HintStep
from tilerummy.solver import Step, explain, solve

__all__ = ["Found", "hint_for"]

_NODES: Final = 200_000


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


def hint_for(position: Position, objective: Literal["tiles", "points"] = "tiles") -> Found:
    """The best play in this position, or the best found before it takes too long."""
    solution = solve(position, objective, nodes=_NODES)
    play = solution.play
    if play is None:
        return Found(optimal=solution.optimal)
    return Found(
        table=[str(meld) for meld in play.table],
        opening=None if play.opening is None else [str(meld) for meld in play.opening],
        laid=format_tiles(solution.laid),
        tiles=solution.tiles,
        points=solution.points,
        optimal=solution.optimal,
        steps=[_shown(step) for step in explain(position, play)],
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
