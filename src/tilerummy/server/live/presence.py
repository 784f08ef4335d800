"""Presence: who is connected to a room, through this server or another one.

Each server tells the others who is connected to it. A server that has been silent for long counts
as gone, and so do the people who were connected to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilerummy.server.live.bus import Here
from tilerummy.server.room.deadlines import Watch
from tilerummy.server.room.projection import Present
from tilerummy.server.room.state import Room

__all__ = ["Presence"]

_LASTS: Final = 30_000


class Presence:
    """The people in one room, and since when the others have been gone."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._elsewhere: dict[str, tuple[int, Here]] = {}
        self._gone: dict[str, int] = {}
        self._people: frozenset[str] = frozenset()
        self._since = now()

    def heard(self, here: Here) -> None:
        """Another server says who is connected to it."""
        self._elsewhere[here.server] = (self._now(), here)

    def update(self, here: Here) -> bool:
        """Look again who is there, these people being connected to this server; did it change?"""
        now = self._now()
        known = [here, *[there for at, there in self._elsewhere.values() if at > now - _LASTS]]
        before, self._people = self._people, frozenset(who for one in known for who in one.people)
        if self._people == before:
            return False
        if not before:
            # The room slept until now; whoever wakes it is not timed out at once.
            self._since = now
        for who in before - self._people:
            self._gone[who] = now
        return True

    def of(self, room: Room) -> Present:
        """Who is there, as clients are told."""
        watching = sum(room.seat_of(who) is None for who in self._people)
        return Present(self._people, watching)

    def watch(self, takeover_after: int) -> Watch:
        """Who is there, as deadlines are worked out from it."""
        return Watch(self._people, self._gone, self._since, takeover_after)
