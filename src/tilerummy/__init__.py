"""Tile rummy: rules as data, an exact solver, an engine, players and a web game.

    >>> import tilerummy as tr
    >>> rules = tr.rulebook("piatnik-travel")
    >>> position = tr.Position.parse(rules, table="k4 k5 k6 | r8 b8 o8", rack="k7 b5 *")
    >>> str(tr.solve(position).play)
    'k4 k5 k6 k7 * | r8 b8 o8'

What is exported here is stable; the packages below it have more.
"""

from tilerummy.engine import IllegalAction, Round, View
from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, TimeOut
from tilerummy.engine.records import Record
from tilerummy.evaluation import analyse, review
from tilerummy.rules import (
    RULEBOOK_IDS,
    Meld,
    NotationError,
    Play,
    Position,
    PositionError,
    Rulebook,
    RulebookError,
    Tile,
    TilerummyError,
    Violation,
    arrange,
    judge,
    rulebook,
)
from tilerummy.solver import Solution, Weights, best_plays, can_go_out, solve

__version__ = "0.2.0"

__all__ = [
    "RULEBOOK_IDS",
    "ClaimRedeal",
    "Draw",
    "IllegalAction",
    "Leave",
    "Meld",
    "NotationError",
    "Pass",
    "Play",
    "Position",
    "PositionError",
    "Record",
    "Round",
    "Rulebook",
    "RulebookError",
    "Solution",
    "Tile",
    "TilerummyError",
    "TimeOut",
    "View",
    "Violation",
    "Weights",
    "analyse",
    "arrange",
    "best_plays",
    "can_go_out",
    "judge",
    "review",
    "rulebook",
    "solve",
]
