"""Explanations: possible accounts of where the jokers of the table went.

Tiles have no identity, so which joker went where is a matter of explanation. One
explanation says for every joker of the melds that changed whether it was kept or freed,
and where each freed joker lies now. All duties of a play are judged under the same
explanation, and the most favourable one counts.

Where joker melds are free, a joker is kept if it still lies with a number tile of its old
meld and stands for the same tile; otherwise it was freed. Where they are undivided or
frozen, an old meld with a joker still lies there (undivided: perhaps longer), or its jokers
were exchanged for the very tiles they stand for, laid from the rack. An exchanged joker is
freed, wherever it lies now, and a meld without its jokers is an ordinary one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from tilerummy.rules.changes import Change
from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import Face, Grammar, MeldKind, Reading
from tilerummy.rules.rulebook import JokerMelds, Rulebook
from tilerummy.rules.tiles import Tile, tile

__all__ = [
    "Explanation",
    "FreedJoker",
    "JokerPlace",
    "broken_joker_melds",
    "explanations",
    "free_explanations",
    "joker_places",
]


@dataclass(frozen=True, slots=True)
class JokerPlace:
    """A joker in a meld, and what it stands for there."""

    tile: Tile
    meld: int
    """Which of the old melds, or of the new ones."""
    place: int
    kind: MeldKind
    faces: tuple[Face, ...]

    def means(self, other: JokerPlace) -> bool:
        """Whether both stand for the same: number and colour in a run, number in a group.

        On the other side of a mirror a double shows the same two tiles the other way round.
        """
        if self.kind is not other.kind:
            return False
        if self.kind is MeldKind.RUN:
            return set(self.faces) == set(other.faces)
        return self.faces[0].number == other.faces[0].number


@dataclass(frozen=True, slots=True)
class FreedJoker:
    """A joker that was freed: where it lay among the old melds, where it lies in the new ones."""

    was: JokerPlace
    now: JokerPlace


Explanation = tuple[FreedJoker, ...]
"""The jokers that were freed; all others were kept."""


def explanations(rules: Rulebook, change: Change) -> Iterator[Explanation]:
    """Every lawful explanation of a change; none if a frozen or undivided meld was broken."""
    if rules.jokers.melds is JokerMelds.FREE:
        yield from free_explanations(rules.grammar, change)
        return
    new = joker_places([meld for _, meld in change.fresh], rules.grammar)
    bound = _bound_melds(change)
    for story in _stories(rules, bound, change, Counter(change.laid), _Story()):
        free = [place for place in new if (place.meld, place.place) not in story.kept]
        for matched in _matchings(story.exchanged, free):
            yield tuple([FreedJoker(was, now) for was, now in matched])


def free_explanations(grammar: Grammar, change: Change) -> Iterator[Explanation]:
    """Every explanation as if all melds could be rearranged freely."""
    final = [meld for _, meld in change.fresh]
    old = joker_places(change.gone, grammar)
    for matched in _matchings(old, joker_places(final, grammar)):
        yield tuple(
            [
                FreedJoker(was, now)
                for was, now in matched
                if not (was.means(now) and _share_a_number(change.gone[was.meld], final[now.meld]))
            ]
        )


def broken_joker_melds(rules: Rulebook, change: Change) -> list[Meld]:
    """The old joker melds to blame where a change has no lawful explanation."""
    bound = _bound_melds(change)
    laid = Counter(change.laid)
    alone = [
        meld
        for index, meld in bound
        if not any(_stories(rules, [(index, meld)], change, laid, _Story()))
    ]
    return alone or [meld for _, meld in bound]


def joker_places(melds: Sequence[Meld], grammar: Grammar) -> list[JokerPlace]:
    """Every joker of these melds, which are all valid."""
    found: list[JokerPlace] = []
    for index, meld in enumerate(melds):
        reading = _reading(meld, grammar)
        for place, (piece, faces) in enumerate(zip(meld.tiles, reading.faces, strict=True)):
            if piece.joker is not None:
                found.append(JokerPlace(piece, index, place, reading.kind, faces))
    return found


def _matchings(
    old: Sequence[JokerPlace], new: Sequence[JokerPlace]
) -> Iterator[list[tuple[JokerPlace, JokerPlace]]]:
    """Every way to say where each old joker lies now."""
    kinds = list(dict.fromkeys([place.tile for place in old]))
    per_kind: list[list[list[tuple[JokerPlace, JokerPlace]]]] = []
    for kind in kinds:
        mine = [place for place in old if place.tile is kind]
        theirs = [place for place in new if place.tile is kind]
        per_kind.append(
            [list(zip(mine, chosen, strict=True)) for chosen in permutations(theirs, len(mine))]
        )
    for parts in product(*per_kind):
        yield [pair for part in parts for pair in part]


def _share_a_number(old: Meld, new: Meld) -> bool:
    numbers = {piece for piece in old.tiles if piece.number}
    return any(piece in numbers for piece in new.tiles)


@dataclass(frozen=True, slots=True)
class _Story:
    """What became of some bound melds: jokers exchanged, places where the others still lie."""

    exchanged: tuple[JokerPlace, ...] = ()
    used: frozenset[tuple[int, int]] = frozenset()
    """Places in the new melds, as meld and place, that old melds take up."""
    kept: frozenset[tuple[int, int]] = frozenset()
    """Those of them where a joker lies."""


def _bound_melds(change: Change) -> list[tuple[int, Meld]]:
    return [(index, meld) for index, meld in enumerate(change.gone) if meld.jokers]


def _stories(
    rules: Rulebook,
    melds: Sequence[tuple[int, Meld]],
    change: Change,
    laid: Counter[Tile],
    story: _Story,
) -> Iterator[_Story]:
    """Every way in which each meld of the list still lies there or gave up all its jokers."""
    if not melds:
        yield story
        return
    (index, meld), *rest = melds
    for spent, row, exchanged in _exchanges(rules, index, meld, laid):
        so_far = story.exchanged + exchanged
        left = laid - spent
        if not any(piece.joker for piece in row):
            then = _Story(so_far, story.used, story.kept)
            yield from _stories(rules, rest, change, left, then)
            continue
        for home in _homes(rules, meld, row, change):
            if home.used.isdisjoint(story.used):
                then = _Story(so_far, story.used | home.used, story.kept | home.kept)
                yield from _stories(rules, rest, change, left, then)


def _exchanges(
    rules: Rulebook, index: int, meld: Meld, laid: Counter[Tile]
) -> Iterator[tuple[Counter[Tile], tuple[Tile, ...], tuple[JokerPlace, ...]]]:
    """Ways to exchange none, some or all jokers: tiles spent, the row then, jokers freed."""
    reading = _reading(meld, rules.grammar)
    choices: list[list[tuple[Tile, ...]]] = []
    for piece, faces in zip(meld.tiles, reading.faces, strict=True):
        stay: list[tuple[Tile, ...]] = [(piece,)]
        if piece.joker is not None:
            options = [_stand_ins(rules, meld, reading.kind, face) for face in faces]
            stay += [tuple(option) for option in product(*options)]
        choices.append(stay)
    for chosen in product(*choices):
        row = tuple([piece for part in chosen for piece in part])
        swapped = [
            (place, part)
            for place, (piece, part) in enumerate(zip(meld.tiles, chosen, strict=True))
            if part != (piece,)
        ]
        spent = Counter([piece for _, part in swapped for piece in part])
        numbered = [piece for piece in row if piece.number]
        doubled = reading.kind is MeldKind.GROUP and len(set(numbered)) < len(numbered)
        if not spent - laid and not doubled:
            freed = [
                JokerPlace(meld.tiles[place], index, place, reading.kind, reading.faces[place])
                for place, _ in swapped
            ]
            yield spent, row, tuple(freed)


def _stand_ins(rules: Rulebook, meld: Meld, kind: MeldKind, face: Face) -> list[Tile]:
    """The tiles that a joker showing this face can be exchanged for."""
    if face.colour is not None:
        return [tile(face.colour, face.number)]
    group = kind is MeldKind.GROUP
    taken = {piece.colour for piece in meld.tiles if piece.number} if group else set()
    return [tile(colour, face.number) for colour in rules.colours if colour not in taken]


def _homes(rules: Rulebook, meld: Meld, row: tuple[Tile, ...], change: Change) -> Iterator[_Story]:
    """Where the row lies in the new melds with every tile in its old role."""
    exact = rules.jokers.melds is JokerMelds.FROZEN
    was = _reading(meld, rules.grammar)
    first = was.faces[0][0].number
    for index, (_, fresh) in enumerate(change.fresh):
        now = _reading(fresh, rules.grammar)
        if now.kind is not was.kind or (exact and len(fresh.tiles) != len(row)):
            continue
        if was.kind is MeldKind.GROUP:
            if now.faces[0][0].number == first and not Counter(row) - Counter(fresh.tiles):
                yield _Story((), _at(index, range(len(fresh.tiles))), _jokers_of(row, index, fresh))
            continue
        for start in range(len(fresh.tiles) - len(row) + 1):
            span = range(start, start + len(row))
            if fresh.tiles[start : span.stop] == row and now.faces[start][0].number == first:
                jokers = [place for place in span if fresh.tiles[place].joker]
                yield _Story((), _at(index, span), _at(index, jokers))


def _jokers_of(row: tuple[Tile, ...], index: int, fresh: Meld) -> frozenset[tuple[int, int]]:
    """Places in a group where the jokers of the row lie; which of several alike is all one."""
    due = Counter([piece for piece in row if piece.joker])
    places: list[int] = []
    for place, piece in enumerate(fresh.tiles):
        if due[piece]:
            due[piece] -= 1
            places.append(place)
    return _at(index, places)


def _at(index: int, places: Iterable[int]) -> frozenset[tuple[int, int]]:
    return frozenset([(index, place) for place in places])


def _reading(meld: Meld, grammar: Grammar) -> Reading:
    reading = meld.read(grammar)
    assert isinstance(reading, Reading)
    return reading
