"""Arranging: from a handful of tiles to the meld a player means.

People drop tiles in any order; the judge wants them as they lie. If the handful is a
meld as it stands, it stays as it is. Otherwise every shape it could have is tried: a run
from each start, a group, and both around a mirror joker. A run lists the number due at
each place, so there is little to search, and what was once found not to go on is not
tried again. Of all melds found, the most valuable is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from tilerummy.rules.errors import expect
from tilerummy.rules.melds import Meld, read, readings
from tilerummy.rules.readings import Fault, FaultCode, Grammar, MeldKind, Reading
from tilerummy.rules.tiles import Colour, JokerKind, Tile

__all__ = ["arrange"]


def arrange(tiles: Sequence[Tile], grammar: Grammar) -> Meld | Fault:
    """The meld that these tiles make in some order, or why they make none.

    >>> import tilerummy as tr
    >>> tr.arrange(tr.parse_tiles("k6 k4 *"), tr.rulebook("jumbo").grammar)
    Meld.parse('k4 * k6')
    """
    expect(grammar, Grammar, "grammar")
    as_dropped = Meld(tuple(tiles))
    reading = read(as_dropped, grammar)
    if isinstance(reading, Reading):
        return as_dropped
    if reading.code in (FaultCode.TOO_SHORT, FaultCode.ONLY_JOKERS):
        return reading
    found = list(_melds(tiles, grammar))
    if found:
        return max(found, key=lambda meld: _value(meld, grammar))
    fault = readings(tuple(sorted(tiles, key=lambda t: (not t.number, t.number))), grammar)
    return fault if isinstance(fault, Fault) else reading


def _melds(tiles: Sequence[Tile], grammar: Grammar) -> Iterator[Meld]:
    """A meld of each shape that these tiles can have."""
    mirrors = tuple([tile for tile in tiles if tile.joker is JokerKind.MIRROR])
    rest = tuple(sorted([tile for tile in tiles if tile not in mirrors], key=_rank))
    length = sum(_width(tile) for tile in rest)
    side = length // 2 if mirrors else length
    if len(mirrors) > 1 or (mirrors and length % 2):
        return
    numbers = Counter(tile.number for tile in rest if tile.number)
    if len(numbers) == 1 and length < 2 * len(grammar.colours):
        group = _group(rest, mirrors, side, grammar)
        if group is not None:
            yield group
    for start in range(1, grammar.numbers - side - len(mirrors) + 2):
        due = range(start, start + side)
        if all(number in due and numbers[number] <= 1 + len(mirrors) for number in numbers):
            row = _Run(due, mirrors, grammar).fill(rest)
            if row is not None:
                yield Meld(row)


def _group(
    tiles: tuple[Tile, ...], mirrors: tuple[Tile, ...], side: int, grammar: Grammar
) -> Meld | None:
    """A group of all the tiles; in which order they lie matters only around a mirror."""
    for order in dict.fromkeys(permutations(tiles)) if mirrors else [tiles]:
        left = [tile for n, tile in enumerate(order) if sum(map(_width, order[: n + 1])) <= side]
        meld = Meld((*left, *mirrors, *order[len(left) :]))
        reading = read(meld, grammar)
        if isinstance(reading, Reading) and reading.kind is MeldKind.GROUP:
            return meld
    return None


@dataclass(frozen=True, slots=True)
class _State:
    """A run that is partly filled, from its ends: all that decides how it can go on."""

    left: tuple[Tile, ...]
    filled: tuple[int, int] = (0, 0)
    """How many places are filled before the mirror and, from the far end, behind it."""
    colour: Colour | None = None
    before: Colour | None = None
    """The colours since the last colour change and before it, as far as they are bound."""
    facing: bool = False
    """Whether the last tile is a colour change that still wants one opposite."""


class _Run:
    """A run to be filled: the numbers due up to its end, or up to a mirror and back."""

    def __init__(self, due: range, mirrors: tuple[Tile, ...], grammar: Grammar) -> None:
        self._due = due
        self._mirrors = mirrors
        self._grammar = grammar
        self._dead: set[_State] = set()

    def fill(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
        """The first row that takes all the tiles."""
        rows = self._search(_State(tiles), (), ())
        return None if rows is None else (*rows[0], *self._mirrors, *reversed(rows[1]))

    def _search(
        self, state: _State, near: tuple[Tile, ...], far: tuple[Tile, ...]
    ) -> tuple[tuple[Tile, ...], tuple[Tile, ...]] | None:
        if not state.left:
            return near, far
        if state in self._dead:
            return None
        behind = bool(self._mirrors) and state.filled[1] < state.filled[0]
        for tile in self._choices(state, behind=behind):
            after = self._after(state, tile, behind=behind)
            if after is not None:
                rows = (near, (*far, tile)) if behind else ((*near, tile), far)
                found = self._search(after, *rows)
                if found is not None:
                    return found
        self._dead.add(state)
        return None

    def _choices(self, state: _State, *, behind: bool) -> list[Tile]:
        """The tiles worth trying next; a number that is due nowhere else goes first and alone."""
        due = self._due[state.filled[behind]]
        same = [tile for tile in state.left if tile.number == due]
        places = 1 if behind or not self._mirrors or state.filled[1] > state.filled[0] else 2
        if len(same) >= places:
            return list(dict.fromkeys(same))
        return [tile for tile in dict.fromkeys(state.left) if tile.number in (0, due)]

    def _after(self, state: _State, tile: Tile, *, behind: bool) -> _State | None:
        """The run with the tile at its next place; None if it cannot lie there."""
        filled = list(state.filled)
        faced = bool(self._mirrors) and filled[behind] < filled[not behind]
        filled[behind] += _width(tile)
        change = tile.joker is JokerKind.CHANGE
        if filled[behind] > len(self._due) or (faced and change is not state.facing):
            return None
        left = list(state.left)
        left.remove(tile)
        moved = replace(state, left=tuple(left), filled=(filled[0], filled[1]), facing=False)
        if change:
            if faced:
                return moved
            facing = bool(self._mirrors)
            return replace(moved, colour=None, before=state.colour, facing=facing)
        colour = self._grammar.colour_of(tile)
        if colour is None or colour is state.colour:
            return moved
        if state.colour is not None or colour is state.before:
            return None
        return replace(moved, colour=colour)


def _value(meld: Meld, grammar: Grammar) -> int:
    reading = read(meld, grammar)
    assert isinstance(reading, Reading)
    return reading.value


def _width(tile: Tile) -> int:
    return 2 if tile.joker is JokerKind.DOUBLE else 1


def _rank(tile: Tile) -> tuple[bool, int]:
    return tile.is_joker, tile.index
