"""Notation: how messages, drafts and the store write tables, and what actions are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.rules.melds import read_meld
from tilerummy.rules.positions import Table

__all__ = [
    "ACTS",
    "Act",
    "count_tiles",
    "read_melds",
    "read_opening",
    "read_table",
    "write_melds",
    "write_opening",
]

Act = Literal["play", "draw", "pass"]
ACTS: Final[dict[type[Action], Act]] = {Play: "play", Draw: "draw", Pass: "pass"}
"""What a player can do in a turn; a time-out and leaving are not among it."""


def count_tiles(rows: Iterable[str]) -> int:
    """How many tiles these rows would be, before any of them is read."""
    return sum([not part.startswith("=") for row in rows for part in row.split()])


def read_melds(rows: Iterable[str]) -> Table:
    """A table from its rows; text that is not notation raises `NotationError`."""
    return tuple([read_meld(row) for row in rows])


def read_opening(rows: Iterable[str] | None) -> Table | None:
    """The melds that open; None: they are not named."""
    return None if rows is None else read_melds(rows)


def read_table(text: str) -> Table:
    """A table from the store, where bars stand between the melds."""
    return read_melds(text.split(" | ")) if text else ()


def write_melds(table: Table) -> list[str]:
    """The rows of a table."""
    return [str(meld) for meld in table]


def write_opening(opening: Table | None) -> list[str] | None:
    """The rows of the melds that open; None: they are not named."""
    return None if opening is None else write_melds(opening)
