"""What can go wrong in the lab."""

from __future__ import annotations

from tilerummy.rules.errors import TilerummyError

__all__ = ["BotFailed", "LabError"]


class LabError(TilerummyError):
    """A question the lab cannot answer: unknown players, a file of another run."""


class BotFailed(LabError):
    """A bot answered with an action that the rules forbid."""
