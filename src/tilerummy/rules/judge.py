"""The judge: is this play legal, and if not, why not?

One function, from a position and a play to all violations; no violation means legal.
Only the table before and the table after count, never the moves between. An opening turn
is judged in two steps where the rulebook lets a player go on: first the opening melds
from the rack alone, then an ordinary play from the table with those melds on it.
"""

from __future__ import annotations

from tilerummy.rules.changes import Change, carry_declarations, compare, without
from tilerummy.rules.duties import joker_faults
from tilerummy.rules.errors import expect
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.openings import opening_of
from tilerummy.rules.positions import Play, Position, Table, loose
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.violations import Code, Violation

__all__ = ["judge"]


def judge(position: Position, play: Play) -> list[Violation]:
    """Every rule the play breaks in this position; an empty list means it is legal."""
    expect(position, Position, "position")
    expect(play, Play, "play")
    after = carry_declarations(position.table, play.table)
    change = compare(position.table, after)
    found = _tiles(position, change) + _melds(position.rules, change)
    if not change.laid:
        found.append(
            Violation(
                Code.NOTHING_LAID,
                "you must play at least one tile from your rack, or draw",
                "ruling B-02",
            )
        )
    if not position.opened:
        return found + _opening(position, play, after, change, sound=not found)
    return found or _jokers(position.rules, after, change)


def _tiles(position: Position, change: Change) -> list[Violation]:
    found: list[Violation] = []
    absent = without(change.laid, position.rack)
    if absent:
        found.append(
            Violation(
                Code.TILE_NOT_AVAILABLE,
                f"not on the table or on the rack: {format_tiles(absent)}",
                "ruling B-01",
                absent,
            )
        )
    if change.missing:
        found.append(
            Violation(
                Code.TABLE_TILE_TAKEN,
                f"these tiles must stay on the table: {format_tiles(change.missing)}",
                "ruling B-01",
                change.missing,
            )
        )
    return found


def _melds(rules: Rulebook, change: Change) -> list[Violation]:
    faults = [(place, meld, meld.read(rules.grammar)) for place, meld in change.fresh]
    return [
        _invalid(meld, fault, place) for place, meld, fault in faults if isinstance(fault, Fault)
    ]


def _invalid(meld: Meld, fault: Fault, place: int | None) -> Violation:
    return Violation(
        Code.INVALID_MELD,
        f"{meld} is not a meld: {fault.message}",
        fault.clause,
        meld.tiles,
        place,
        f"{Code.INVALID_MELD}.{fault.code}",
        fault.numbers,
        fault.needs,
    )


def _opening(
    position: Position, play: Play, after: Table, change: Change, *, sound: bool
) -> list[Violation]:
    rules = position.rules
    melds, points = opening_of(position, play)
    found: list[Violation] = []
    if play.opening is not None:
        readings = [(meld, meld.read(rules.grammar)) for meld in play.opening]
        found += [
            _invalid(meld, fault, None) for meld, fault in readings if isinstance(fault, Fault)
        ]
        foreign = without(loose(play.opening), change.laid)
        if foreign:
            found.append(
                Violation(
                    Code.OPENING_NOT_FROM_RACK,
                    "opening melds may only use tiles from the rack; these were not played from "
                    f"it: {format_tiles(foreign)}",
                    rules.source("opening.points"),
                    foreign,
                )
            )
    needed = rules.opening.points
    if change.laid and points < needed:
        found.append(
            Violation(
                Code.OPENING_TOO_LOW,
                f"the opening melds are worth {points} points; {needed} are needed",
                rules.source("opening.points"),
                tuple(loose(melds)),
                numbers=(points, needed),
            )
        )
    if not rules.opening.goes_on:
        return found + _touched(rules, change)
    if sound and not found:
        table = (*position.table, *melds)
        return _jokers(rules, after, compare(table, after))
    return found


def _touched(rules: Rulebook, change: Change) -> list[Violation]:
    if not change.gone:
        return []
    return [
        Violation(
            Code.OPENING_TOUCHES_TABLE,
            "in the opening turn the melds on the table stay as they are",
            rules.source("opening.goes_on"),
            tuple(loose(change.gone)),
        )
    ]


def _jokers(rules: Rulebook, after: Table, change: Change) -> list[Violation]:
    if not any(meld.jokers for meld in change.gone):
        return []
    faults = joker_faults(rules, after, change)
    found = [
        Violation(
            Code.JOKER_MELD_FROZEN,
            f"{meld} has a joker and may not be taken apart",
            rules.source("jokers.melds"),
            meld.tiles,
        )
        for meld in faults.broken
    ]
    found += [
        Violation(
            Code.JOKER_NEEDS_NEW_MELD,
            f"a freed joker must go into a new meld, but {after[place]} only extends an old one",
            rules.source("jokers.reuse"),
            after[place].tiles,
            place,
        )
        for place in faults.misplaced
    ]
    return found + [
        Violation(
            Code.SPECIAL_REPLACES_JOKER,
            f"in {after[place]} a special joker replaces a joker of another kind",
            rules.source("jokers.special_replaces_other"),
            after[place].tiles,
            place,
        )
        for place in faults.replaced
    ]
