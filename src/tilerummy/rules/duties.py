"""Joker duties: what a player owes who moves a joker that lay on the table.

A table joker is kept if it still lies with a number tile of its old meld and stands for
the same tile; otherwise it was freed. Some rulebooks ask that a freed joker serve a new
meld, or at least another one. Tiles have no identity, so which joker went where is a
matter of explanation: every way to match old jokers with new places is tried, and the
play is at fault only if all of them are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from tilerummy.rules.changes import Change, contains, without
from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import Face, Grammar, MeldKind, Reading
from tilerummy.rules.rulebook import JokerReuse, Rulebook
from tilerummy.rules.tiles import Tile

__all__ = ["misplaced_jokers", "special_swaps"]


@dataclass(frozen=True, slots=True)
class _Place:
    """A joker in a meld, and what it stands for there."""

    tile: Tile
    meld: int
    kind: MeldKind
    faces: tuple[Face, ...]

    def means(self, other: _Place) -> bool:
        """Whether both stand for the same: number and colour in a run, number in a group.

        On the other side of a mirror a double shows the same two tiles the other way round.
        """
        if self.kind is not other.kind:
            return False
        if self.kind is MeldKind.RUN:
            return set(self.faces) == set(other.faces)
        return self.faces[0].number == other.faces[0].number


def misplaced_jokers(rules: Rulebook, change: Change) -> list[int]:
    """Places in the table left behind of melds that may not hold the freed joker they hold."""
    reuse = rules.jokers.reuse
    if reuse is JokerReuse.ANYWHERE or not any(meld.jokers for meld in change.gone):
        return []
    places = [index for index, _ in change.fresh]
    final = [meld for _, meld in change.fresh]
    old = _jokers(list(change.gone), rules.grammar)
    new = _jokers(final, rules.grammar)
    least: list[int] | None = None
    for matched in _matchings(old, new):
        freed = [
            (was, now)
            for was, now in matched
            if not (was.means(now) and _share_a_number(change.gone[was.meld], final[now.meld]))
        ]
        own_only = reuse is JokerReuse.OTHER_MELD
        wrong = _lengthened(freed, change, own_only=own_only)
        if not wrong:
            return []
        if least is None or len(wrong) < len(least):
            least = wrong
    return sorted({places[index] for index in least or []})


def special_swaps(change: Change, grammar: Grammar) -> list[int]:
    """Places in the table left behind where a special joker took another joker's seat."""
    return [
        index
        for index, meld in change.fresh
        if any(_swapped(old, meld, grammar) for old in change.gone)
    ]


def _jokers(melds: list[Meld], grammar: Grammar) -> list[_Place]:
    found: list[_Place] = []
    for index, meld in enumerate(melds):
        reading = meld.read(grammar)
        assert isinstance(reading, Reading)
        for tile, faces in zip(meld.tiles, reading.faces, strict=True):
            if tile.joker is not None:
                found.append(_Place(tile, index, reading.kind, faces))
    return found


def _matchings(old: list[_Place], new: list[_Place]) -> Iterator[list[tuple[_Place, _Place]]]:
    """Every way to say where each old joker lies now."""
    kinds = list(dict.fromkeys(place.tile for place in old))
    per_kind: list[list[list[tuple[_Place, _Place]]]] = []
    for kind in kinds:
        mine = [place for place in old if place.tile is kind]
        theirs = [place for place in new if place.tile is kind]
        per_kind.append(
            [list(zip(mine, chosen, strict=True)) for chosen in permutations(theirs, len(mine))]
        )
    for parts in product(*per_kind):
        yield [pair for part in parts for pair in part]


def _share_a_number(old: Meld, new: Meld) -> bool:
    numbers = {tile for tile in old.tiles if tile.number}
    return any(tile in numbers for tile in new.tiles)


def _lengthened(freed: list[tuple[_Place, _Place]], change: Change, *, own_only: bool) -> list[int]:
    """Which new melds hold a freed joker but are old melds merely lengthened.

    An old meld that lies there untouched is not among those gone, so laying its like
    from the rack is new; so it is where the old meld itself went on elsewhere.
    """
    lost: dict[int, list[Tile]] = {}
    for was, _ in freed:
        lost.setdefault(was.meld, []).append(was.tile)
    rests = [without(meld.tiles, lost.get(i, ())) for i, meld in enumerate(change.gone)]
    wrong: list[int] = []
    for was, now in freed:
        tiles = change.fresh[now.meld][1].tiles
        for rest in [rests[was.meld]] if own_only else rests:
            if sum(1 for tile in rest if tile.number) >= 2 and contains(tiles, rest):
                others = sum(contains(meld.tiles, rest) for _, meld in change.fresh) - 1
                if others < rests.count(rest):
                    wrong.append(now.meld)
                    break
    return wrong


def _swapped(old: Meld, new: Meld, grammar: Grammar) -> bool:
    """Whether new is old with a joker replaced by a special joker of another kind."""
    if len(old.tiles) != len(new.tiles):
        return False
    was, now = old.read(grammar), new.read(grammar)
    assert isinstance(was, Reading) and isinstance(now, Reading)
    if was.kind is not now.kind:
        return False
    if was.kind is MeldKind.RUN:
        pairs = [(x, y) for x, y in zip(old.tiles, new.tiles, strict=True) if x is not y]
    else:
        out, put = without(old.tiles, new.tiles), without(new.tiles, old.tiles)
        pairs = list(zip(out, put, strict=True))
    return bool(pairs) and all(
        x.joker is not None and y.joker is not None and y.joker.is_special and x.joker != y.joker
        for x, y in pairs
    )
