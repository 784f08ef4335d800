"""Orphans: there are none, for a process that plays ends with the one that started it.

The thread that watches lives until its process ends, and keeps alive what its module knows;
so this module knows nothing but the standard library.
"""

from __future__ import annotations

import os
from multiprocessing import parent_process
from threading import Thread

__all__ = ["end_with_parent"]


def end_with_parent() -> None:
    """End this process as soon as the one that started it has gone, however it went."""
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
