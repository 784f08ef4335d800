"""What can go wrong below the engine.

    TilerummyError
    ├── NotationError     text that is not tiles, melds or a play
    ├── RulebookError     a rulebook file or a house rule that cannot be right
    └── PositionError     tiles that cannot lie like that under this rulebook

Each message is one sentence that says what is wrong and where. A play that breaks a rule
is not an error here: the judge answers with violations.
"""

from __future__ import annotations

__all__ = ["NotationError", "PositionError", "RulebookError", "TilerummyError", "expect"]


class TilerummyError(ValueError):
    """Bad input of any kind; `str(error)` is a sentence for people."""

    field: str = ""
    """Which part of the input is wrong, where it has parts that have names."""

    def __reduce__(self) -> tuple[object, ...]:
        """How a worker process hands an error over: as it is, not made again from its sentence."""
        return _copied, (type(self), self.args), self.__dict__


def _copied(kind: type[TilerummyError], arguments: tuple[object, ...]) -> TilerummyError:
    error = kind.__new__(kind)
    error.args = arguments
    return error


def expect(value: object, kind: type, name: str) -> None:
    """Refuse an argument of another type in a sentence, for programs that no type checker reads."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} has to be a {kind.__name__}, not {value!r:.60}")


class NotationError(TilerummyError):
    """Text that does not follow the notation, with the place and what was expected there."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        found = text[position:].split(maxsplit=1)[0] if text[position:].strip() else "the end"
        shown = found if found == "the end" else f"“{found[:20]}”"
        super().__init__(f"at position {position + 1}: expected {expected}, found {shown}")
        self.text = text
        self.position = position
        self.expected = expected


class RulebookError(TilerummyError):
    """A rulebook or house rule that is refused: file, field, value and what is allowed."""

    def __init__(self, origin: str, field: str, problem: str) -> None:
        where = f"{origin}, {field}" if field else origin
        super().__init__(f"{where}: {problem}")
        self.origin = origin
        self.field = field
        self.problem = problem


class PositionError(TilerummyError):
    """Tiles that the rulebook's set does not have, or a table that could not lie there."""
