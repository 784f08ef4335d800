"""What can go wrong in the lab."""

from __future__ import annotations

import importlib
from pathlib import Path
from traceback import extract_tb

from tilerummy.rules.errors import TilerummyError

__all__ = ["BotFailed", "Forfeit", "LabError", "error_told"]


class LabError(TilerummyError):
    """A question the lab cannot answer: unknown players, a file of another run."""


class BotFailed(LabError):
    """A bot raised an error, or answered with something else than an action the rules allow."""


class Forfeit(LabError):
    """A program that plays ended, was too slow, or did not keep to the protocol."""


def error_told(error: BaseException) -> str:
    """An error of somebody else's code, and the line where it was raised, in one sentence."""
    what = ": ".join([type(error).__name__, *" ".join(str(error).split()).splitlines()])
    places = [
        f"{Path(frame.filename).name}, line {frame.lineno}"
        for frame in extract_tb(error.__traceback__)[1:]
        if not frame.filename.startswith("<") and frame.filename != importlib.__file__
    ]
    return f"{what} ({places[-1]})" if places else what
