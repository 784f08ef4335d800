"""Frozen joker melds: where a meld with a joker may not be taken apart.

Under such rulebooks an old meld with a joker stays as it is (undivided: it may grow,
frozen: it may not), or its joker is exchanged for the very tile it stands for, laid from
the rack. An exchanged meld without jokers is ordinary at once where melds are only
undivided; where they are frozen it must still lie exactly as exchanged when the turn
ends. As elsewhere, the most favourable explanation counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tilerummy.rules.changes import Change
from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import Face, MeldKind, Reading
from tilerummy.rules.rulebook import JokerMelds, Rulebook
from tilerummy.rules.tiles import Tile, tile

__all__ = ["broken_joker_melds"]


def broken_joker_melds(rules: Rulebook, change: Change) -> list[Meld]:
    """The old joker melds that were divided or changed against the rulebook."""
    if rules.jokers.melds is JokerMelds.FREE:
        return []
    bound = [meld for meld in change.gone if meld.jokers]
    if not bound or _explain(rules, bound, change, Counter(change.laid), frozenset()):
        return []
    alone = [
        m for m in bound if not _explain(rules, [m], change, Counter(change.laid), frozenset())
    ]
    return alone or bound


def _explain(
    rules: Rulebook,
    melds: list[Meld],
    change: Change,
    laid: Counter[Tile],
    used: frozenset[tuple[int, int]],
) -> bool:
    """Whether every meld of the list found its place or gave up its jokers lawfully."""
    if not melds:
        return True
    first, *rest = melds
    frozen = rules.jokers.melds is JokerMelds.FROZEN
    for spent, row in _exchanges(rules, first, laid):
        left = laid - spent
        still_bound = any(t.joker is not None for t in row)
        if not frozen and not still_bound and _explain(rules, rest, change, left, used):
            return True
        if not frozen and not still_bound:
            continue
        for places in _homes(rules, first, row, change, exact=frozen):
            if not places & used and _explain(rules, rest, change, left, used | places):
                return True
    return False


def _exchanges(
    rules: Rulebook, meld: Meld, laid: Counter[Tile]
) -> Iterator[tuple[Counter[Tile], tuple[Tile, ...]]]:
    """Ways to exchange none, some or all jokers: rack tiles spent, and the row then."""
    reading = meld.read(rules.grammar)
    assert isinstance(reading, Reading)
    choices: list[list[tuple[Tile, ...]]] = []
    for piece, faces in zip(meld.tiles, reading.faces, strict=True):
        stay: list[tuple[Tile, ...]] = [(piece,)]
        if piece.joker is not None:
            options = [_stand_ins(rules, meld, reading.kind, face) for face in faces]
            stay += [tuple(option) for option in product(*options)]
        choices.append(stay)
    for chosen in product(*choices):
        row = tuple(t for part in chosen for t in part)
        spent = Counter(
            t
            for piece, part in zip(meld.tiles, chosen, strict=True)
            if part != (piece,)
            for t in part
        )
        enough = all(laid[t] >= n for t, n in spent.items())
        doubled = reading.kind is MeldKind.GROUP and len(set(_numbered(row))) < len(_numbered(row))
        if enough and not doubled:
            yield spent, row


def _stand_ins(rules: Rulebook, meld: Meld, kind: MeldKind, face: Face) -> list[Tile]:
    """The tiles that a joker showing this face can be exchanged for."""
    if face.colour is not None:
        return [tile(face.colour, face.number)]
    taken = {t.colour for t in meld.tiles if t.number} if kind is MeldKind.GROUP else set()
    return [tile(colour, face.number) for colour in rules.colours if colour not in taken]


def _numbered(row: tuple[Tile, ...]) -> list[Tile]:
    return [t for t in row if t.number]


def _homes(
    rules: Rulebook, meld: Meld, row: tuple[Tile, ...], change: Change, *, exact: bool
) -> Iterator[frozenset[tuple[int, int]]]:
    """Where the row lies in the new melds with every tile in its old role."""
    was = meld.read(rules.grammar)
    assert isinstance(was, Reading)
    for index, (_, fresh) in enumerate(change.fresh):
        now = fresh.read(rules.grammar)
        assert isinstance(now, Reading)
        if now.kind is not was.kind or (exact and len(fresh.tiles) != len(row)):
            continue
        if was.kind is MeldKind.GROUP:
            if now.faces[0][0].number == was.faces[0][0].number and not Counter(row) - Counter(
                fresh.tiles
            ):
                yield frozenset((index, place) for place in range(len(fresh.tiles)))
            continue
        for start in range(len(fresh.tiles) - len(row) + 1):
            part = fresh.tiles[start : start + len(row)]
            if part == row and now.faces[start][0].number == was.faces[0][0].number:
                yield frozenset((index, start + place) for place in range(len(row)))
