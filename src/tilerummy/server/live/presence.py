"""Presence: who is connected to a room, through this server or another one.

Each server says who is connected to it, and its word holds while it lives, by its lease in the
database. That nothing is heard of a server means nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from tilerummy.server.live.bus_messages import PresenceUpdate
from tilerummy.server.room.deadlines import Watch
from tilerummy.server.room.projection import Present

__all__ = ["Presence"]


class Presence:
    """The people in one room, and since when the others have been gone."""

    def __init__(self, now: Callable[[], int], lives: Callable[[str], bool] | None = None) -> None:
        self._now = now
        self._lives = lives or (lambda _: True)
        self._elsewhere: dict[str, PresenceUpdate] = {}
        self._here: frozenset[str] = frozenset()
        self._gone: dict[str, int] = {}
        self._people: frozenset[str] = frozenset()
        self._since = now()

    def heard(self, here: PresenceUpdate) -> None:
        """Another server says who is connected to it; what it said before may arrive later."""
        known = self._elsewhere.get(here.server)
        if known is None or here.version >= known.version:
            self._elsewhere[here.server] = here

    def update(self, here: PresenceUpdate) -> bool:
        """Look again who is there, these people being connected to this server; did it change?"""
        now, self._here = self._now(), frozenset(here.people)
        known = [here, *self._living()]
        before, self._people = self._people, frozenset(who for one in known for who in one.people)
        if self._people == before:
            return False
        if not before:
            # The room slept until now; the player who wakes it is not timed out at once.
            self._since = now
        for who in before - self._people:
            self._gone[who] = now
        return True

    def here(self, who: str) -> bool:
        """Whether that person is connected to this server."""
        return who in self._here

    def elsewhere(self, who: str) -> bool:
        """Whether that person is connected to another server."""
        return any(who in there.people for there in self._living())

    @property
    def present(self) -> Present:
        """Who is there, as clients see it."""
        return Present(self._people)

    def watch(self, takeover_after: int) -> Watch:
        """Who is there, for computing deadlines."""
        return Watch(self._people, self._gone, self._since, takeover_after)

    def _living(self) -> list[PresenceUpdate]:
        return [there for there in self._elsewhere.values() if self._lives(there.server)]
