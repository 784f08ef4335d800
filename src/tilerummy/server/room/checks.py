"""Checks: who may ask for something, and when; whatever is not allowed raises `Refused`."""

from __future__ import annotations

from tilerummy.server.room.perspective import Perspective
from tilerummy.server.room.refusals import RefusalCode, refuse
from tilerummy.server.room.snapshots import RoomPhase
from tilerummy.server.room.state import Room

__all__ = ["Refused", "existing_seat", "host_only", "only_in", "own_seat"]


class Refused(Exception):
    """A command adds nothing to the log, and why."""

    def __init__(self, code: RefusalCode, message: str | None = None) -> None:
        super().__init__()
        self.reason = refuse(code, message)


def own_seat(seen: Perspective) -> int:
    """The seat of the person who asks."""
    if seen.seat is None:
        raise Refused(RefusalCode.NOT_SEATED)
    return seen.seat


def existing_seat(room: Room, seat: int) -> int:
    """The seat, which must exist."""
    if seat >= len(room.seats):
        raise Refused(RefusalCode.NO_SUCH_SEAT)
    return seat


def host_only(seen: Perspective) -> None:
    """Only the host may do this."""
    if seen.room.host != seen.who:
        raise Refused(RefusalCode.NOT_THE_HOST)


def only_in(room: Room, *phases: RoomPhase) -> None:
    """This is possible in these phases alone."""
    if room.phase not in phases:
        raise Refused(RefusalCode.NOT_NOW)
