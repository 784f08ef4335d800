"""Cases about a turn: the table before, the rack, the table after and what stays behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from tilerummy.cases.case import Expectation, Verdict, check_kinds
from tilerummy.cases.continuation import meld_for
from tilerummy.rules.errors import PositionError
from tilerummy.rules.judge import judge
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.openings import opening_melds, opening_points
from tilerummy.rules.positions import Play, Position, loose
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.rules.violations import Code, Violation

__all__ = ["DrawThenOpenCase", "TurnCase", "UnfinishedTurnCase"]


class TurnCase(Expectation, frozen=True, kw_only=True, tag="turn"):
    """A whole turn; `left` is the rack afterwards, `value` what the opening is worth."""

    after: str
    before: str = ""
    rack: str = ""
    left: str | None = None
    opened: bool = True
    opening: str | None = None
    value: int | None = None

    def differences(self) -> list[str]:
        """Compare the judge's answer, the rack left over and the opening's worth."""
        rules = self.rulebook()
        try:
            position = self.position(rules)
        except PositionError as error:
            return self.compare(Verdict((str(error),)))
        differing = self.compare(self.verdict(position))
        if self.value is not None and not self.opened:
            points = opening_points(position, self.play())
            if points != self.value:
                differing.append(f"expected an opening of {self.value}, found {points}")
        return differing

    def play(self) -> Play:
        """The table left behind."""
        return Play.parse(self.after, self.opening)

    def position(self, rules: Rulebook) -> Position:
        """The position before; tiles of other sets and broken tables are refused."""
        table = parse_melds(self.before)
        rack = parse_tiles(self.rack)
        after = loose(parse_melds(self.after))
        check_kinds(rules, chain(loose(table), rack, after))
        for meld in table:
            reading = meld.read(rules.grammar)
            if isinstance(reading, Fault):
                raise PositionError(f"{meld} is not a valid meld on the table: {reading.message}")
        return Position(rules, table, in_order(rack), self.opened)

    def verdict(self, position: Position) -> Verdict:
        """What the judge says, and whether the rack left over is what it must be."""
        return verdict_of(judge(position, self.play()), self._unexplained(position))

    def _unexplained(self, position: Position) -> list[tuple[Code, str]]:
        """What is wrong with `left`: tiles taken from the table, from nowhere, or lost."""
        if self.left is None:
            return []
        table, after = Counter(loose(position.table)), Counter(loose(self.play().table))
        expected = Counter(position.rack) - (after - table)
        given = Counter(parse_tiles(self.left))
        problems: list[tuple[Code, str]] = []
        for tile in (given - expected).elements():
            code = Code.TABLE_TILE_TAKEN if table[tile] else Code.TILE_NOT_AVAILABLE
            problems.append((code, f"{tile} cannot be on the rack afterwards"))
        lost = tuple((expected - given).elements())
        if lost:
            problems.append((Code.TILE_NOT_AVAILABLE, f"{format_tiles(lost)} is lost"))
        return problems


class UnfinishedTurnCase(TurnCase, frozen=True, kw_only=True, tag="unfinished-turn"):
    """A turn in which freed jokers are still in the hand: legal once they are laid.

    The freed jokers are laid in melds of their own, with tiles that the rest of the rack
    might have; then the whole turn is judged.
    """

    jokers_still_to_place: int | None = None

    def verdict(self, position: Position) -> Verdict:
        """What the judge says of the turn with the jokers laid in new melds."""
        play = self.play()
        pending = self._pending(position, play)
        expected = self.jokers_still_to_place
        if any(tile.number for tile in pending) or expected not in (None, len(pending)):
            taken = format_tiles(pending) or "nothing"
            reason = f"not on the table or on the rack: {taken}; {expected} jokers may be"
            return Verdict((reason,), frozenset({Code.TABLE_TILE_TAKEN.value}))
        used = {*loose(position.table), *loose(play.table), *position.rack}
        melds = []
        for tile in pending:
            melds.append(meld_for(tile, position.rules, used))
            used |= {*melds[-1].tiles}
        rack = [*position.rack, *(t for meld in melds for t in meld.tiles if t.number)]
        opening = None if position.opened else opening_melds(position, play)
        whole = Play((*play.table, *melds), opening)
        then = Position(position.rules, position.table, in_order(rack), position.opened)
        return verdict_of(judge(then, whole), [])

    def _pending(self, position: Position, play: Play) -> tuple[Tile, ...]:
        held = Counter(loose(position.table))
        if self.left is not None:
            held += Counter(position.rack)
            held -= Counter(parse_tiles(self.left))
        return in_order((held - Counter(loose(play.table))).elements())


class DrawThenOpenCase(TurnCase, frozen=True, kw_only=True, tag="draw-then-open"):
    """A player who has not opened draws a tile and opens at once."""

    drawn: str
    opened: bool = False

    def position(self, rules: Rulebook) -> Position:
        """The position with the drawn tile on the rack."""
        before = TurnCase.position(self, rules)
        rack = in_order([*before.rack, *parse_tiles(self.drawn)])
        check_kinds(rules, rack)
        return Position(rules, before.table, rack, self.opened)

    def verdict(self, position: Position) -> Verdict:
        """What the judge says, if the rulebook lets a player open after drawing."""
        late: list[tuple[Code, str]] = []
        if not position.rules.draw.then_open or position.opened:
            late.append((Code.ALREADY_DRAWN, "a turn ends with the draw"))
        found = TurnCase.verdict(self, position)
        extra = verdict_of([], late)
        return Verdict(extra.reasons + found.reasons, extra.codes | found.codes)


def verdict_of(violations: Iterable[Violation], more: Iterable[tuple[Code, str]]) -> Verdict:
    """Violations and further problems as one verdict."""
    problems = [(violation.code, violation.message) for violation in violations]
    problems += more
    return Verdict(
        tuple(f"{code.value}: {reason}" for code, reason in problems),
        frozenset(code.value for code, _ in problems),
    )
