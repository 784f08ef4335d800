"""Parent watch: a worker process ends when the process that started it has ended.

The watching thread lives as long as its process and keeps alive what its module imports, so
this module imports only the standard library.
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
