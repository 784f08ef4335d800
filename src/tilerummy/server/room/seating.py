"""Seating: who takes which seat, who gives one up, and whom the host removes.

A link to a room is enough to join it: a new player takes a free seat and is ready. Somebody who
comes when the match is on takes the seat of a bot, at once or from the next round, as the host
allows. A person who was removed cannot come in again until the host says so.
"""

from __future__ import annotations

from tilerummy.server.room import log
from tilerummy.server.room.checks import Refused, existing_seat, host_only, only_in, own_seat
from tilerummy.server.room.names import clean_name, distinct_name, mixes_scripts
from tilerummy.server.room.outline import lobby_is_shown
from tilerummy.server.room.perspective import Perspective
from tilerummy.server.room.refusals import RefusalCode
from tilerummy.server.room.settings import RemovalReason

__all__ = ["join", "leave", "readmit", "remove", "sit"]


def sit(seen: Perspective, now: int, seat: int, name: str) -> log.Entry:
    """Take this free seat, or change the name on the seat one has."""
    room = seen.room
    if _sees_the_past(seen, now):
        # People with a delay learn later, too, that the next match is being prepared.
        raise Refused(RefusalCode.NOT_NOW)
    place = room.seats[existing_seat(room, seat)]
    if place.who != seen.who:
        only_in(room, "lobby")
        if not place.free:
            raise Refused(RefusalCode.SEAT_TAKEN)
    elif room.phase == "playing" or place.ready:
        raise Refused(RefusalCode.NOT_NOW)
    return log.Sat(at=now, seat=seat, who=seen.who, name=_own_name(seen, name))


def join(seen: Perspective, now: int, name: str) -> log.Entry:
    """Take any seat there is, and be ready."""
    room, late = seen.room, seen.room.settings.late
    if seen.seat is not None:
        # The answer may have been lost, so asking again does no harm.
        only_in(room, "lobby", "between")
        return log.GotReady(at=now, seat=seen.seat, ready=True)
    if room.waiting_seat(seen.who) is not None:
        raise Refused(RefusalCode.NOT_NOW)
    seats = room.open_seats
    if (not seats or late == "no") and _sees_the_past(seen, now):
        raise Refused(RefusalCode.NOT_NOW)
    if late == "no" and room.phase in ("playing", "between"):
        raise Refused(RefusalCode.NO_LATECOMERS)
    if not seats:
        raise Refused(RefusalCode.NO_SEAT_LEFT)
    # A seat that left the round is out of it, and nobody may see two racks of one round.
    next_round = late == "next" or room.seats[seats[0]].free or seen.who in room.parted
    later = room.phase == "playing" and next_round
    own = _own_name(seen, name)
    return log.Joined(at=now, seat=seats[0], who=seen.who, name=own, later=later)


def remove(seen: Perspective, now: int, seat: int, reason: RemovalReason) -> log.Entry:
    """Take a person off a seat and out of the room."""
    host_only(seen)
    room = seen.room
    place = room.seats[existing_seat(room, seat)]
    who = place.who or (place.heir.who if place.heir else None)
    if who is None or who == seen.who:
        raise Refused(RefusalCode.NO_SUCH_PLAYER)
    on = room.phase in ("playing", "between")
    level = room.settings.takeover_level if on and place.who else None
    return log.Removed(at=now, seat=seat, who=who, reason=reason, level=level)


def readmit(seen: Perspective, now: int, number: int) -> log.Entry:
    """Let somebody come in again."""
    host_only(seen)
    if all(one.number != number for one in seen.room.removed):
        raise Refused(RefusalCode.NO_SUCH_PLAYER)
    return log.Readmitted(at=now, number=number)


def leave(seen: Perspective, now: int) -> log.Entry:
    """Give the seat up for good, or no longer wait for one."""
    waiting = seen.room.waiting_seat(seen.who)
    if waiting is not None:
        return log.Declined(at=now, seat=waiting)
    seat, settings = own_seat(seen), seen.room.settings
    if seen.room.phase in ("lobby", "over"):
        return log.Freed(at=now, seat=seat)
    level = settings.takeover_level if settings.takeover else None
    return log.WentAway(at=now, seat=seat, level=level)


def _sees_the_past(seen: Perspective, now: int) -> bool:
    """Whether this person sees the room with a delay: a refusal must not reveal more."""
    return seen.room.sees_delayed(seen.who) and not lobby_is_shown(seen.room, seen.who, now)


def _own_name(seen: Perspective, text: str) -> str:
    name = clean_name(text)
    if not name:
        raise Refused(RefusalCode.BAD_MESSAGE, "a name has at least one visible character")
    if mixes_scripts(name):
        raise Refused(RefusalCode.BAD_MESSAGE, "a name is written in one script")
    seats = seen.room.seats
    others = [seat.name for seat in seats if not seat.free and seat.who != seen.who]
    others += [seat.heir.name for seat in seats if seat.heir is not None]
    return distinct_name(name, others)
