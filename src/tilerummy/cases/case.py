"""What all cases share: an id, a rulebook with options, and how they are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import msgspec
from msgspec import Struct, field

from tilerummy.rules.errors import PositionError, TilerummyError
from tilerummy.rules.library import fields, rulebook
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile, joker

__all__ = ["Case", "CaseError", "Expectation", "Verdict", "check_kinds"]


class CaseError(TilerummyError):
    """A case that cannot be understood."""


class Case(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A situation under a rulebook, with the answer expected."""

    rules: str
    id: str = ""
    options: dict[str, object] = field(default_factory=dict)

    def rulebook(self) -> Rulebook:
        """The case's rulebook with its options, which name fields in full or in short."""
        rules = rulebook(self.rules)
        changes = {_field(rules, name): value for name, value in _flat(self.options)}
        return rules.replace(changes) if changes else rules

    def differences(self) -> list[str]:
        """What the rules say otherwise than the case expects, in sentences."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say: legal if there is no reason against it."""

    reasons: tuple[str, ...] = ()
    codes: frozenset[str] = frozenset()

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


class Expectation(Case, frozen=True, kw_only=True):
    """A case that expects legal or illegal, perhaps because of a certain violation."""

    expect: str | None = None
    because: str | tuple[str, ...] | None = None

    @property
    def expects_legal(self) -> bool:
        """Whether legal is expected; without a word, a reason means illegal."""
        if self.expect is None:
            return self.because is None
        word = self.expect.split(maxsplit=1)[0].lower() if self.expect.strip() else ""
        if word in ("legal", "valid"):
            return True
        if word in ("illegal", "invalid"):
            return False
        raise CaseError(f"expect is {self.expect!r}, but legal or illegal was expected")

    def compare(self, verdict: Verdict) -> list[str]:
        """How the verdict differs from what is expected."""
        if self.expects_legal:
            return [f"expected legal, found: {reason}" for reason in verdict.reasons]
        if verdict.legal:
            return ["expected illegal, found legal"]
        wanted = (self.because,) if isinstance(self.because, str) else self.because or ()
        found = ", ".join(sorted(verdict.codes)) or "; ".join(verdict.reasons)
        return [
            f"expected illegal because of {code}, found {found}"
            for code in wanted
            if code not in verdict.codes
        ]


def check_kinds(rules: Rulebook, tiles: Iterable[Tile]) -> None:
    """Refuse tiles of a kind that the rulebook's set does not have at all."""
    known = {*rules.deck, joker()} if rules.tiles.jokers.normal else {*rules.deck}
    for tile in tiles:
        if tile not in known:
            raise PositionError(f"{tile}, but the set of {rules.id} has none")


def _flat(options: dict[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in options.items():
        if isinstance(value, dict):
            yield from _flat(msgspec.convert(value, dict[str, object]), f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _field(rules: Rulebook, name: str) -> str:
    """The field an option means: its full name, or the end of only one."""
    known = [field for field, _ in fields(rules)]
    if name in known:
        return name
    short = _plain(name)
    meant = [field for field in known if f"_{_plain(field)}".endswith(f"_{short}")]
    if len(meant) != 1:
        raise CaseError(f"option {name!r} names {_counted(meant)}")
    return meant[0]


def _plain(name: str) -> str:
    return name.replace(".", "_").replace("-", "_").replace("jokers", "joker")


def _counted(meant: Collection[str]) -> str:
    return f"several fields: {', '.join(meant)}" if meant else "no field"
