"""Cases as text: JSON lines, blank ones and comments behind # left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from tilerummy.cases.case import Case, CaseError
from tilerummy.cases.facts import RedealCase, TilesCase, TimeoutCase
from tilerummy.cases.late import LateTurnCase
from tilerummy.cases.melds import MeldCase
from tilerummy.cases.scores import MatchScoreCase, RoundScoreCase
from tilerummy.cases.turns import DrawThenOpenCase, TurnCase, UnfinishedTurnCase
from tilerummy.rules.errors import TilerummyError

__all__ = ["NumberedCase", "parse_cases"]

_DECODER = msgspec.json.Decoder(
    MeldCase
    | TurnCase
    | UnfinishedTurnCase
    | DrawThenOpenCase
    | RoundScoreCase
    | MatchScoreCase
    | RedealCase
    | TilesCase
    | TimeoutCase
    | LateTurnCase
)


@dataclass(frozen=True, slots=True)
class NumberedCase:
    """A case and the line it stands on."""

    origin: str
    line: int
    case: Case

    @property
    def name(self) -> str:
        """The case's id, or its line where it has none."""
        return self.case.id or f"line {self.line}"

    def differences(self) -> list[str]:
        """What differs; a case that cannot be understood is refused with file and line."""
        try:
            return self.case.differences()
        except TilerummyError as error:
            raise CaseError(f"{self.origin}, line {self.line}: {error}") from None


def parse_cases(text: str, origin: str) -> Iterator[NumberedCase]:
    """The cases of a text; `origin` says in errors where it comes from."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield NumberedCase(origin, number, _decode(line, origin, number))


def _decode(line: str, origin: str, number: int) -> Case:
    try:
        case: Case = _DECODER.decode(line)
    except msgspec.DecodeError as error:
        raise CaseError(f"{origin}, line {number}: {error}") from None
    return case
