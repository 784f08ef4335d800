"""Garbage collection: when Python looks for reference cycles.

The collector stops the process while it runs, and by default it runs after every few hundred new
objects; with a thousand rooms in memory every table notices. Rooms are values without cycles and
are freed by reference counting; sockets leave a few cycles when they close. So the objects that
exist at the start are frozen (never searched), and the collector runs only when the number of new
objects has grown by about as many as the open sockets need themselves.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

__all__ = ["collect_if_grown", "collected_rarely", "freeze_current_objects"]

_ALWAYS: Final = 20_000
_EACH_SOCKET: Final = 250
"""About as many objects belong to one open socket and its part of a room."""


@contextlib.contextmanager
def collected_rarely() -> Iterator[None]:
    """Switch automatic collection off for the time of this context."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def freeze_current_objects() -> None:
    """Collect once, then exclude all objects that exist now from later collections."""
    gc.collect()
    gc.freeze()


def collect_if_grown(sockets: int) -> bool:
    """Collect if there are many more objects than after the last collection; whether it ran."""
    new_objects, _, _ = gc.get_count()
    if new_objects <= _ALWAYS + _EACH_SOCKET * sockets:
        return False
    gc.collect()
    return True
