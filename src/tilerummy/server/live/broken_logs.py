"""Broken logs: a room whose log cannot be followed is left alone, and nothing else ends with it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked

__all__ = ["PASSING", "BrokenLog", "following", "report"]

_logger: Final = logging.getLogger(__name__)
PASSING: Final = (SQLAlchemyError, OSError, Overworked, TooLong)
"""Errors after which the same may succeed later."""


class BrokenLog(Exception):
    """An entry cannot be read, or cannot have happened."""


@contextmanager
def following() -> Iterator[None]:
    """While entries of a log are followed: what will not pass raises `BrokenLog`."""
    try:
        yield
    except PASSING:
        raise
    except Exception as error:
        raise BrokenLog(type(error).__name__) from error


def report(code: str, error: BrokenLog) -> None:
    """Name the room in the log."""
    _logger.error("room %s cannot be read and is left alone: %s", code, error)
