"""The layout: where everything stands in observations, masks and effects.

The core writes the numbers; these are the names of their places. Seats are counted from the
observer, who is seat 0. Tiles are counted by the core's 60 codes: the rulebook's first colour
1 to 13, the second, third and fourth, then `*`, `*2`, `*c`, `*m` and a joker of each colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

__all__ = ["CHOICES", "CODES", "EFFECTS", "LAYOUT", "MOVES", "SEATS", "Choice", "Move", "Part"]

CODES: Final = 60
SEATS: Final = 6
_ROW: Final = 28
_MELDS: Final = 216
_MOST_MELDS: Final = 54


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of numbers: its name, where it begins, how long it is, what it says."""

    name: str
    start: int
    length: int
    meaning: str

    @property
    def place(self) -> slice:
        """Where to find it in an array."""
        return slice(self.start, self.start + self.length)


def _parts(*parts: tuple[str, int, str]) -> dict[str, Part]:
    found: dict[str, Part] = {}
    start = 0
    for name, length, meaning in parts:
        found[name] = Part(name, start, length, meaning)
        start += length
    return found


_SEAT: Final = (
    "for each seat: a player sits there, tiles on the rack, has opened; in its latest turn: "
    "tiles drawn, played, passed; still has its last turn, has left"
)
_ROUND: Final = (
    "pool, a tile was drawn in this turn, turns finished (255 is that many or more), places "
    "from the start seat to the observer, seats, places from the observer to the seat in turn, "
    "the round is over, points that an opening needs"
)
_TABLE: Final = (
    "the melds of the table: 254 begins a run, 255 a group, then a code plus one for each tile; "
    "zeros follow"
)
_DRAFT: Final = (
    "points of the melds laid to open, the opening is laid, moves left in this turn, "
    "something was moved"
)

LAYOUT: Final = _parts(
    ("rack", CODES, "the observer's tiles, counted by code"),
    ("table", CODES, "the tiles of the table, counted by code"),
    ("unseen", CODES, "all other tiles, counted by code: the pool and the other racks"),
    ("seats", SEATS * 8, _SEAT),
    ("laid", SEATS * CODES, "for each seat the tiles that its latest turn laid, by code"),
    ("round", 8, _ROUND),
    ("melds", _MELDS, _TABLE),
    ("hand", CODES, "tile by tile: tiles in no meld and not in the row, by code"),
    (
        "owed",
        CODES,
        "tile by tile: tiles of the table, or that opened, that have to lie in a meld again",
    ),
    ("row", _ROW, "tile by tile: the row in the making, a code plus one for each tile"),
    ("draft", 4, _DRAFT),
)
"""The parts of an observation. The last four are there only where turns go tile by tile."""


class Choice(IntEnum):
    """What a turn can do where plays are whole."""

    WAIT = 0
    """Draw, or pass where nothing can be drawn."""
    MOST_TILES = 1
    """The most tiles; among as many, the most points."""
    WITHOUT_JOKERS = 2
    """The most tiles, with the rack's jokers kept."""
    SMALLEST = 3
    """Once opened: a single tile if one can be laid; otherwise the play of most tiles without every
    meld and every tile that can be left out of it."""
    WHOLE_RACK = 4
    """Go out."""
    KEEPING = 5
    """The most tiles without those that `keep` names; there is none before it was called."""
    OPENING = 6
    """Before the opening: the opening melds and no more."""


CHOICES: Final = len(Choice)

EFFECTS: Final = _parts(
    ("legal", 1, "the action can be chosen"),
    ("tiles", 1, "tiles laid"),
    ("points", 1, "sum of the numbers laid"),
    ("jokers", 1, "jokers laid"),
    ("jokers_left", 1, "jokers that stay on the rack"),
    ("goes_out", 1, "the rack is empty afterwards"),
    ("tiles_left", 1, "tiles on the rack afterwards, a tile drawn included"),
    ("points_left", 1, "what the rack would cost afterwards, without a tile drawn"),
    ("opens", 1, "the play opens"),
    ("melds", 1, "melds on the table afterwards"),
    ("draws", 1, "a tile is drawn"),
    ("drawn_before", 1, "a tile was drawn in this turn already"),
    ("laid", CODES, "the tiles laid, counted by code"),
)
"""The parts of what an action does, for each choice."""


class Move(IntEnum):
    """What a turn can do tile by tile; places and melds are counted on from the last two."""

    WAIT = 0
    """Draw, or pass where nothing can be drawn; only before anything was moved."""
    PLAY = 1
    """Leave the table as it lies now: a legal play."""
    UNDO = 2
    """Put everything back to where it was when the turn began."""
    DROP = 3
    """Put the tiles of the row back into the hand."""
    CLOSE_RUN = 4
    """The row is a run."""
    CLOSE_GROUP = 5
    """The row is a group."""
    PLACE = 6
    """And a code: put that tile of the hand at the end of the row."""
    TAKE = 6 + CODES
    """And a place: take the meld in that place of the table apart."""


MOVES: Final = int(Move.TAKE) + _MOST_MELDS
