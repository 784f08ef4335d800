"""Field values: what the fields of a rulebook that have a few choices can be.

The values are what a TOML file writes.
"""

from __future__ import annotations

from enum import Enum

from tilerummy.rules.tiles import Colour

__all__ = [
    "BlockedScore",
    "ColourName",
    "EmptyPool",
    "JokerMelds",
    "JokerReuse",
    "LateTurn",
    "Redeal",
    "StartDraw",
    "StartMethod",
    "TimeFrom",
    "Unrestorable",
    "Untouched",
]


class ColourName(Enum):
    """A colour as a rulebook file writes it."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    ORANGE = "orange"
    GREEN = "green"

    @property
    def colour(self) -> Colour:
        """The colour of the tiles."""
        return Colour[self.name]


class StartMethod(Enum):
    """How the start player is found."""

    HIGHEST_TILE = "highest-tile"
    RANDOM = "random"


class StartDraw(Enum):
    """When the tiles for the start are drawn."""

    BEFORE_DEAL = "before-deal"
    AFTER_DEAL = "after-deal"


class Redeal(Enum):
    """Whether a bad deal may be claimed."""

    NONE = "none"
    THREE_PAIRS = "three-pairs"


class JokerReuse(Enum):
    """Where a joker freed from the table has to go."""

    ANYWHERE = "anywhere"
    OTHER_MELD = "other-meld"
    NEW_MELD = "new-meld"


class JokerMelds(Enum):
    """What may be done to a meld with a joker in it."""

    FREE = "free"
    UNDIVIDED = "undivided"
    FROZEN = "frozen"


class LateTurn(Enum):
    """What happens to the unfinished table when time is up."""

    ALL_RESTORED = "all_tiles_restored"
    OWN_TO_RACK = "own_tiles_to_rack"
    OWN_UNCOMBINED_TO_RACK = "own_uncombined_to_rack"
    LOOSE_RESTORED = "loose_tiles_restored"
    LOOSE_TO_RACK = "loose_tiles_to_rack"

    @property
    def keeps_finished_melds(self) -> bool:
        """Whether what was finished in time stays on the table."""
        return self not in (LateTurn.ALL_RESTORED, LateTurn.OWN_TO_RACK)


class TimeFrom(Enum):
    """From which turn on a player is timed."""

    FIRST_TURN = "first-turn"
    AFTER_OPENING = "after-opening"


class Untouched(Enum):
    """What a time-out costs a player who moved nothing."""

    PENALTY = "penalty"
    DRAW = "draw"


class Unrestorable(Enum):
    """What the booklet does with tiles whose place nobody remembers (never needed here)."""

    NONE = "none"
    TO_POOL = "to-pool"
    TO_POOL_AND_AS_MANY_MORE = "to-pool-and-as-many-more"


class EmptyPool(Enum):
    """How a round goes on when the pool is empty."""

    PLAY_ON = "play-on"
    LAST_TURN = "last-turn"
    VOID = "void"


class BlockedScore(Enum):
    """How a round is scored in which nobody goes out."""

    DIFFERENCE = "difference"
    FULL = "full"
    VOID = "void"
