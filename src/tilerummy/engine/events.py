"""Events: what happened, with all that a client needs to describe it.

Every event is complete in the round itself; `seen_by(seat)` is the form in which a seat,
or a spectator (None), may know it: tiles drawn or dealt to others are missing there. Once
a round has ended, racks and seed lie open to all.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from tilerummy.engine.scoring import EndReason
from tilerummy.rules.positions import Table
from tilerummy.rules.tiles import Tile

__all__ = [
    "Dealt",
    "Drew",
    "Ended",
    "Event",
    "LateResult",
    "Left",
    "Passed",
    "Played",
    "PoolEmptied",
    "RedealClaimed",
    "Scored",
    "SeedOpened",
    "StartChosen",
    "StartDrawn",
    "TimedOut",
    "seen_by",
]


class StartDrawn(Struct, frozen=True, tag="start-drawn"):
    """A tile drawn to see who begins; one that does not count (a joker) is drawn again."""

    circle: int
    """0 for the first draw; every tie makes another circle."""
    seat: int
    tile: Tile
    counts: bool


class StartChosen(Struct, frozen=True, tag="start-chosen"):
    """Who begins."""

    seat: int


class Dealt(Struct, frozen=True, tag="dealt"):
    """Everybody has their tiles; `deal` is 0, or the number of the redeal."""

    deal: int
    racks: tuple[tuple[Tile, ...] | None, ...]
    pool: int

    def seen_by(self, seat: int | None) -> Dealt:
        """With the rack of that seat alone."""
        racks = tuple([rack if index == seat else None for index, rack in enumerate(self.racks)])
        return Dealt(self.deal, racks, self.pool)


class RedealClaimed(Struct, frozen=True, tag="redeal-claimed"):
    """A seat showed three pairs (a tile of each) and everything is dealt again."""

    seat: int
    pairs: tuple[Tile, ...]


class Played(Struct, frozen=True, tag="played"):
    """A seat laid tiles and left this table behind; `opening` are the melds that opened."""

    seat: int
    laid: tuple[Tile, ...]
    table: Table
    opening: Table | None
    points: int
    """What the opening melds are worth; 0 in an ordinary play."""


class Drew(Struct, frozen=True, tag="drew"):
    """A seat took a tile from the pool; `goes_on` if it may still open with it."""

    seat: int
    tile: Tile | None
    pool: int
    goes_on: bool

    def seen_by(self, seat: int | None) -> Drew:
        """Only the seat itself knows the tile."""
        return self if seat == self.seat else Drew(self.seat, None, self.pool, self.goes_on)


class Passed(Struct, frozen=True, tag="passed"):
    """A seat laid nothing and drew nothing."""

    seat: int


class LateResult(Enum):
    """What a time-out made of a turn."""

    COMPLETE = "complete"
    """The table was a legal play: it is the turn, without a fine."""
    KEPT = "kept"
    """What was finished stays, the rest went back."""
    UNDONE = "undone"
    """Everything went back."""
    UNTOUCHED = "untouched"
    """Nothing had been moved."""


class TimedOut(Struct, frozen=True, tag="timed-out"):
    """Time was up: what became of the turn, what was laid by it, and what it cost."""

    seat: int
    laid: tuple[Tile, ...]
    table: Table
    opening: Table | None
    points: int
    drawn: tuple[Tile, ...] | None
    count: int
    """How many tiles were drawn."""
    pool: int
    result: LateResult

    def seen_by(self, seat: int | None) -> TimedOut:
        """Only the seat itself knows the tiles it had to draw."""
        return self if seat == self.seat else replace(self, drawn=None)


class Left(Struct, frozen=True, tag="left"):
    """A player got up for good."""

    seat: int


class PoolEmptied(Struct, frozen=True, tag="pool-emptied"):
    """The last tile of the pool is gone."""

    seat: int


class Ended(Struct, frozen=True, tag="ended"):
    """The round is over."""

    reason: EndReason
    winner: int | None


class Scored(Struct, frozen=True, tag="scored"):
    """The racks are shown and counted."""

    racks: tuple[tuple[Tile, ...], ...]
    scores: tuple[int, ...]


class SeedOpened(Struct, frozen=True, tag="seed-opened"):
    """The seed is revealed, so that everybody can verify the deal."""

    seed: str
    commitment: str


Event = (
    StartDrawn
    | StartChosen
    | Dealt
    | RedealClaimed
    | Played
    | Drew
    | Passed
    | TimedOut
    | Left
    | PoolEmptied
    | Ended
    | Scored
    | SeedOpened
)


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as that seat may know it; None is a spectator."""
    if isinstance(event, Drew | Dealt | TimedOut):
        return event.seen_by(seat)
    return event
