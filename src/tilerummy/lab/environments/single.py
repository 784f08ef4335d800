"""A single round, step by step: what the wrappers for other libraries stand on.

The core plays; beside it a log is kept of what was done, so that a seat can be told everything
it has seen since the round began (its information state). A round can be copied, pickled,
saved and restored.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.rounds import Round
from tilerummy.engine.shuffle import Seed
from tilerummy.engine.views import View
from tilerummy.lab.environments.decoding import DecodedObservation
from tilerummy.lab.environments.layout import LAYOUT, Choice, Move
from tilerummy.lab.environments.vector import NODES, Actions, VectorEnvironment
from tilerummy.lab.errors import LabError
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver.codes import translator

__all__ = ["SavedRound", "SingleRound"]


@dataclass(frozen=True, slots=True)
class _Done:
    """What a seat did: drew this tile, passed, or left that table behind."""

    seat: int
    deed: Draw | Pass | Play
    drawn: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedRound:
    """A round at one moment, with what was done to get there."""

    core: bytes
    begun: tuple[str, ...]
    log: tuple[_Done, ...]
    scores: tuple[float, ...] | None


class SingleRound:
    """A round of a rulebook."""

    def __init__(
        self,
        rules: Rulebook,
        seats: int = 2,
        *,
        actions: Actions = "plays",
        moves: int = 100,
        nodes: int = NODES,
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.kind: Actions = actions
        self._options = moves, nodes
        self._env = VectorEnvironment(
            rules, 1, seats=seats, actions=actions, moves=moves, nodes=nodes, restarts=False
        )
        self.actions = self._env.actions
        self.observation_size = self._env.observation_size
        self.scores: tuple[float, ...] | None = None
        self._begun: tuple[str, ...] = ()
        self._log: list[_Done] = []

    def deal(self, seed: Seed) -> None:
        """Begin a new round."""
        self._env.reset([seed])
        self._begin()

    def place(self, now: Round | View) -> None:
        """Go on from a round of the engine, or from what a seat may know of one."""
        self._env.place(0, now)
        self._begin()
        if now.outcome is not None:
            self.scores = tuple(map(float, now.outcome.scores))

    def _begin(self) -> None:
        self.scores = None
        self._log = []
        self._begun = tuple([str(self.sight(seat)) for seat in range(self.seats)])

    @property
    def over(self) -> bool:
        """Whether the round has ended; then `scores` are there."""
        return self._env.is_over(0)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._env.arrays.turns[0])

    @property
    def mask(self) -> NDArray[np.uint8]:
        """Which actions the seat in turn has."""
        row: NDArray[np.uint8] = self._env.arrays.masks[0]
        return row

    @property
    def effects(self) -> NDArray[np.int16]:
        """What each of them does, where plays are whole."""
        row: NDArray[np.int16] = self._env.arrays.effects[0]
        return row

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What a seat may know, as numbers."""
        return self._env.observe(0, seat)

    def sight(self, seat: int) -> DecodedObservation:
        """What a seat may know, in words and tiles."""
        return DecodedObservation.of(self.rules, self.observe(seat))

    def step(self, action: int) -> None:
        """Let the seat in turn act."""
        seat = self.turn
        deed = self._env.action(0, action)
        before = self.observe(seat)[LAYOUT["rack"].place].astype(np.int16)
        self._env.step(np.array([action], np.int32))
        if deed is None:
            return
        drawn: tuple[Tile, ...] = ()
        if isinstance(deed, Draw):
            more = self.observe(seat)[LAYOUT["rack"].place] - before
            drawn = translator(self.rules).loose(bytes(np.flatnonzero(more > 0).tolist()))
        assert isinstance(deed, Draw | Pass | Play)
        self._log.append(_Done(seat, deed, drawn))
        if self._env.arrays.over[0]:
            self.scores = tuple(map(float, self._env.arrays.rewards[0]))

    def engine_action(self, action: int, now: Round | View) -> Action:
        """The engine's action; `now` is the same round, with the colours of its jokers."""
        told = self._env.action(0, action, now)
        if told is None:
            raise LabError("a move within a turn is nothing to the engine")
        return told

    def keep(self, tiles: tuple[Tile, ...]) -> None:
        """Find the play that keeps these tiles of the seat in turn: the choice `KEEPING`."""
        self._env.keep(0, tiles)

    def action_text(self, action: int) -> str:
        """An action of this turn in words."""
        if self.kind == "plays":
            name = Choice(action).name.lower().replace("_", " ")
            return name if action == Choice.WAIT else f"{name}: {self._env.action(0, action)}"
        if action >= Move.TAKE:
            return f"take meld {action - Move.TAKE} apart"
        if action >= Move.PLACE:
            (tile,) = translator(self.rules).loose(bytes([action - Move.PLACE]))
            return f"place {tile}"
        return Move(action).name.lower().replace("_", " ")

    def information_state(self, seat: int) -> str:
        """Everything that a seat has seen since the round began, in one text."""
        lines = [f"{self.rules.id}, seat {seat} of {self.seats}", self._begun[seat]]
        for number, done in enumerate(self._log, 1):
            match done.deed:
                case Draw():
                    shown = f" {format_tiles(done.drawn)}" if done.seat == seat else ""
                    what = f"draw{shown}"
                case Pass():
                    what = "pass"
                case Play():
                    what = f"lay {done.deed}"
            lines.append(f"{number}. {done.seat} {what}")
        if self.kind == "tiles" and seat == self.turn:
            lines.append(str(self.sight(seat)))
        return "\n".join(lines)

    def save(self) -> SavedRound:
        """The round as it is now."""
        return SavedRound(self._env.save(), self._begun, tuple(self._log), self.scores)

    def restore(self, saved: SavedRound) -> None:
        """The round as it was."""
        if not isinstance(saved, SavedRound):
            raise LabError("this is not a saved round")
        self._env.restore(saved.core)
        self._begun, self._log = saved.begun, list(saved.log)
        self.scores = saved.scores

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        saved = self.save() if self._begun else None
        return _rebuilt, (self.rules, self.seats, self.kind, *self._options, saved)

    def __deepcopy__(self, memo: object) -> SingleRound:
        saved = self.save() if self._begun else None
        return _rebuilt(self.rules, self.seats, self.kind, *self._options, saved)


def _rebuilt(
    rules: Rulebook,
    seats: int,
    actions: Actions,
    moves: int,
    nodes: int,
    saved: SavedRound | None,
) -> SingleRound:
    made = SingleRound(rules, seats, actions=actions, moves=moves, nodes=nodes)
    if saved is not None:
        made.restore(saved)
    return made
