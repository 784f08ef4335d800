"""Rounds between different bots, for measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from tilerummy.bots import Budget, Dice, bot
from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook

BOTS = ("beginner", "casual", "greedy", "patient", "expert")
RULES = ("ravensburger-travel-de", "piatnik-travel", "lets-play-rummy-de", "twist")
_EFFORT = 0.05


@dataclass(frozen=True)
class Asked:
    """Which rounds to measure on, and how long."""

    rules: Sequence[str]
    bots: Sequence[str]
    seats: Sequence[int]
    seconds: float
    seed: int


@dataclass(frozen=True)
class Game:
    """A round that was played: who sat where, and every state."""

    names: tuple[str, ...]
    states: tuple[Round, ...]

    @property
    def winner(self) -> int | None:
        outcome = self.states[-1].outcome
        return None if outcome is None else outcome.winner


def games(asked: Asked, count: int) -> Iterator[Game]:
    """Rounds between bots drawn at random, as many as the processor time allows."""
    dice = Dice(asked.seed)
    start = process_time()
    for number in range(count):
        book = rulebook(asked.rules[number % len(asked.rules)])
        seats = dice.choose(asked.seats)
        sat = [dice.choose(asked.bots)]
        while len(sat) < seats:
            others = [name for name in asked.bots if seats > 2 or name not in sat]
            sat.append(dice.choose(others))
        yield played(book.id, tuple(sat), f"evaluation {asked.seed} {number}")
        if process_time() - start > asked.seconds:
            return


def played(rules: str, names: tuple[str, ...], seed: str) -> Game:
    """One round to its end."""
    dice = [Dice(sum(seed.encode()) * 31 + seat) for seat in range(len(names))]
    states = [Round.deal(rulebook(rules), seats=len(names), seed=seed)]
    while not states[-1].over:
        now = states[-1]
        view = now.view(now.turn)
        states.append(now.apply(bot(names[now.turn]).act(view, dice[now.turn], Budget(_EFFORT))))
    return Game(names, tuple(states))


def turns_of(game: Game) -> Iterator[tuple[Round, Action]]:
    """The turns of a round and what was done in them."""
    for before, after in zip(game.states, game.states[1:], strict=False):
        action = after.actions[-1]
        if isinstance(action, Play | Draw | Pass):
            yield before, action
