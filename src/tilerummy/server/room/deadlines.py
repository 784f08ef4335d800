"""Deadlines: what has to happen in a room by itself, and when.

Deals once everybody is ready, bots' turns, time-outs, clocks that pause for a lost connection,
bots that take over and hand back. Worked out from the room and from who is there, so after a
restart, or on another server, the same things fall due.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal

from msgspec import Struct

from tilerummy.rules.rulebook import Redeal
from tilerummy.server.room import log
from tilerummy.server.room.clock import GRACE
from tilerummy.server.room.state import Room
from tilerummy.server.room.thinking_time import thinking_time

__all__ = ["Due", "Watch", "next_due"]

PAUSE_AFTER: Final = 3_000
"""A reload is shorter than this and does not stop the clock."""
RECOVERY: Final = 10_000
"""Grace after a server loads a room in mid-turn: players reconnect before time-outs apply."""
REDEAL_WAIT: Final = 8_000
"""Where a new deal can be claimed, no bot acts sooner after a deal, whatever anybody holds: people
have time to claim it, and the time a bot waits reveals nothing."""


class Watch(Struct, frozen=True):
    """Who is connected, since when the others are not, and since when this server has watched."""

    people: Collection[str]
    gone: Mapping[str, int]
    since: int
    takeover_after: int
    """How long somebody has to be gone before a bot plays for them."""

    def absent_since(self, who: str) -> int | None:
        """Since when that person has had no connection; None if they have one."""
        return None if who in self.people else self.gone.get(who, self.since)


class Due(Struct, frozen=True):
    """Something that happens by itself: an entry, or what needs a seed, a bot or the draft."""

    at: int
    what: log.Entry | Literal["deal", "bot", "time-out"]


def next_due(room: Room, watch: Watch, now: int) -> Due | None:
    """What is due first, perhaps now; a player who returns comes before the bot in their place.

    A room in which nobody is sleeps: nothing is due until somebody visits it.
    """
    if not watch.people:
        return None
    dues = _of_people(room, watch, now) or _of_turn(room, watch, now)
    return min(dues, key=lambda due: due.at, default=None)


def _bot_due(room: Room, began: int) -> int:
    """When the bot acts whose turn began then."""
    claimable = room.playing is not None and room.rules.deal.redeal is not Redeal.NONE
    return max(began + thinking_time(room), room.dealt_at + REDEAL_WAIT if claimable else 0)


def _of_people(room: Room, watch: Watch, now: int) -> list[Due]:
    dues: list[Due] = []
    if room.all_ready:
        dues.append(Due(now, "deal"))
    for number, seat in enumerate(room.seats):
        back = log.CameBack(at=now, seat=number)
        if seat.away and seat.who in watch.people and room.allowances.allow(back):
            dues.append(Due(now, back))
    return dues


def _of_turn(room: Room, watch: Watch, now: int) -> list[Due]:
    playing, clock = room.playing, room.clock
    if playing is None or clock is None:
        return []
    if room.automatic_turn:
        return [Due(_bot_due(room, clock.began), "bot")]
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
    pause = log.Paused(at=max(now, gone + PAUSE_AFTER))
    pauses = room.settings.disconnected == "pauses" and room.allowances.allow(pause)
    if deadline is not None and pauses:
        dues.append(Due(gone + PAUSE_AFTER, pause))
    others = any(seat.who in watch.people for seat in room.seats if seat.who is not None)
    if room.settings.takeover and others:
        dues.append(Due(gone + watch.takeover_after, log.TookOver(at=now, seat=playing.turn)))
    return dues
