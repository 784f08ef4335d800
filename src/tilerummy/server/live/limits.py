"""Limits: how much of the server one person or one address may take, all in one place.

A person is a cookie, and a client that sends none is somebody new each time; so what a person may
have is also counted for the address. A whole school may share one address, hence those limits are
wide and can be configured. What costs the server much is charged by what it cost: the seconds that
a process needed for it, and those that the event loop needed. Anybody who knows the code of a room
may enter it, so an address that tries many wrong codes has to wait, but never somebody who has a
seat in the room that they ask for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address, IPv6Network
from typing import Final

from tilerummy.server.config import Config
from tilerummy.server.live.loop_time import LoopTime

__all__ = ["Buckets", "Limits", "Visitor", "Windows", "address_of"]

_MINUTE: Final = 60.0
_DAY: Final = 86_400.0
_LIGHT: Final = 5
"""How many light requests are allowed for each other one: a page has many files."""
_LINES: Final = 6
"""How many connections are allowed for each socket: a browser opens several for a page."""
_SHARE: Final = 0.25
"""The part of the event loop that an address has; more where it may have many sockets."""
_USUAL_SOCKETS: Final = 500
_FORGET: Final = 1_000
"""Full buckets are removed whenever this many were added."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, and from where."""

    who: str
    address: str


@lru_cache(maxsize=4096)
def address_of(host: str) -> str:
    """The address that limits count: of IPv6 the network, since one person has all of it."""
    try:
        full = IPv6Address(host)
    except AddressValueError:
        return host
    mapped = full.ipv4_mapped
    return str(mapped or IPv6Network((full, 64), strict=False))


class Buckets:
    """A token bucket for each key: a burst, then a rate per second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst = burst
        self._least = min(1.0, burst)
        self._rate = rate
        self._left: dict[str, tuple[float, float]] = {}
        """How many tokens each key had, and when; a key that is missing has all."""
        self._look_at = _FORGET

    def has(self, key: str, now: float) -> bool:
        """Whether there is a token left."""
        return self._tokens(key, now) >= self._least

    def take(self, key: str, now: float, tokens: float = 1.0) -> None:
        """Take tokens; if there are too few, later ones are taken in advance."""
        self._keep(key, now, self._tokens(key, now) - tokens)

    def allows(self, key: str, now: float) -> bool:
        """Take a token, if there is one."""
        left = self._tokens(key, now)
        if left < self._least:
            return False
        self._keep(key, now, left - 1.0)
        return True

    def _keep(self, key: str, now: float, left: float) -> None:
        self._left[key] = (left, now)
        if len(self._left) >= self._look_at:
            self._left = {
                key: kept
                for key, kept in self._left.items()
                if self._tokens(key, now) < self._burst
            }
            self._look_at = len(self._left) + _FORGET

    def _tokens(self, key: str, now: float) -> float:
        tokens, at = self._left.get(key, (self._burst, now))
        return min(self._burst, tokens + (now - at) * self._rate)


class Windows:
    """A number for each key and each window of time, from the first that is counted."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._counted: dict[str, tuple[float, int]] = {}
        self._look_at = _FORGET

    def has(self, key: str, now: float, more: int = 1) -> bool:
        """Whether this many more may be counted."""
        return self._of(key, now)[1] + more <= self._most

    def take(self, key: str, now: float, more: int = 1) -> None:
        """Count this many more."""
        began, count = self._of(key, now)
        self._counted[key] = (began, count + more)
        if len(self._counted) >= self._look_at:
            self._counted = {
                key: kept for key, kept in self._counted.items() if now - kept[0] < self._seconds
            }
            self._look_at = len(self._counted) + _FORGET

    def allows(self, key: str, now: float, more: int = 1) -> bool:
        """Count this many more, if all of them are allowed."""
        if not self.has(key, now, more):
            return False
        self.take(key, now, more)
        return True

    def seconds_left(self, key: str, now: float) -> int:
        """How long until the next window, rounded up."""
        return max(1, int(self._of(key, now)[0] + self._seconds - now) + 1)

    def _of(self, key: str, now: float) -> tuple[float, int]:
        began, count = self._counted.get(key, (now, 0))
        return (began, count) if now - began < self._seconds else (now, 0)


class Limits:
    """All limits of one server."""

    @staticmethod
    def of(config: Config) -> Limits:
        """The limits of a server with this configuration."""
        return Limits(
            requests=config.requests_per_minute,
            sockets=config.sockets_per_address,
            rooms=config.rooms_per_address,
        )

    def __init__(self, *, requests: int = 600, sockets: int = 500, rooms: int = 1_000) -> None:
        crowd, minute = sockets, requests
        self.loop_time = LoopTime(_SHARE * max(1.0, crowd / _USUAL_SOCKETS))
        """What requests and messages of an address cost the event loop."""
        self.all_requests = Windows((_LIGHT + 1) * minute, _MINUTE)
        """Requests of an address of any kind, also those that no route answers."""
        self.requests = Windows(minute, _MINUTE)
        """HTTP requests of an address."""
        self.light_requests = Windows(_LIGHT * minute, _MINUTE)
        """Requests of an address that cost little (files, figures), and new sockets."""
        self.wrong_codes = Windows(60, _MINUTE)
        """Codes of rooms that are not there, asked for from an address."""
        self._messages = Buckets(120, 40)
        self._messages_here = Buckets(8 * crowd, 2 * crowd)
        self._talk = Buckets(20, 1)
        self._talk_here = Buckets(2 * crowd, crowd / 4)
        self._work = Buckets(2, 0.2)
        self._work_here = Buckets(30, 2)
        self._rooms = Windows(rooms, _DAY)
        self._most_sockets = crowd
        self._sockets: Counter[str] = Counter()
        self._homes: dict[str, tuple[str, int]] = {}
        """The address of each person who is connected, and with how many sockets."""
        self._most_connections = _LINES * crowd
        self._connections: Counter[str] = Counter()

    # Connections, whatever they are for

    def opened(self, address: str) -> bool:
        """Count one more connection, unless the address has as many as it may."""
        return _one_more(self._connections, address, self._most_connections)

    def closed(self, address: str) -> None:
        """A connection that was counted is gone."""
        _one_less(self._connections, address)

    # Sockets

    def connected(self, visitor: Visitor) -> bool:
        """Count one more socket, unless the address has as many as it may."""
        if not _one_more(self._sockets, visitor.address, self._most_sockets):
            return False
        _, count = self._homes.get(visitor.who, ("", 0))
        self._homes[visitor.who] = (visitor.address, count + 1)
        return True

    def parted(self, visitor: Visitor) -> None:
        """A socket that was counted is gone."""
        _one_less(self._sockets, visitor.address)
        address, count = self._homes.pop(visitor.who)
        if count > 1:
            self._homes[visitor.who] = (address, count - 1)

    def home(self, owner: str) -> str:
        """The address of a person who is connected; others are counted by themselves."""
        return self._homes.get(owner, (owner, 0))[0]

    # Messages

    def may_speak(self, visitor: Visitor, now: float) -> bool:
        """Count one more message."""
        return _both(self._messages, self._messages_here, visitor, now)

    def may_talk(self, visitor: Visitor, now: float) -> bool:
        """Count one more message that is stored for good, broadcast or expensive to answer."""
        return _both(self._talk, self._talk_here, visitor, now)

    def may_work(self, visitor: Visitor, now: float) -> bool:
        """Whether the server may work for this visitor again."""
        mine = self._work.has(visitor.who, now)
        return mine and self._work_here.has(visitor.address, now)

    def worked(self, visitor: Visitor, now: float, seconds: float) -> None:
        """Charge the visitor for this many seconds of work."""
        self._work.take(visitor.who, now, seconds)
        self._work_here.take(visitor.address, now, seconds)

    # Rooms

    def may_make_room(self, address: str, now: float) -> bool:
        """Count one more room."""
        return self._rooms.allows(address, now)


def _one_more(counted: Counter[str], key: str, most: int) -> bool:
    if counted[key] >= most:
        return False
    counted[key] += 1
    return True


def _one_less(counted: Counter[str], key: str) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]


def _both(person: Buckets, address: Buckets, visitor: Visitor, now: float) -> bool:
    return person.allows(visitor.who, now) and address.allows(visitor.address, now)
