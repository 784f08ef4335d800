"""Schedule: what is due in a room, and when this server does it.

What is due follows from the room and from who is there (`room/deadlines`). Added here is which
server does it first, so that they do not all try at once, and what is fair to a player whose turn
was shown late or could not be stored: the clock stands still for that time.
"""

from __future__ import annotations

from typing import Final

from tilerummy.server.live.presence import Presence
from tilerummy.server.live.sequencer import Sequencer, Step
from tilerummy.server.live.services import Services
from tilerummy.server.room import log
from tilerummy.server.room.deadlines import Due, next_due
from tilerummy.server.room.state import Room

__all__ = ["Schedule"]

_BETTER_PLACED: Final = 2_000
"""How much longer a server waits with what another one, which saw the last action, should do."""
_HOLDER: Final = 15_000
"""How much longer it waits with the time-out of somebody who is connected to another one."""
_LATE: Final = 1_000
"""A turn that is shown later than this after it began was shown late."""


class Schedule:
    """What is due in one room."""

    def __init__(self, sequencer: Sequencer, presence: Presence, services: Services) -> None:
        self._sequencer = sequencer
        self._presence = presence
        self._services = services
        self._unserved: int | None = None
        """Since when the player in turn could not play, for reasons that are not theirs."""

    def advanced(self, step: Step) -> None:
        """An entry was added."""
        if step.after.turn != step.before.turn:
            self._unserved = self._shown_late(step.after)
        elif isinstance(step.entry, log.Paused):
            self._unserved = None

    def in_vain(self, who: str, asked: int) -> None:
        """What somebody asked for at that time could not be stored."""
        if who == _in_turn(self._sequencer.room) and self._unserved is None:
            self._unserved = asked

    def due(self) -> Due | None:
        """What this server does next, and when."""
        now, room = self._services.now(), self._sequencer.room
        who = _in_turn(room)
        mine = who is not None and self._presence.here(who)
        if mine and self._unserved is not None and room.clock and room.deadline is not None:
            return Due(now, log.Paused(at=max(self._unserved, room.clock.began)))
        due = next_due(room, self._presence.watch(self._services.takeover_after), now)
        if due is None or isinstance(due.what, log.CameBack | log.Resumed):
            return due
        if due.what == "time-out" and who is not None and (mine or self._presence.elsewhere(who)):
            # Only the server that shows somebody their turn knows whether it was shown.
            return due if mine else Due(due.at + _HOLDER, due.what)
        return Due(due.at + _BETTER_PLACED, due.what) if self._sequencer.foreign else due

    def _shown_late(self, room: Room) -> int | None:
        """When the turn began, if its player is shown it only now."""
        began = None if room.clock is None else room.clock.began
        late = began is not None and self._services.now() - began > _LATE
        return began if late and self._sequencer.foreign else None


def _in_turn(room: Room) -> str | None:
    """The person who is to act."""
    return None if room.playing is None else room.seats[room.playing.turn].who
