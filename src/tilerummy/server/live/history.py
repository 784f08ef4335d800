"""History of a room: its state some time ago, and the entries added since.

It is built from the log, in a worker process, when the first spectator of a room with a delay
connects; from then on `live/delayed_stream.py` keeps it up to date.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.live.services import Services
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold, fold_all
from tilerummy.server.room.slow_work import folding_may_be_slow
from tilerummy.server.room.state import Room

__all__ = ["History", "PendingEntry", "history_of", "read_history"]


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """An entry that spectators do not know yet."""

    entry: log.Entry
    delay: int
    """How many milliseconds later than it happened they see it."""
    after: Room | None
    """The room after it, where folding the entry again would be slow."""

    @staticmethod
    def of(before: Room, entry: log.Entry, after: Room) -> PendingEntry:
        """What has to be kept of a step."""
        delay = after.settings.delay * 1000 if after.sees_delayed("") else 0
        return PendingEntry(entry, delay, after if folding_may_be_slow(before, entry) else None)


@dataclass(frozen=True, slots=True)
class History:
    """A room as it was, and the entries they do not know yet."""

    room: Room
    pending: list[PendingEntry]


async def read_history(services: Services, room: Room, who: str) -> History:
    """The history of a room as spectators may know it now, read for one of them."""
    bodies = (await services.store.read(room.code))[: room.number]
    horizon = services.now() - room.settings.delay * 1000
    return await services.workers.read(who, history_of, room.code, bodies, horizon)


def history_of(code: str, bodies: list[str], horizon: int) -> History:
    """The room of this log as it was at the horizon, in milliseconds."""
    entries = [log.decode(body) for body in bodies]
    # The first entry is shown in any case: a room has to be opened to be seen.
    shown = sum(entry.at <= horizon for entry in entries[1:]) + 1
    room = fold_all(code, entries[:shown])
    assert room is not None
    pending: list[PendingEntry] = []
    now = room
    for entry in entries[shown:]:
        before, now = now, fold(code, now, entry)
        pending.append(PendingEntry.of(before, entry, now))
    return History(room, pending)
