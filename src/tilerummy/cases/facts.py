"""Cases about what a booklet settles: the set of tiles, the redeal, the time limit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilerummy.cases.case import Case, CaseError
from tilerummy.engine.start import redeal_pairs
from tilerummy.engine.timeouts import is_timed
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.rulebook import Rulebook, Unrestorable, Untouched
from tilerummy.rules.tiles import in_order

__all__ = ["RedealCase", "TilesCase", "TimeoutCase"]


class RedealCase(Case, frozen=True, kw_only=True, tag="redeal"):
    """A rack just dealt: may its holder ask for a new deal?"""

    rack: str
    expect: str

    def differences(self) -> list[str]:
        """Compare whether the redeal is available."""
        words = {"available": True, "not available": False, "unavailable": False}
        if self.expect not in words:
            raise CaseError(f"expect is {self.expect!r}, but available or not available is meant")
        found = bool(redeal_pairs(self.rulebook(), in_order(parse_tiles(self.rack))))
        if found == words[self.expect]:
            return []
        return [f"expected {self.expect}, found {'available' if found else 'not available'}"]


class TilesCase(Case, frozen=True, kw_only=True, tag="tiles"):
    """What is in the box, and what is left of it after the deal."""

    total: int | None = None
    jokers: int | dict[str, int] | None = None
    copies: int | None = None
    numbers: int | list[int] | None = None
    colours: int | str | list[str] | None = None
    players: int | list[int] | None = None
    deal: int | None = None
    pool: int | dict[int, int] | None = None

    def differences(self) -> list[str]:
        """Compare every figure that the case gives."""
        return [
            f"expected {name} {expected}, found {found}"
            for name, expected, found in self._figures(self.rulebook())
            if expected is not None and expected != found
        ]

    def _figures(self, rules: Rulebook) -> Iterator[tuple[str, object, object]]:
        tiles, counts = rules.tiles, rules.tiles.jokers
        yield "total", self.total, len(rules.deck)
        yield "copies", self.copies, tiles.copies
        yield "deal", self.deal, rules.deal.tiles
        kinds = {
            "normal": counts.normal,
            "double": counts.double,
            "colour_change": counts.colour_change,
            "mirror": counts.mirror,
        }
        if isinstance(self.jokers, dict):
            plain = {kind: re.sub(r"\W", "_", kind) for kind in self.jokers}
            yield "jokers", self.jokers, {kind: kinds.get(plain[kind]) for kind in self.jokers}
        else:
            yield "jokers", self.jokers, counts.total
        many = isinstance(self.numbers, list)
        yield "numbers", self.numbers, [1, tiles.numbers] if many else tiles.numbers
        if isinstance(self.colours, list | str):
            found = {name.value: name.colour.value for name in tiles.colours}
            letters = all(len(colour) == 1 for colour in self.colours)
            yield "colours", sorted(self.colours), sorted(found.values() if letters else found)
        else:
            yield "colours", self.colours, len(tiles.colours)
        if isinstance(self.players, list):
            yield "players", self.players, [rules.players.least, rules.players.most]
        if isinstance(self.pool, dict):
            yield "pool", self.pool, {seats: _pool(rules, seats) for seats in self.pool}
        elif isinstance(self.players, int):
            yield "pool", self.pool, _pool(rules, self.players)


class TimeoutCase(Case, frozen=True, kw_only=True, tag="timeout"):
    """The time limit and what happens when it is over; nothing where there is none.

    The player has opened and moved tiles unless the case says otherwise.
    """

    opened: bool = True
    moved: bool = True
    seconds: int | None = None
    penalty: int | str | None = None
    policy: str | None = None
    obligatory: bool | None = None
    mandatory: bool | None = None

    def differences(self) -> list[str]:
        """Compare limit, policy and penalty, as the booklet has them."""
        return [
            f"expected {name} {expected}, found {found}"
            for name, expected, found in self._figures(self.rulebook())
            if expected is not None and expected != found
        ]

    def _figures(self, rules: Rulebook) -> Iterator[tuple[str, object, object]]:
        time = rules.time
        timed = is_timed(rules, opened=self.opened)
        yield "seconds", self.seconds, time.limit if timed else 0
        yield "obligatory", self.obligatory, time.obligatory
        yield "mandatory", self.mandatory, time.obligatory
        if not timed:
            yield "penalty", self.penalty, 0
            yield "policy", self.policy, "none"
        elif self.policy is not None and self.policy.startswith("unrestorable"):
            known = time.unrestorable is not Unrestorable.NONE
            yield "policy", self.policy, "unrestorable_to_pool" if known else "none"
            yield from self._unrestorable(rules)
        else:
            drawn = not self.moved and time.untouched is Untouched.DRAW
            yield "penalty", self.penalty, rules.draw.tiles if drawn else time.penalty
            yield "policy", self.policy, time.late.value

    def _unrestorable(self, rules: Rulebook) -> Iterator[tuple[str, object, object]]:
        least = rules.time.unrestorable_penalty
        more = rules.time.unrestorable is Unrestorable.TO_POOL_AND_AS_MANY_MORE
        if isinstance(self.penalty, str):
            figures = re.fullmatch(r"\s*(\d+)\s*(\+.*)?", self.penalty)
            if figures is None:
                raise CaseError(f"penalty is {self.penalty!r}, but a number was expected")
            yield "penalty", (int(figures[1]), bool(figures[2])), (least, more)
        else:
            yield "penalty", self.penalty, least


def _pool(rules: Rulebook, players: int) -> int:
    return len(rules.deck) - players * rules.deal.tiles
