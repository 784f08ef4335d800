"""Output files: checked before a run begins, since they are written at its end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tilerummy.lab.errors import LabError

__all__ = ["check_output_file"]


def check_output_file(path: Path, endings: Sequence[str] = ()) -> None:
    """Refuse a file that could not be written, or whose ending is not one of those."""
    if endings and path.suffix.lower() not in endings:
        raise LabError(f"{path} does not end in {', '.join(endings[:-1])} or {endings[-1]}")
    if path.is_dir():
        raise LabError(f"{path} is a folder")
    if not path.parent.is_dir():
        raise LabError(f"{path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise LabError(f"{path} may not be written")
