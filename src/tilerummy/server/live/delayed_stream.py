"""The delayed stream of a room: what spectators see, some time after it happened.

There is one for each room, however many watch. It has the room as they know it, and the entries
that they do not know yet, each with the time at which it may be told. Of each spectator it knows
which event was the last they were told, so that somebody who left the table is not told twice.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tilerummy.server.live.connection import Connection
from tilerummy.server.live.fan_out import FanOut
from tilerummy.server.live.history import History, PendingEntry
from tilerummy.server.live.timer import Timer
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold
from tilerummy.server.room.projection import Present, event_for, welcome
from tilerummy.server.room.state import Room
from tilerummy.server.wire import messages

__all__ = ["DelayedStream"]


class DelayedStream:
    """One room as its spectators know it; nothing is kept before the first of them comes."""

    def __init__(self, now: Callable[[], int], spectators: FanOut) -> None:
        self._now = now
        self._spectators = spectators
        self._room: Room | None = None
        self._waiting: deque[tuple[int, PendingEntry]] = deque()
        """When each entry may be told, in milliseconds, in their order."""
        self._listens = False
        """Whether entries are kept."""
        self._known: dict[Connection, int] = {}
        """The last event that each spectator has got."""
        self._timer = Timer(now, self._release)
        self._reading = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """How many entries nobody here may know yet."""
        return len(self._waiting)

    # The room goes on

    async def begin(self, read: Callable[[], Awaitable[History]]) -> None:
        """Use the history that `read` brings, if there is none yet."""
        async with self._reading:
            if self._room is not None:
                return
            self._listens = True  # what happens meanwhile is not in that history
            try:
                history = await read()
            except BaseException:
                self._listens = False
                self._waiting.clear()
                raise
            later, self._waiting = self._waiting, deque()
            self._room = history.room
            for pending in (*history.pending, *[pending for _, pending in later]):
                self._add(pending)

    def step(self, before: Room, entry: log.Entry, after: Room) -> None:
        """Something happened in the room."""
        if self._known and not self._listens:
            # Those who have watched from the lobby on know everything up to here.
            self._room, self._listens = before, True
        if self._listens:
            self._add(PendingEntry.of(before, entry, after))
            self._release()

    def _add(self, pending: PendingEntry) -> None:
        due = pending.entry.at + pending.delay
        if self._waiting:
            due = max(due, self._waiting[-1][0])
        self._waiting.append((due, pending))

    # Who watches

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._known

    def watch(self, connection: Connection) -> None:
        """Show the room as it was, and go on from there."""
        assert self._room is not None
        self._release()
        room, horizon = self._room, self._now() - self._room.settings.delay * 1000
        connection.send(welcome(room, "", Present(), max(horizon, 0), None))
        self._known[connection] = room.number

    def follow(self, connection: Connection, number: int) -> None:
        """A spectator who knows everything up to that event gets the rest with the delay."""
        self._known.setdefault(connection, number)

    def drop(self, connection: Connection) -> None:
        """Somebody stopped watching, or has a seat now."""
        self._known.pop(connection, None)

    def close(self) -> None:
        """Send nothing any more."""
        self._timer.close()
        self._known.clear()

    # Telling

    def _release(self) -> None:
        """Tell what may be told by now."""
        while self._room is not None and self._waiting and self._waiting[0][0] <= self._now():
            _, pending = self._waiting.popleft()
            before, entry = self._room, pending.entry
            after = pending.after or fold(before.code, before, entry)
            self._room = after
            frame = messages.encode(event_for(before, entry, after, "", Present(), entry.at))
            for connection, known in self._known.items():
                if after.number > known:
                    self._spectators.send(connection, frame)
                    self._known[connection] = after.number
        if not self._waiting and self._room is not None and not self._room.sees_delayed(""):
            self._known.clear()  # the delay was lifted: from here on they hear what everybody hears
        begun = self._room is not None and self._waiting
        self._timer.set(self._waiting[0][0] if begun else None)
