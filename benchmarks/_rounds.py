"""Rounds between different bots, for measurements.

Every round follows from the seed and its number alone, so that a run can be stopped and resumed:
what a measurement says of each round is kept in a file, a line for each, and read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TypeVar

import msgspec

from tilerummy.bots import Dice
from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.rounds import Round
from tilerummy.evaluation.deals import dice_of
from tilerummy.lab.players import Player
from tilerummy.rules.library import rulebook

BOTS = ("beginner", "casual", "greedy", "patient", "saver")
RULES = ("ravensburger-travel-de", "piatnik-travel", "lets-play-rummy-de", "twist")
_EFFORT = 0.05
Row = TypeVar("Row")


@dataclass(frozen=True)
class Asked:
    """Which rounds to measure on, how long, and where rows are kept."""

    rules: Sequence[str]
    bots: Sequence[str]
    seats: Sequence[int]
    seconds: float
    seed: int
    store: Path | None


@dataclass(frozen=True)
class Game:
    """A round that was played: who sat where, and every state."""

    names: tuple[str, ...]
    states: tuple[Round, ...]

    @property
    def winner(self) -> int | None:
        outcome = self.states[-1].outcome
        return None if outcome is None else outcome.winner


def measured(
    asked: Asked, name: str, count: int, kind: type[Row], row_of: Callable[[int], Row]
) -> list[Row]:
    """The rows of so many rounds, as many as the processor time allows; stored ones are read."""
    rows: list[Row] = []
    path = None if asked.store is None else asked.store / f"{name}-{asked.seed}.jsonl"
    if path is not None and path.exists():
        rows = [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]
    start = process_time()
    for number in range(len(rows), count):
        if process_time() - start > asked.seconds:
            break
        rows.append(row_of(number))
        if path is not None:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(rows[-1]) + b"\n")
    return rows[:count]


def game(asked: Asked, number: int) -> Game:
    """A round between bots drawn at random; with two seats they are different."""
    dice = dice_of("bots", asked.seed, number)
    seats = asked.seats[number // len(asked.rules) % len(asked.seats)]
    sat = [dice.choose(asked.bots)]
    while len(sat) < seats:
        others = [name for name in asked.bots if seats > 2 or name not in sat]
        sat.append(dice.choose(others))
    rules = asked.rules[number % len(asked.rules)]
    return played(rules, tuple(sat), f"evaluation {asked.seed} {number}")


def played(rules: str, names: tuple[str, ...], seed: str) -> Game:
    """One round to its end; a bot that searches does so at a fraction of its effort."""
    dice = [dice_of(seed, seat) for seat in range(len(names))]
    start = Round.deal(rulebook(rules), seats=len(names), seed=seed)
    return Game(names, tuple(played_on([start], names, dice)))


def played_on(states: list[Round], names: tuple[str, ...], dice: Sequence[Dice]) -> list[Round]:
    """The states of a round to its end, if these bots play on."""
    players = [Player.parse(name) for name in names]
    while not states[-1].over:
        now = states[-1]
        player, view = players[now.turn], now.view(now.turn)
        action = player.bot().act(view, dice[now.turn], player.budget(_EFFORT))
        states.append(now.apply(action))
    return states


def turns_of(game: Game) -> Iterator[tuple[Round, Action]]:
    """The turns of a round and what was done in them."""
    for before, after in zip(game.states, game.states[1:], strict=False):
        action = after.actions[-1]
        if isinstance(action, Play | Draw | Pass):
            yield before, action
