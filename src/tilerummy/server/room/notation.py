"""Notation: tables as messages, drafts and the store write them."""

from __future__ import annotations

from collections.abc import Iterable

from tilerummy.rules.melds import read_meld
from tilerummy.rules.positions import Table

__all__ = ["count_tiles", "read_melds", "read_table"]


def count_tiles(rows: Iterable[str]) -> int:
    """How many tiles these rows would be, before any of them is read."""
    return sum(not part.startswith("=") for row in rows for part in row.split())


def read_melds(rows: Iterable[str]) -> Table:
    """A table from its rows; text that is not notation raises `NotationError`."""
    return tuple([read_meld(row) for row in rows])


def read_table(text: str) -> Table:
    """A table from the store, where bars stand between the melds."""
    return read_melds(text.split(" | ")) if text else ()
