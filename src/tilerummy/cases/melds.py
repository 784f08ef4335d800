"""Cases about one meld: legal or not, and its value."""

from __future__ import annotations

from tilerummy.cases.case import Expectation, Verdict, check_kinds
from tilerummy.rules.errors import PositionError
from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import Fault, MeldKind, Reading
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.violations import Code

__all__ = ["MeldCase"]


class MeldCase(Expectation, frozen=True, kw_only=True, tag="meld"):
    """A row of tiles, as it lies; `declared` or `reading` names the kind meant."""

    meld: str
    value: int | None = None
    declared: MeldKind | None = None
    reading: MeldKind | None = None

    def differences(self) -> list[str]:
        """Compare legality and value."""
        rules = self.rulebook()
        meld = Meld.parse(self.meld)
        if self.declared is not None:
            meld = Meld(meld.tiles, self.declared)
        found = self._read(rules, meld)
        if isinstance(found, Verdict):
            return self.compare(found)
        differing = self.compare(Verdict())
        if self.value is not None and self.expects_legal and found.value != self.value:
            differing.append(f"expected a value of {self.value}, found {found.value}")
        if self.reading is not None and found.kind is not self.reading:
            differing.append(f"expected a {self.reading.value}, found a {found.kind.value}")
        return differing

    def _read(self, rules: Rulebook, meld: Meld) -> Reading | Verdict:
        try:
            check_kinds(rules, meld.tiles)
        except PositionError as error:
            codes = {Code.TILE_NOT_AVAILABLE.value, Code.INVALID_MELD.value}
            return Verdict((str(error),), frozenset(codes))
        found = meld.read(rules.grammar)
        if isinstance(found, Fault):
            return Verdict((found.message,), frozenset({Code.INVALID_MELD.value, found.code.value}))
        return found
