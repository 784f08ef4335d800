"""A position as an integer program: how often is each meld laid, which rack tiles go down?

Every tile of the table lies in a meld afterwards, every rack tile may. For an opening, melds from
the laid tiles alone have to be worth enough: they are the whole play where the rulebook forbids
going on, and a second choice beside the final table where it allows it. The program knows nothing
of duties towards jokers that lay on the table: where a rulebook has them, its optimum is an upper
bound, and exact if the judge accepts what it proposes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.oracle.melds import Choice, canonical, meld_book
from tilerummy.rules import JokerKind, Meld, Play, Position, Tile
from tilerummy.rules.positions import loose
from tilerummy.rules.rulebook import JokerMelds, JokerReuse, Rulebook

__all__ = [
    "Answer",
    "Program",
    "Question",
    "Undecided",
    "has_duties",
    "points_then_tiles",
    "tiles_then_points",
    "worth",
]

Weigh = Callable[[Tile], int]


class Undecided(Exception):
    """Time was up before the answer was proved."""


def tiles_then_points(tile: Tile) -> int:
    """A weight under which more tiles always count more than any points."""
    return 10_000 + tile.number


def points_then_tiles(tile: Tile) -> int:
    """A weight under which more points always count more than any tiles."""
    return 1_000 * tile.number + 1


def worth(tiles: Sequence[Tile], weigh: Weigh) -> int:
    """What the tiles weigh together."""
    return sum(weigh(tile) for tile in tiles)


def has_duties(rules: Rulebook) -> bool:
    """Whether jokers on the table bind the player beyond what the program knows."""
    jokers = rules.jokers
    free = jokers.reuse is JokerReuse.ANYWHERE and jokers.melds is JokerMelds.FREE
    return not (free and jokers.special_replaces_other)


@dataclass(frozen=True, slots=True)
class Row:
    """Coefficients by column, and what their sum may be."""

    terms: tuple[tuple[int, int], ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Program:
    """Maximise the objective over integers from 0 to each column's limit."""

    limits: tuple[int, ...]
    objective: tuple[int, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The best that a solver of integer programs found: its value and the play."""

    value: int
    laid: tuple[Tile, ...]
    play: Play | None


class Question:
    """A position with its program, and the way back from numbers to a play."""

    def __init__(self, position: Position, weigh: Weigh) -> None:
        self.position = position
        rules = position.rules
        self.goes_on = position.opened or rules.opening.goes_on
        grammar = rules.grammar
        table = loose(position.table) if self.goes_on else []
        book = meld_book(rules, [*table, *position.rack])
        self.rack = Counter(position.rack)
        self.pieces = tuple(self.rack)
        self.final = book.available([*table, *position.rack])
        twice = not position.opened and rules.opening.goes_on
        self.opening = book.available(position.rack) if twice else []

        limits = [_most(choice, [*table, *position.rack], rules) for choice in self.final]
        limits += [self.rack[piece] for piece in self.pieces]
        limits += [_most(choice, position.rack, rules) for choice in self.opening]
        first_piece, first_opening = len(self.final), len(self.final) + len(self.pieces)
        objective = [0] * len(limits)
        for index, piece in enumerate(self.pieces):
            objective[first_piece + index] = weigh(piece)

        lying = Counter(canonical(t, grammar) for t in table)
        laid: dict[Tile, list[int]] = {}
        for index, piece in enumerate(self.pieces):
            laid.setdefault(canonical(piece, grammar), []).append(first_piece + index)
        used = _uses(self.final, 0)
        opened = _uses(self.opening, first_opening)
        rows: list[Row] = []
        for kind in {*lying, *laid}:
            terms = [*used.get(kind, ()), *((column, -1) for column in laid.get(kind, ()))]
            rows.append(Row(tuple(terms), lying[kind], lying[kind]))
        for kind, terms in opened.items():
            room = [(column, -1) for column in laid.get(kind, ())]
            rows.append(Row((*terms, *room), -len(position.rack), 0))
        if not position.opened:
            melds = list(enumerate(self.opening, first_opening) if twice else enumerate(self.final))
            values = tuple((column, choice.value) for column, choice in melds)
            rows.append(Row(values, rules.opening.points, 10_000))
        self.program = Program(tuple(limits), tuple(objective), tuple(rows))

    def answer(self, columns: Sequence[int] | None) -> Answer:
        """The play that these numbers mean; none if there is no solution or nothing is laid."""
        if columns is None:
            return Answer(0, (), None)
        pieces = columns[len(self.final) : len(self.final) + len(self.pieces)]
        laid = tuple(t for t, n in zip(self.pieces, pieces, strict=True) for _ in range(n))
        if not laid:
            return Answer(0, (), None)
        melds = _chosen(self.final, columns)
        table = self.position.table if self.goes_on else ()
        after = _with_real_jokers(melds, [*loose(table), *laid])
        opening: tuple[Meld, ...] | None = None
        if self.opening:
            chosen = _chosen(self.opening, columns[len(self.final) + len(self.pieces) :])
            opening = _with_real_jokers(chosen, laid)
        if not self.goes_on:
            opening, after = after, (*self.position.table, *after)
        value = sum(n * w for n, w in zip(columns, self.program.objective, strict=True) if n and w)
        return Answer(value, laid, Play(after, opening))


def _most(choice: Choice, tiles: Sequence[Tile], rules: Rulebook) -> int:
    have = Counter(canonical(t, rules.grammar) for t in tiles)
    return min(have[t] // n for t, n in Counter(choice.tiles).items())


def _uses(choices: Sequence[Choice], first: int) -> Mapping[Tile, list[tuple[int, int]]]:
    """For each kind of tile the columns that use it, and how often."""
    uses: dict[Tile, list[tuple[int, int]]] = {}
    for column, choice in enumerate(choices, first):
        for kind, count in Counter(choice.tiles).items():
            uses.setdefault(kind, []).append((column, count))
    return uses


def _chosen(choices: Sequence[Choice], columns: Sequence[int]) -> list[Meld]:
    pairs = zip(choices, columns[: len(choices)], strict=True)
    return [choice.meld for choice, count in pairs for _ in range(count)]


def _with_real_jokers(melds: list[Meld], tiles: Sequence[Tile]) -> tuple[Meld, ...]:
    """The melds with the jokers that really are among the tiles, in whatever colour printed."""
    plain = [t for t in tiles if t.joker is JokerKind.NORMAL]
    if not any(t.colour for t in plain) or any(t.colour for m in melds for t in m.jokers):
        return tuple(melds)
    real = iter(plain)
    return tuple(
        Meld(
            tuple(next(real) if t.joker is JokerKind.NORMAL else t for t in meld.tiles),
            meld.declared,
        )
        for meld in melds
    )
