"""Puzzles: positions from real rounds in which the whole rack can be played, but not easily.

Bots play rounds to their end. Whenever one lays tiles by rearranging, the table before and
the tiles it laid are a puzzle: all of them can go, and somebody found out in earnest. How
hard it is depends on how many melds are taken apart on the way. The seed decides the
puzzle, so that two people can puzzle over the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tilerummy.bots import Budget, Dice, bot
from tilerummy.engine.actions import Play
from tilerummy.engine.rounds import Round
from tilerummy.engine.shuffle import seed_text
from tilerummy.lab.errors import LabError
from tilerummy.rules.changes import compare, contains
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import solve

__all__ = ["ROUNDS", "Level", "Puzzle", "puzzle"]

ROUNDS: Final = 500
"""Rounds to look through before giving up: under some house rules there is no such position."""


class Level(StrEnum):
    """How hard a puzzle is."""

    EASY = "easy"
    """One meld is taken apart."""
    MEDIUM = "medium"
    """Two or three are."""
    HARD = "hard"
    """Four or more are."""

    @classmethod
    def of(cls, apart: int) -> Level | None:
        """The level of a puzzle in which this many melds are taken apart, if there is one."""
        if not apart:
            return None
        return cls.EASY if apart == 1 else cls.MEDIUM if apart < 4 else cls.HARD


class Puzzle(Struct, frozen=True):
    """A position whose rack can all be laid, and a play that does."""

    position: Position
    answer: Play
    apart: int
    """How many melds of the table the answer takes apart."""
    level: Level


def puzzle(rules: Rulebook, level: Level, seed: str, *, rounds: int = ROUNDS) -> Puzzle:
    """The first puzzle of that level in the rounds of the seed."""
    seed = seed_text(seed)
    for number in range(rounds):
        for found in _puzzles(rules, f"{seed}/{number}"):
            if found.level is level:
                return found
    raise LabError(
        f"no {level.value} puzzle in {rounds} rounds under {rules.id}; try another level"
    )


def _puzzles(rules: Rulebook, seed: str) -> Iterator[Puzzle]:
    """The puzzles of one round between two players who lay whatever they can."""
    greedy, dice, budget = bot("greedy"), Dice(0), Budget()
    now = Round.deal(rules, seats=rules.players.least, seed=seed)
    while not now.over:
        view = now.view(now.turn)
        action = greedy.act(view, dice, budget)
        if isinstance(action, Play) and view.position.opened:
            found = _puzzle(view.position, action)
            if found is not None:
                yield found
        now = now.apply(action)


def _puzzle(before: Position, play: Play) -> Puzzle | None:
    laid = compare(before.table, play.table).laid
    position = Position(before.rules, before.table, laid, opened=True)
    # The solver disturbs the table as little as it can, so a hard puzzle is hard.
    best = solve(position)
    if best.play is None or best.tiles < len(laid):
        return None
    change = compare(position.table, best.play.table)
    fresh = [meld.tiles for _, meld in change.fresh]
    apart = sum(not any(contains(new, old.tiles) for new in fresh) for old in change.gone)
    level = Level.of(apart)
    return None if level is None else Puzzle(position, best.play, apart, level)
