"""Phases: what the seat in turn may do next."""

from __future__ import annotations

from enum import Enum

__all__ = ["Phase"]


class Phase(Enum):
    """Where a turn stands."""

    ACT = "act"
    """Lay or draw (with an empty pool: or pass)."""
    DRAWN = "drawn"
    """A tile was drawn; now open with it, or pass."""
    OVER = "over"
    """The round is over."""
