"""Gymnasium: one seat is the learner's, bots of the roster sit in the others.

The engine plays the round, since bots look at its views; the core lists what the learner can
do. The reward is the learner's score at the end of the round, or 1 for a round won, as chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from tilerummy.bots import Budget, Dice
from tilerummy.engine.rounds import Round
from tilerummy.lab.environments.aec import RENDER_MODES, Observation
from tilerummy.lab.environments.rendering import render_image
from tilerummy.lab.environments.single import SingleRound
from tilerummy.lab.environments.vector import NODES
from tilerummy.lab.errors import LabError
from tilerummy.lab.players import Player
from tilerummy.rules import rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.rulebook import Rulebook

__all__ = ["LegalActions", "TileRummyGym"]

_DICE = 1 << 63


class LegalActions(Discrete):  # type: ignore[misc]
    """The actions by number; what is sampled without a mask is legal in the present turn."""

    def __init__(self, count: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        self._mask = mask
        super().__init__(count)

    def sample(
        self,
        mask: NDArray[np.int8] | None = None,
        probability: NDArray[np.float64] | None = None,
    ) -> np.int64:
        """One of them, each as likely unless told otherwise."""
        if mask is None and probability is None:
            mask = self._mask()
        chosen: np.int64 = super().sample(mask, probability)
        return chosen


class TileRummyGym(gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """A round against bots.

    `opponents` are bots as the arena takes them (`greedy`, `expert@0.1`, `my_module:MyBot`),
    in the order of the seats behind the learner, who sits in a seat drawn from the seed.
    """

    def __init__(
        self,
        rules: Rulebook | str = "jumbo",
        opponents: Sequence[str] = ("greedy",),
        *,
        reward: Literal["score", "win"] = "score",
        nodes: int = NODES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("score", "win"):
            raise LabError(f"a reward is score or win, not {reward!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise LabError(f"a render mode is one of {', '.join(RENDER_MODES)}")
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        self._rules = rulebook(rules) if isinstance(rules, str) else rules
        self._opponents = [Player.parse(name) for name in opponents]
        self._seats = len(self._opponents) + 1
        self._reward = reward
        self._sight = SingleRound(self._rules, self._seats, nodes=nodes)
        count = self._sight.actions
        self.action_space = LegalActions(count, self._legal)
        self.observation_space = Dict(
            {
                "observation": Box(0, 255, (self._sight.observation_size,), np.uint8),
                "action_mask": Box(0, 1, (count,), np.int8),
                "effects": Box(-32768, 32767, (count, 72), np.int16),
            }
        )
        self._now: Round | None = None
        self.seat = 0
        self._dice: list[Dice] = []

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """Deal a round, or go on from the one in `options={"round": now, "seat": 0}`."""
        super().reset(seed=seed)
        wishes = options or {}
        given = wishes.get("round")
        number = int(self.np_random.integers(_DICE))
        if given is None:
            now = Round.deal(self._rules, seats=self._seats, seed=str(number))
        elif isinstance(given, Round):
            if given.rules != self._rules or given.seats != self._seats:
                raise LabError(f"a round of {self._rules.id} for {self._seats} seats is needed")
            now = given
        else:
            raise LabError('options={"round": ...} takes a Round of the engine')
        seat = wishes.get("seat", number % self._seats)
        if not isinstance(seat, int) or not 0 <= seat < self._seats:
            raise LabError(f"seats count from 0 to {self._seats - 1}")
        self.seat = seat
        self._dice = [Dice(number + place) for place in range(self._seats)]
        self._now = self._others(now)
        return self._seen(), self._told()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Let the learner act, and the bots behind it."""
        now = self._now
        if now is None or now.over:
            raise LabError("the environment has to be reset first")
        if not self.action_space.contains(action) or not self._sight.mask[int(action)]:
            raise LabError(f"action {action!r} is not one of this turn; see the action mask")
        self._now = now = self._others(now.apply(self._sight.engine_action(int(action), now)))
        outcome = now.outcome
        reward = 0.0
        if outcome is not None:
            won = float(outcome.winner == self.seat)
            reward = float(outcome.scores[self.seat]) if self._reward == "score" else won
        return self._seen(), reward, outcome is not None, False, self._told()

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the learner sees: text, an image, or printed."""
        sight = self._sight.sight(self.seat)
        if self.render_mode == "rgb_array":
            return render_image(sight)
        if self.render_mode == "human":
            print(f"{sight}\n")
            return None
        return str(sight) if self.render_mode == "ansi" else None

    def keep(self, tiles: str) -> Observation:
        """Name tiles to keep in this turn: the choice `KEEPING` does so then."""
        self._sight.keep(parse_tiles(tiles))
        return self._seen()

    def _legal(self) -> NDArray[np.int8]:
        return self._sight.mask.astype(np.int8)

    def _others(self, now: Round) -> Round:
        """The round when the learner is to act again, or when it is over."""
        while not now.over and now.turn != self.seat:
            seat = now.turn
            player = self._opponents[(seat - self.seat) % self._seats - 1]
            budget: Budget = player.budget(1.0)
            now = now.apply(player.bot().act(now.view(seat), self._dice[seat], budget), seat=seat)
        self._sight.place(now)
        return now

    def _seen(self) -> Observation:
        return {
            "observation": self._sight.observe(self.seat),
            "action_mask": self._sight.mask.astype(np.int8),
            "effects": self._sight.effects.copy(),
        }

    def _told(self) -> dict[str, object]:
        now = self._now
        winner = None if now is None or now.outcome is None else now.outcome.winner
        return {"seat": self.seat, "won": winner == self.seat}


gymnasium.register("tilerummy/TileRummy-v0", f"{__name__}:{TileRummyGym.__name__}")
