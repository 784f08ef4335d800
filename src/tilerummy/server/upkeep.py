"""Upkeep: what has to happen in a room by itself, and when.

Deals once everybody is ready, bots' turns, time-outs, clocks that pause for a lost connection,
bots that take over and hand back. Worked out from the room and from who is there, so after a
restart, or on another server, the same things fall due.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tilerummy.server import log
from tilerummy.server.clock import GRACE
from tilerummy.server.room import Room

__all__ = ["Due", "Watch", "index_due", "next_due"]

PAUSE_AFTER: Final = 3_000
"""A reload is shorter than this and does not stop the clock."""
RECOVERY: Final = 10_000
"""So long after a server found a turn going on nobody is timed out: people come back first."""
_PACES: Final = {"calm": 2_000, "normal": 1_000, "fast": 250}


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is connected, since when the others are not, and since when anybody looks."""

    people: Collection[str]
    gone: Mapping[str, int]
    since: int
    takeover_after: int
    """How long somebody has to be gone before a bot plays for them."""
    visited: bool = True
    """Whether anybody has been connected since the room came to life."""

    def absent_since(self, who: str) -> int | None:
        """Since when that person has had no connection; None if they have one."""
        return None if who in self.people else self.gone.get(who, self.since)


@dataclass(frozen=True, slots=True)
class Due:
    """Something that happens by itself: an entry, or what needs a seed, a bot or the draft."""

    at: int
    what: log.Entry | Literal["deal", "bot", "time-out"]


def next_due(room: Room, watch: Watch, now: int) -> Due | None:
    """What is due first, which may be now; who comes back goes before the bot in their place.

    Nothing is due in a room that was made and never entered: nobody waits there.
    """
    if not room.used and not watch.visited:
        return None
    dues = _of_people(room, watch, now) or _of_turn(room, watch, now)
    return min(dues, key=lambda due: due.at, default=None)


def index_due(room: Room) -> int | None:
    """When any server should look after the room, even if nobody is connected to it."""
    if not room.used:
        return None
    if room.all_ready or room.automatic_turn:
        began = room.clock.began if room.clock else 0
        return began + 2 * _PACES["calm"]
    deadline = room.deadline
    return None if deadline is None else deadline + GRACE


def _of_people(room: Room, watch: Watch, now: int) -> list[Due]:
    dues: list[Due] = []
    if room.all_ready:
        dues.append(Due(now, "deal"))
    for number, seat in enumerate(room.seats):
        if seat.away and seat.who in watch.people:
            dues.append(Due(now, log.CameBack(at=now, seat=number)))
    return dues


def _of_turn(room: Room, watch: Watch, now: int) -> list[Due]:
    playing, clock = room.playing, room.clock
    if playing is None or clock is None:
        return []
    if room.automatic_turn:
        return [Due(clock.began + _PACES[room.settings.pace], "bot")]
    dues: list[Due] = []
    who = room.seats[playing.turn].who
    absent = None if who is None else watch.absent_since(who)
    if clock.paused is not None and absent is None:
        dues.append(Due(now, log.Resumed(at=now)))
    deadline = room.deadline
    if deadline is not None:
        patience = watch.since + RECOVERY if clock.began < watch.since else 0
        dues.append(Due(max(deadline + GRACE, patience), "time-out"))
    if absent is None:
        return dues
    gone = max(absent, clock.began)
    if deadline is not None and room.settings.disconnected == "pauses":
        dues.append(Due(gone + PAUSE_AFTER, log.Paused(at=max(now, gone + PAUSE_AFTER))))
    others = any(seat.who in watch.people for seat in room.seats if seat.who is not None)
    if room.settings.takeover and others:
        dues.append(Due(gone + watch.takeover_after, log.TookOver(at=now, seat=playing.turn)))
    return dues
