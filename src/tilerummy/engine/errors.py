"""What can go wrong in the engine.

TilerummyError
├── SetupError      a round that cannot be dealt like that
├── IllegalAction   an action the rules forbid, with every violation
└── RecordError     a record that is damaged, with the line and the reason
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.violations import Violation

__all__ = ["IllegalAction", "RecordError", "SetupError"]


class SetupError(TilerummyError):
    """Seats, seed or tiles with which no round can begin."""


class IllegalAction(TilerummyError):
    """An action that breaks the rules; the round it was tried on is as it was."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join([violation.message for violation in violations]))
        self.violations = tuple(violations)


class RecordError(TilerummyError):
    """A record that cannot be read or does not add up."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
