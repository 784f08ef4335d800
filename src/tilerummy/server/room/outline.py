"""The outline of a room: what anybody who has its code may know before entering.

In a room with a delay strangers know that late, too. So the room keeps its outlines of the last
while, each with the time from which it was true, and which one somebody is shown depends on the
time and on nothing else.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tilerummy.server.room.snapshots import RoomPhase

if TYPE_CHECKING:
    from tilerummy.server.room.state import Room

__all__ = ["Outline", "lobby_is_shown", "outline_for", "with_outline"]


class Outline(Struct, frozen=True):
    """A room from outside, from that moment on."""

    since: int
    phase: RoomPhase
    seats: int
    players: tuple[str, ...]
    joinable: int
    """How many seats somebody who comes could have."""


def outline_for(room: Room, who: str, now: int) -> Outline:
    """The room as this person may know it from outside at that time."""
    if not room.sees_delayed(who):
        return _outline(room, now)
    return room.outlines[_shown(room, now)]


def lobby_is_shown(room: Room, who: str, now: int) -> bool:
    """Whether the room is in its lobby and this person may know that."""
    late = room.sees_delayed(who)
    later = room.outlines[_shown(room, now) :] if late else ()
    return room.phase == "lobby" and all(one.phase == "lobby" for one in later)


def _shown(room: Room, now: int) -> int:
    """Which of the outlines people with a delay are shown: at least the first."""
    horizon = now - room.settings.delay * 1000
    return max(0, sum(one.since <= horizon for one in room.outlines) - 1)


def with_outline(room: Room, at: int) -> Room:
    """The room, which has been like this since that moment, with the outlines it has to keep."""
    if not room.settings.delay:
        return replace(room, outlines=()) if room.outlines else room
    now, known = _outline(room, at), room.outlines
    if known and replace(known[-1], since=at) == now:
        return room
    if not room.started:
        return replace(room, outlines=(now,))
    horizon = at - room.settings.delay * 1000
    needed = [one for one, later in pairwise(known) if later.since > horizon]
    return replace(room, outlines=(*needed, *known[-1:], now))


def _outline(room: Room, since: int) -> Outline:
    players = tuple([seat.name for seat in room.seats if not seat.free])
    joinable = 0 if room.phase == "over" else len(room.open_seats)
    return Outline(since, room.phase, len(room.seats), players, joinable)
