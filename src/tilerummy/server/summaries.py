"""Summaries: a room from outside, for lists and for the index of the store."""

from __future__ import annotations

import msgspec

from tilerummy.server.resources import RoomSummary
from tilerummy.server.room import Room
from tilerummy.server.store import RoomIndex
from tilerummy.server.upkeep import index_due

__all__ = ["index_of", "summary_of"]


def summary_of(room: Room) -> RoomSummary:
    """What anybody with the code may know before entering."""
    return RoomSummary(
        code=room.code,
        rulebook=room.rules.id,
        title=room.rules.title,
        phase=room.phase,
        seats=len(room.seats),
        taken=sum(not seat.free for seat in room.seats),
        players=[seat.name for seat in room.seats if not seat.free],
        spectators=room.settings.spectators,
        house=bool(room.settings.house),
    )


def index_of(room: Room, at: int) -> RoomIndex:
    """The room's line in the index."""
    return RoomIndex(
        host=room.host,
        public=room.settings.public,
        open=room.phase != "over",
        changed=at,
        due=index_due(room),
        summary=msgspec.json.encode(summary_of(room)).decode(),
    )
