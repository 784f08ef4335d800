"""The learned agent as a bot, for the arena and the league."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from tilerummy.bots import Budget, Dice
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.lab.baselines.policy import FEATURES, LinearPolicy, features
from tilerummy.lab.environments.vector import VectorEnvironment
from tilerummy.lab.errors import LabError
from tilerummy.rules.rulebook import Rulebook

__all__ = ["AgentFile", "CurvePoint", "Learned"]

SHIPPED: Final = Path(__file__).with_name("agent.json")
_FIRST: Final = np.array([0], np.intp)


class CurvePoint(Struct, frozen=True):
    """The state of training after this many rounds."""

    rounds: int
    seconds: float
    won: float
    standard_error: float
    points: float


class AgentFile(Struct, frozen=True):
    """A trained agent: what it learned, from what, and how it got better."""

    rules: str
    seats: int
    seed: int
    weights: dict[str, float]
    curve: list[CurvePoint]

    @staticmethod
    def read(path: Path) -> AgentFile:
        """The agent in a file."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=AgentFile)
        except (OSError, msgspec.MsgspecError) as error:
            raise LabError(f"{path} is not a trained agent: {error}") from None

    def write(self, path: Path) -> None:
        """Keep it."""
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def policy(self) -> LinearPolicy:
        """What it learned."""
        if set(self.weights) != set(FEATURES):
            raise LabError("this agent was trained with other features")
        return LinearPolicy(np.array([self.weights[name] for name in FEATURES]))


class Learned:
    """A trained agent at the table: always the action it scores highest.

    `tilerummy arena --seats tilerummy.lab.baselines:Learned,greedy` lets the shipped one play.
    """

    def __init__(self, path: Path = SHIPPED) -> None:
        self._policy = AgentFile.read(path).policy()
        self._sights: dict[tuple[Rulebook, int], VectorEnvironment] = {}

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The best of the whole plays, or a draw."""
        key = view.rules, view.seats
        sight = self._sights.get(key)
        if sight is None:
            sight = VectorEnvironment(view.rules, 1, seats=view.seats, restarts=False)
            self._sights[key] = sight
        arrays = sight.place(0, view)
        chosen = self._policy.best(features(arrays, _FIRST), arrays.masks)
        action = sight.action(0, int(chosen[0]), view)
        assert action is not None
        return action
