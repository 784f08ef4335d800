"""Progress: a round while one action changes it.

Rounds are frozen. Applying an action copies one into a `Progress`, changes that step by
step and freezes it again, so a half-done change is never seen and an error leaves the
round as it was.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tilerummy.engine.actions import Action
from tilerummy.engine.events import Event
from tilerummy.rules.tiles import Tile, in_order

if TYPE_CHECKING:
    from tilerummy.engine.rounds import Round

__all__ = ["Progress", "less"]


class Progress:
    """The parts of a round that can change, and the events so far."""

    __slots__ = (
        "before",
        "deals",
        "events",
        "idle",
        "last_turns",
        "left",
        "number",
        "opened",
        "outcome",
        "passed",
        "phase",
        "pool",
        "racks",
        "table",
        "turn",
    )

    def __init__(self, before: Round) -> None:
        self.before = before
        self.turn = before.turn
        self.phase = before.phase
        self.number = before.number
        self.table = before.table
        self.racks = list(before.hidden.racks)
        self.pool = before.hidden.pool
        self.opened = before.opened
        self.left = before.left
        self.passed = before.passed
        self.idle = before.idle
        self.last_turns = before.last_turns
        self.deals = before.deals
        self.outcome = before.outcome
        self.events: list[Event] = []

    @property
    def seated(self) -> frozenset[int]:
        """The seats whose players are still there."""
        return self.before.everybody - self.left

    def draw(self, seat: int, count: int) -> tuple[Tile, ...]:
        """Move tiles from the pool to a rack, or as many as there are."""
        drawn = self.pool[:count]
        self.pool = self.pool[count:]
        self.racks[seat] = in_order(self.racks[seat] + drawn)
        return drawn

    def lay(self, seat: int, tiles: Collection[Tile]) -> None:
        """Take laid tiles off a rack."""
        self.racks[seat] = less(self.racks[seat], tiles)

    def freeze(self, *actions: Action) -> Round:
        """The round after the change, with the actions that made it."""
        before = self.before
        return replace(
            before,
            turn=self.turn,
            phase=self.phase,
            number=self.number,
            table=self.table,
            hidden=replace(before.hidden, racks=tuple(self.racks), pool=self.pool),
            opened=self.opened,
            left=self.left,
            passed=self.passed,
            idle=self.idle,
            last_turns=self.last_turns,
            deals=self.deals,
            outcome=self.outcome,
            actions=before.actions + actions,
            events=before.events + tuple(self.events),
        )


def less(rack: tuple[Tile, ...], taken: Collection[Tile]) -> tuple[Tile, ...]:
    """The rack without the tiles taken from it."""
    left = list(rack)
    for tile in taken:
        left.remove(tile)
    return tuple(left)
