"""Actions: everything that can change a round.

`Play`, `Draw` and `Pass` belong to the seat whose turn it is. A claim for a new deal and
a player's leaving name their seat, since they may come at any time. A time-out carries
the unfinished table, so that the engine itself needs no clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.rules.positions import Play, Table

__all__ = ["Action", "ClaimRedeal", "Draw", "Leave", "Pass", "Play", "TimeOut"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a tile from the pool instead of laying."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing when there is nothing to draw, or after having drawn."""


@dataclass(frozen=True, slots=True)
class ClaimRedeal:
    """Show three pairs, before one's own first turn and any play, and have all dealt again."""

    seat: int
    """Who claims."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Time is up; the draft is the table as it lies then, None if nothing was moved.

    Rows that are not melds are loose tiles. In an opening turn that goes on, `opening`
    names the opening melds as a play does.
    """

    draft: Table | None = None
    """The rows as they lie when the time is up; None if nothing was moved."""
    opening: Table | None = None
    """The melds that open, as a play names them."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up for good: the seat is skipped from now on, its rack counts at the end."""

    seat: int
    """Who leaves."""


Action = Play | Draw | Pass | ClaimRedeal | TimeOut | Leave
