"""Peers: the other servers of this game, whether they live and whether the bus brings their news.

Every server has a lease in the database, which it renews every second, and sends a beat over the
bus more often. A server lives while its lease is renewed; one whose beats are late or missing is
not heard, whatever the reason, and what it does is then read from the database. Silence on the bus
is never taken for absence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilerummy.server.live.bus_messages import Heartbeat
from tilerummy.server.storage.leases import Leases

__all__ = ["LEASE", "Peers"]

LEASE: Final = 10_000
"""How long a lease lasts after it was renewed, in milliseconds."""
_UNHEARD: Final = 1_000
"""A server whose last beat is older than this is not heard."""


class Peers:
    """What is known of the other servers."""

    def __init__(self, name: str, leases: Leases, clock: Callable[[], int]) -> None:
        self._name = name
        self._leases = leases
        self._clock = clock
        self._renewed: dict[str, int] = {}
        self._read = 0
        """When the leases were last read, by the database's clock."""
        self._steady_since = 0
        """Since when they have been read without a gap."""
        self._beats: dict[str, int] = {}
        self._heard: dict[str, int] = {}

    def heard(self, beat: Heartbeat) -> None:
        """A server's beat arrived."""
        self._beats[beat.server] = max(beat.at, self._beats.get(beat.server, 0))

    def spoke(self, server: str) -> None:
        """Something of a server arrived."""
        self._heard[server] = self._clock()

    async def renew(self) -> int:
        """Renew our lease and read the others'; the time in the database."""
        roll = await self._leases.renew(self._name)
        if roll.now - self._read > LEASE // 2:
            # The database was out of reach, perhaps for all: the others may renew theirs first.
            self._steady_since = roll.now
        self._read = roll.now
        self._renewed = {name: at for name, at in roll.renewed.items() if name != self._name}
        self._heard = {name: at for name, at in self._heard.items() if self._recent(at)}
        self._beats = {name: at for name, at in self._beats.items() if self._recent(at)}
        return roll.now

    def lives(self, server: str) -> bool:
        """Whether the people who are connected to that server are still there."""
        if self._recent(self._heard.get(server, 0)):
            return True
        renewed = self._renewed.get(server)
        return renewed is not None and self._read - max(renewed, self._steady_since) < LEASE

    @property
    def living(self) -> frozenset[str]:
        """The servers that live."""
        return frozenset(filter(self.lives, self._renewed.keys() | self._heard.keys()))

    @property
    def unheard(self) -> bool:
        """Whether a living server is not heard over the bus, or too late."""
        since = self._clock() - _UNHEARD
        return any(
            self._beats.get(name, 0) < since and self._read - renewed < LEASE
            for name, renewed in self._renewed.items()
        )

    def _recent(self, at: int) -> bool:
        return at > self._clock() - LEASE
