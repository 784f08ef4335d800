"""Addresses: how much of the server the people behind one address may take.

A person is a cookie, and whoever sends none is somebody new each time; so what a person may have
is also counted for the address. A whole school may share one, hence the limits are wide, and
whoever runs the server can set them.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

__all__ = ["Addresses"]

_DAY: Final = 86_400.0


class Addresses:
    """The open sockets of each address, and the rooms it made in the last day or so."""

    def __init__(self, *, sockets: int, rooms: int) -> None:
        self._most_sockets = sockets
        self._most_rooms = rooms
        self._sockets: Counter[str] = Counter()
        self._rooms: Counter[str] = Counter()
        self._since = 0.0

    def connected(self, address: str) -> bool:
        """Count one more socket, unless the address has as many as it may."""
        if self._sockets[address] >= self._most_sockets:
            return False
        self._sockets[address] += 1
        return True

    def parted(self, address: str) -> None:
        """A socket that was counted is gone."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def made_room(self, address: str, now: float) -> bool:
        """Count one more room, unless the address has made as many as it may."""
        if now - self._since >= _DAY:
            self._rooms.clear()
            self._since = now
        if self._rooms[address] >= self._most_rooms:
            return False
        self._rooms[address] += 1
        return True
