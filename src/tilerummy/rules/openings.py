"""Openings: which melds of a first play open, and what they are worth.

Every meld laid from the rack alone counts towards the threshold, whether the play names
it or not. Where the turn may go on, the melds that open come first and are then part of
the table; so only as many count as opening melds as the threshold needs, those that the
play names before all others. The rest was laid afterwards, which leaves it more freedom.
"""

from __future__ import annotations

from tilerummy.rules.changes import compare, differences
from tilerummy.rules.errors import expect
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Play, Position, Table
from tilerummy.rules.readings import Grammar, Reading

__all__ = ["opening_melds", "opening_of", "opening_points"]


def opening_points(position: Position, play: Play) -> int:
    """What all melds laid from the rack alone are worth together."""
    return opening_of(position, play)[1]


def opening_melds(position: Position, play: Play) -> Table:
    """The melds that open: those named, and others as far as the threshold needs them."""
    return opening_of(position, play)[0]


def opening_of(position: Position, play: Play) -> tuple[Table, int]:
    """The melds that open, and what all melds laid from the rack alone are worth together."""
    expect(position, Position, "position")
    expect(play, Play, "play")
    rules = position.rules
    melds = _from_the_rack(position, play)
    values = [_value(meld, rules.grammar) for meld in melds]
    if not rules.opening.goes_on:
        return tuple(melds), sum(values)
    named = list(play.opening or ())
    chosen: list[Meld] = []
    points = 0
    for meld, value in zip(melds, values, strict=True):
        if meld in named:
            named.remove(meld)
        elif points >= rules.opening.points:
            continue
        chosen.append(meld)
        points += value
    return tuple(chosen), sum(values)


def _from_the_rack(position: Position, play: Play) -> list[Meld]:
    """The melds made of laid tiles alone, named ones first, then the most valuable."""
    grammar = position.rules.grammar
    change = compare(position.table, play.table)
    fresh = sorted([meld for _, meld in change.fresh], key=lambda meld: -_value(meld, grammar))
    left = list(change.laid)
    found: list[Meld] = []
    for meld in (*(play.opening or ()), *fresh):
        rest, lacking = differences(left, meld.tiles)
        if _value(meld, grammar) and not lacking:
            found.append(meld)
            left = rest
    return found


def _value(meld: Meld, grammar: Grammar) -> int:
    """What a meld is worth; nothing if it is none."""
    reading = meld.read(grammar)
    return reading.value if isinstance(reading, Reading) else 0
