"""Garbage collection: when Python looks for reference cycles.

The collector stops the process while it runs, and by default it runs after every few hundred new
objects; with a thousand rooms in memory every table notices. Rooms are values without cycles and
are freed by reference counting, and so are sockets. So the objects that exist at the start are
frozen (never searched), and the collector runs only when there are many more new objects than
the open sockets need. It looks at the new ones only, and at all once their number has doubled.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

__all__ = ["Collector", "collected_rarely", "freeze_current_objects"]

_ALWAYS: Final = 20_000
_EACH_SOCKET: Final = 250
"""About as many objects belong to one open socket and its part of a room."""
_ALL: Final = 200_000
"""With fewer objects that were new once it is not worth looking at all."""


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


class Collector:
    """Collects when there are many more objects than after the last collection."""

    def __init__(self) -> None:
        self._known = 0
        """How many objects were left when all were looked at."""

    def collect_if_grown(self, sockets: int) -> bool:
        """Collect new objects, or all of them, if that is due; whether it was."""
        new_objects, _, _ = gc.get_count()
        if new_objects <= _ALWAYS + _EACH_SOCKET * sockets:
            return False
        gc.collect(0)
        if len(gc.get_objects(generation=1)) >= max(_ALL, self._known):
            gc.collect()
            self._known = len(gc.get_objects())
        return True
