"""The duty to lay: where a rulebook forbids a player who can lay to draw or to pass."""

from __future__ import annotations

from typing import Final

from tilerummy.engine.phases import Phase
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import solve

__all__ = ["NODES", "can_lay", "is_due"]

NODES: Final = 200_000
"""A player who could play only after such a search is not expected to see it."""


def is_due(rules: Rulebook, *, pool: int, phase: Phase) -> bool:
    """Whether a player who can play must, before a turn of drawing or passing."""
    if phase is not Phase.ACT:
        return False
    return rules.draw.must_lay or (rules.pool.must_lay and not pool)


def can_lay(position: Position) -> bool:
    """Whether any legal play exists."""
    return solve(position, nodes=NODES).play is not None
