"""What the solver refuses to be asked."""

from __future__ import annotations

from tilerummy.rules.errors import TilerummyError

__all__ = ["SolverError"]


class SolverError(TilerummyError):
    """A question that cannot be asked: a number out of range, tiles that are not there."""
