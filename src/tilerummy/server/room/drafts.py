"""A draft: the table as the player in turn has arranged it so far.

The player alone may see it, unless the room shows drafts while they are arranged; it is kept so
that a reload finds it again, and so that it counts when the time is up.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.rules.positions import Table
from tilerummy.server.room.notation import write_melds

__all__ = ["Draft"]


@dataclass(frozen=True, slots=True)
class Draft:
    """The unfinished turn that began with entry `turn`; its rows need not be melds yet."""

    turn: int
    table: Table
    opening: Table | None = None
    """The melds that open, where the rulebook lets the turn go on."""

    @property
    def rows(self) -> list[str]:
        """The table as messages write it."""
        return write_melds(self.table)
