"""Violations: what the judge answers when a play breaks a rule.

Each has a code that programs can rely on, a sentence for people, the clause of the
booklet (or the ruling) behind it and the tiles it concerns. `key` names the sentence more
finely than the code, so that clients can say it in their own language together with the
`numbers` it mentions.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilerummy.rules.tiles import Tile

__all__ = ["Code", "Violation"]


class Code(StrEnum):
    """Every way to break a rule."""

    INVALID_MELD = "INVALID_MELD"
    TILE_NOT_AVAILABLE = "TILE_NOT_AVAILABLE"
    TABLE_TILE_TAKEN = "TABLE_TILE_TAKEN"
    NOTHING_LAID = "NOTHING_LAID"
    OPENING_TOO_LOW = "OPENING_TOO_LOW"
    OPENING_TOUCHES_TABLE = "OPENING_TOUCHES_TABLE"
    OPENING_NOT_FROM_RACK = "OPENING_NOT_FROM_RACK"
    JOKER_MELD_FROZEN = "JOKER_MELD_FROZEN"
    JOKER_NEEDS_NEW_MELD = "JOKER_NEEDS_NEW_MELD"
    SPECIAL_REPLACES_JOKER = "SPECIAL_REPLACES_JOKER"
    MUST_LAY = "MUST_LAY"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    ROUND_OVER = "ROUND_OVER"
    POOL_EMPTY = "POOL_EMPTY"
    MUST_DRAW = "MUST_DRAW"
    ALREADY_DRAWN = "ALREADY_DRAWN"
    NO_REDEAL = "NO_REDEAL"
    NO_TIME_LIMIT = "NO_TIME_LIMIT"
    NOT_SEATED = "NOT_SEATED"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule."""

    code: Code
    """Which rule is broken; programs can rely on it."""
    message: str
    """A sentence for people, in English."""
    clause: str
    """Where the booklet says so, or which ruling does."""
    tiles: tuple[Tile, ...] = ()
    """The tiles it concerns."""
    meld: int | None = None
    """Which meld of the table left behind, where one is to blame."""
    key: str = ""
    """The sentence's key: the code, or the code and a finer reason behind a dot."""
    numbers: tuple[int, ...] = ()
    """The numbers the sentence mentions, in its order."""
    needs: tuple[Tile, ...] = ()
    """The tiles that would fix it, where these are known."""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.code.value)

    def __str__(self) -> str:
        return f"{self.code}: {self.message} ({self.clause})"
