"""The past of a room: as it was some time ago, and what has happened since.

Put together from the log in a process of its own when the first spectator of a room with a delay
comes; from then on `live/delayed.py` carries it on.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.live.services import Services
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold, fold_all
from tilerummy.server.room.state import Room
from tilerummy.server.room.thought import folding_takes_thought

__all__ = ["Past", "Since", "past_of", "read_past"]


@dataclass(frozen=True, slots=True)
class Since:
    """An entry that spectators do not know yet."""

    entry: log.Entry
    delay: int
    """How much later than it happened they are told, in milliseconds."""
    after: Room | None
    """The room with it, where working that out again would take long."""

    @staticmethod
    def of(before: Room, entry: log.Entry, after: Room) -> Since:
        """What has to be kept of a step."""
        delay = after.settings.delay * 1000 if after.tells_late("") else 0
        return Since(entry, delay, after if folding_takes_thought(before, entry) else None)


@dataclass(frozen=True, slots=True)
class Past:
    """A room as it was, and what has happened since."""

    room: Room
    since: list[Since]


async def read_past(services: Services, room: Room, who: str) -> Past:
    """The past of a room as spectators may know it now, read for one of them."""
    bodies = (await services.store.read(room.code))[: room.number]
    horizon = services.now() - room.settings.delay * 1000
    return await services.workers.read(who, past_of, room.code, bodies, horizon)


def past_of(code: str, bodies: list[str], horizon: int) -> Past:
    """The room of this log as it was at the horizon, in milliseconds."""
    entries = [log.decode(body) for body in bodies]
    # The first entry is shown in any case: a room has to be opened to be seen.
    shown = sum(entry.at <= horizon for entry in entries[1:]) + 1
    room = fold_all(code, entries[:shown])
    assert room is not None
    since: list[Since] = []
    now = room
    for entry in entries[shown:]:
        before, now = now, fold(code, now, entry)
        since.append(Since.of(before, entry, now))
    return Past(room, since)
