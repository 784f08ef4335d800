"""Notes: melds as messages and the log write them, read quickly.

The same few melds are sent again with every draft and every play, so what was read once is
remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Table

__all__ = ["read_melds", "read_table"]


def read_melds(rows: Iterable[str]) -> Table:
    """A table from its rows; text that is no notation raises `NotationError`."""
    return tuple([_meld(row) for row in rows])


def read_table(text: str) -> Table:
    """A table from the log, where bars stand between the melds."""
    return read_melds(text.split(" | ")) if text else ()


@lru_cache(maxsize=1 << 16)
def _meld(row: str) -> Meld:
    return Meld.parse(row)
