"""Input: a file by its name, or standard input for `-`; UTF-8 wherever it comes from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tilerummy.rules.errors import TilerummyError

__all__ = ["read_lines", "read_text", "told"]


def read_text(name: str) -> str:
    try:
        return b"".join(read_lines(name)).decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise TilerummyError(f"{told(name)}: is not UTF-8") from None


def read_lines(name: str) -> Iterator[bytes]:
    """The file's lines, each as soon as it is there."""
    try:
        if name != "-":
            with Path(name).open("rb") as file:
                yield from file
        elif sys.stdin is not None:
            yield from sys.stdin.buffer
    except OSError as error:
        raise TilerummyError(f"{told(name)}: {error.strerror}") from None


def told(name: str) -> str:
    """The input as people call it."""
    return "standard input" if name == "-" else name
