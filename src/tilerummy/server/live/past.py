"""The past of a room, for spectators who are shown it with a delay."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.room import log
from tilerummy.server.room.fold import fold, fold_all
from tilerummy.server.room.projection import Present, tell, welcome
from tilerummy.server.wire import messages

__all__ = ["Past", "past_of"]


@dataclass(frozen=True, slots=True)
class Past:
    """A room as it was, and what has happened since, as frames."""

    welcome: bytes
    later: list[tuple[int, bytes]]
    """When each frame happened, in milliseconds, and the frame."""


def past_of(code: str, bodies: list[str], horizon: int) -> Past:
    """The room of this log as it was at the horizon, in milliseconds."""
    entries = [log.decode(body) for body in bodies]
    # The first entry is shown in any case: a room has to be opened to be seen.
    shown = sum(entry.at <= horizon for entry in entries[1:]) + 1
    room = fold_all(code, entries[:shown])
    assert room is not None
    seen = messages.encode(welcome(room, "", Present(), max(horizon, 0), None))
    later: list[tuple[int, bytes]] = []
    for entry in entries[shown:]:
        before, room = room, fold(code, room, entry)
        told = tell(before, entry, room, "", Present(), entry.at)
        later.append((entry.at, messages.encode(told)))
    return Past(seen, later)
