"""Cases about late turns: the table as it lies when time is up, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilerummy.cases.case import Case
from tilerummy.engine.actions import TimeOut
from tilerummy.engine.events import TimedOut
from tilerummy.engine.rounds import Round
from tilerummy.rules.changes import compare
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.melds import Meld, format_melds, parse_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.positions import Table, loose
from tilerummy.rules.tiles import Tile

__all__ = ["LateTurnCase"]


class LateTurnCase(Case, frozen=True, kw_only=True, tag="late-turn"):
    """A turn that time ran out on: `draft` is the table as it lies (null: nothing was moved).

    The pool is drawn from its beginning. Expected are the table `after`, the rack `left` with
    the tiles drawn, whether the round is `over`, and perhaps the `result` in a word: untimed
    where the turn has no limit.
    """

    before: str = ""
    rack: str
    opened: bool = True
    pool: str = ""
    draft: str | None = None
    opening: str | None = None
    after: str | None = None
    left: str | None = None
    over: bool | None = None
    result: str | None = None

    def differences(self) -> list[str]:
        """Compare the table, the rack and the end of the round after the time-out."""
        try:
            return list(self._compared(self._played()))
        except TilerummyError as error:
            return [str(error)]

    def _played(self) -> Round:
        rules = self.rulebook()
        rack, pool = parse_tiles(self.rack), parse_tiles(self.pool)
        table = parse_melds(self.before)
        used = Counter([*loose(table), *rack, *pool])
        others: list[Tile] = [next((Counter(rules.deck) - used).elements())]
        now = Round.from_hands(
            rules, [rack, others], pool=pool, table=table, opened=(0,) if self.opened else ()
        )
        draft = None if self.draft is None else parse_melds(self.draft)
        opening = None if self.opening is None else parse_melds(self.opening)
        # Where the turn has no limit, time cannot run out and nothing happens.
        return now.apply(TimeOut(draft, opening)) if now.timed else now

    def _compared(self, now: Round) -> Iterator[str]:
        if self.after is not None and not _same(parse_melds(self.after), now.table):
            yield f"expected the table {self.after or 'empty'}, found {_shown(now.table)}"
        rack = now.view(0).rack
        if self.left is not None and Counter(parse_tiles(self.left)) != Counter(rack):
            yield f"expected the rack {self.left or 'empty'}, found {format_tiles(rack) or 'empty'}"
        if self.over is not None and self.over != now.over:
            yield f"expected the round {_ended(self.over)}, found it {_ended(now.over)}"
        if self.result is not None:
            told = [event.result.value for event in now.events if isinstance(event, TimedOut)]
            found = told[0] if told else "untimed"
            if found != self.result:
                yield f"expected {self.result}, found {found}"


def _same(one: Table, other: Table) -> bool:
    """Whether two tables are the same but for the order of melds and of groups."""
    plain = tuple([Meld(meld.tiles) for meld in other])
    change = compare(tuple([Meld(meld.tiles) for meld in one]), plain)
    return not change.gone and not change.fresh


def _shown(table: Table) -> str:
    return format_melds(table) or "empty"


def _ended(over: bool) -> str:
    return "over" if over else "going on"
