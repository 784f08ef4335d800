"""A perspective: a room as one person may know it.

It holds the room without its round, and the view of the round that this person's seat has. No
other rack, no order of the pool and no seed can be reached from it. Whatever answers a person, be
it a decision, a verdict or a snapshot, is worked out from their perspective and from nothing else.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tilerummy.engine.views import View
from tilerummy.server.room.state import Room

__all__ = ["Perspective", "perspective"]


class Perspective(Struct, frozen=True):
    """What one person may know."""

    who: str
    seat: int | None
    """Their seat; None for spectators and strangers."""
    room: Room
    """Everything but the round."""
    view: View | None
    """The round that is on, or was the last, as this seat sees it."""

    @property
    def playing(self) -> View | None:
        """The round, if one is on."""
        return self.view if self.room.phase == "playing" else None

    @property
    def clocked(self) -> bool:
        """Whether the turn that is on has a limit."""
        view = self.playing
        return view is not None and view.timed and not self.room.seats[view.turn].automatic


def perspective(room: Room, who: str, *, latest: int | None = None) -> Perspective:
    """The room as this person may know it; `latest`: only this many of the last events."""
    seat, playing = room.seat_of(who), room.round
    view = None
    if playing is not None:
        since = 0 if latest is None else len(playing.events) - latest
        view = playing.view(seat, since=since)
    return Perspective(who, seat, replace(room, round=None), view)
