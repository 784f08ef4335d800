"""Thinking time: how long a bot's turn lasts, from what everybody at the table sees.

A full table, a long rack and a large play just before take longer, as they do with people, and no
two turns are quite alike. What the bot holds and what it could do has no part in this: the time is
worked out from the view of a spectator, so measuring it reveals nothing.
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

from tilerummy.engine.events import Played, TimedOut
from tilerummy.engine.views import View
from tilerummy.server.room.state import Room

__all__ = ["thinking_time"]

_RANGES: Final = {"calm": (1_800, 4_500), "normal": (900, 2_600), "fast": (250, 400)}
"""The shortest and the longest turn of each pace, in milliseconds."""
_FULL_TABLE: Final = 70
_FULL_RACK: Final = 20
_LARGE_PLAY: Final = 8


def thinking_time(room: Room) -> int:
    """How many milliseconds the turn of the bot in turn lasts, whatever it does in it."""
    playing = room.playing
    assert playing is not None
    seen = playing.view(None, since=len(playing.events) - 2)
    table = sum([len(meld.tiles) for meld in seen.table])
    share = (
        0.4 * min(1.0, table / _FULL_TABLE)
        + 0.2 * min(1.0, seen.rack_sizes[seen.turn] / _FULL_RACK)
        + 0.2 * min(1.0, _just_laid(seen) / _LARGE_PLAY)
        + 0.2 * (crc32(f"{room.code} {room.turn}".encode()) / 2**32)
    )
    least, most = _RANGES[room.settings.pace]
    return round(least + share * (most - least))


def _just_laid(seen: View) -> int:
    laid = [len(event.laid) for event in seen.events if isinstance(event, Played | TimedOut)]
    return laid[-1] if laid else 0
