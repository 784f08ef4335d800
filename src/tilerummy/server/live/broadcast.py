"""Broadcast: what happens in a room, carried to every connection as its person may know it.

A step that is the same for everybody is encoded once. Players get it first, spectators a few at a
time. Spectators of a room with a delay hear
everything later, in order; what is not stored (drafts, reactions, presence) they do not hear.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from typing import Final

from tilerummy.engine.actions import ClaimRedeal
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.delayed_stream import DelayedStream
from tilerummy.server.live.fan_out import FanOut
from tilerummy.server.live.sequencer import Step
from tilerummy.server.room import log
from tilerummy.server.room.events import Happened
from tilerummy.server.room.projection import Present, event_for, welcome
from tilerummy.server.room.state import Room
from tilerummy.server.wire import messages

__all__ = ["Broadcast"]

_REMEMBERED: Final = 8
"""A client that missed at most this many steps gets only those; others get the full state."""


class Broadcast:
    """The connections to one room."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.connections: set[Connection] = set()
        self._now = now
        self._steps: deque[Step] = deque(maxlen=_REMEMBERED)
        self._spectators = FanOut()
        self.delayed = DelayedStream(now, self._spectators)

    @property
    def people(self) -> list[str]:
        """Who is connected here and has said hello."""
        return sorted({one.who for one in self.connections if one.greeted})

    def step(self, step: Step, present: Present) -> None:
        """Tell everybody what they may know of this step."""
        self._steps.append(step)
        now, personal = self._now(), _personal_seats(step)
        frames: dict[str, bytes] = {}
        for connection in [one for one in self.connections if one.greeted]:
            who = connection.who
            removal = step.after.removal_of(who)
            if removal is not None:
                self.part(connection)
                connection.end(messages.Notice("removed", again=False, reason=removal.reason))
                continue
            late, seat = connection in self.delayed, step.after.seat_of(who)
            if _sat_down(step, who) or (late and seat is not None):
                # A spectator who has sat down sees the room as it is now, with the rack.
                self.delayed.drop(connection)
                connection.send(welcome(step.after, who, present, now))
                continue
            if step.after.shuts_out(who):
                connection.end(messages.Notice("gone", again=False))
                continue
            if late or step.after.sees_delayed(who):
                self.delayed.follow(connection, step.before.number)
                continue
            key = who if personal is None or seat in personal else ""
            frame = frames.get(key)
            if frame is None:
                told = event_for(step.before, step.entry, step.after, key, present, now)
                frame = frames[key] = messages.encode(told)
            self._carry(connection, frame, seated=seat is not None)
        self.delayed.step(step.before, step.entry, step.after)

    def part(self, connection: Connection) -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        self.delayed.drop(connection)

    def spread(
        self, message: messages.ServerMessage, room: Room, *, but: Connection | None = None
    ) -> None:
        """Tell everybody something that is not stored; spectators with a delay miss it."""
        frame = messages.encode(message)
        for connection in self.connections:
            late = connection in self.delayed or room.sees_delayed(connection.who)
            if connection.greeted and connection is not but and not late:
                self._carry(connection, frame, seated=room.seat_of(connection.who) is not None)

    def _carry(self, connection: Connection, frame: bytes, *, seated: bool) -> None:
        if seated:
            connection.send_frame(frame)
        else:
            self._spectators.send(connection, frame)

    def missed(self, who: str, after: int, room: Room, present: Present) -> list[Happened] | None:
        """The events after that number as this person may know them; None: too long ago."""
        if after == room.number:
            return []
        steps = [step for step in self._steps if step.after.number > after]
        if not steps or steps[0].before.number != after:
            return None
        if any(_sat_down(step, who) for step in steps):
            return None
        now = self._now()
        return [event_for(step.before, step.entry, step.after, who, present, now) for step in steps]


def _sat_down(step: Step, who: str) -> bool:
    """Whether this person has a rack since this step: what they knew before is not enough."""
    if step.after.round is None or step.before.seats == step.after.seats:
        return False
    return step.before.seat_of(who) is None and step.after.seat_of(who) is not None


def _personal_seats(step: Step) -> Collection[int] | None:
    """The seats whose message can differ from everybody's; None: all of them."""
    if not isinstance(step.entry, log.Acted) or isinstance(step.entry.action, ClaimRedeal):
        return None
    playing, done = step.after.round, step.before.round
    if playing is None or done is None or not playing.table:
        return None
    return None if step.before.seats != step.after.seats else (playing.turn, done.turn)
