"""Garbage: when to run the cyclic garbage collector.

Python's search for reference cycles stops everything while it lasts, and by itself it comes after
every few hundred new objects; with a thousand rooms in memory that is felt at every table. Rooms
are values without cycles, let go by counting references. Sockets leave some when they close. So
here the search leaves out all that was there at the start, and comes only when memory has grown
by about as much as the open sockets need themselves: rarely where much is going on, often enough
where little is.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

__all__ = ["leave_out_what_is_there", "search_when_grown", "searched_rarely"]

_ALWAYS: Final = 20_000
_EACH_SOCKET: Final = 250
"""About as many objects belong to one open socket and its part of a room."""


@contextlib.contextmanager
def searched_rarely() -> Iterator[None]:
    """No search comes by itself meanwhile."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def leave_out_what_is_there() -> None:
    """Search once more, and then never again among what is left."""
    gc.collect()
    gc.freeze()


def search_when_grown(sockets: int) -> bool:
    """Search if there are many more objects than after the last time; whether it was done."""
    new_objects, _, _ = gc.get_count()
    if new_objects <= _ALWAYS + _EACH_SOCKET * sockets:
        return False
    gc.collect()
    return True
