"""PettingZoo: a round as an environment of several agents that act in turn.

Every seat is an agent, `seat_0` to `seat_5`. The reward is the score of the round, at its end.
Actions are choices among whole plays, or moves tile by tile; docs/environment.md lists them
and the places of an observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from typing import TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tilerummy.engine.rounds import Round
from tilerummy.lab.environments.rendering import HEIGHT, WIDTH, render_image
from tilerummy.lab.environments.single import SavedRound, SingleRound
from tilerummy.lab.environments.vector import NODES, Actions
from tilerummy.lab.errors import LabError
from tilerummy.rules import rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Observation", "TileRummyAEC", "env"]

RENDER_MODES = ("human", "ansi", "rgb_array")


class Observation(TypedDict, total=False):
    """What a seat sees, which actions it has and, where plays are whole, what they do."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]
    effects: NDArray[np.int16]


class TileRummyAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A round of a rulebook, dealt by `reset`.

    A seed decides this deal and those of all later resets without one. `reset(options={"round":
    now})` goes on from a round of the engine instead.
    """

    metadata: dict[str, object]
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, object]]

    def __init__(
        self,
        rules: Rulebook | str = "jumbo",
        seats: int = 2,
        *,
        actions: Actions = "plays",
        moves: int = 100,
        nodes: int = NODES,
        pictures: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; with `pictures`, observations are images.

        The masks are in `infos` then.
        """
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise LabError(f"a render mode is one of {', '.join(RENDER_MODES)}")
        book = rulebook(rules) if isinstance(rules, str) else rules
        self._round = SingleRound(book, seats, actions=actions, moves=moves, nodes=nodes)
        self.metadata = {
            "name": f"tilerummy_{book.id}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._seed: int | str = token_hex()
        self._deals = -1
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        count = self._round.actions
        self._shown: dict[str, Space[object]] = {
            "observation": Box(0, 255, (self._round.observation_size,), np.uint8),
            "action_mask": Box(0, 1, (count,), np.int8),
        }
        self._has_effects = actions == "plays"
        if self._has_effects:
            self._shown["effects"] = Box(-32768, 32767, (count, 72), np.int16)
        self._pictures = pictures
        self._space: Space[Observation] = Dict(self._shown)
        if pictures:
            self._space = Box(0, 255, (HEIGHT, WIDTH, 3), np.uint8)
        self._choice = {agent: Discrete(count) for agent in self.possible_agents}
        self.reset()

    def observation_space(self, agent: str) -> Space[Observation]:
        """The same for every seat."""
        return self._space

    def action_space(self, agent: str) -> Space[int]:
        """The same for every seat; the mask says which actions are legal."""
        return self._choice[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal a new round, or go on from the one in the options."""
        given = (options or {}).get("round")
        if seed is not None:
            self._seed, self._deals = seed, 0
        elif given is None:
            self._deals += 1
        if given is None:
            text = f"{self._seed}/{self._deals}" if self._deals else self._seed
            self._round.deal(text)
        elif isinstance(given, Round):
            self._round.place(given)
        else:
            raise LabError('options={"round": ...} takes a Round of the engine')
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._round.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()
        self._show()

    def observe(self, agent: str) -> Observation | NDArray[np.uint8]:
        """What the agent's seat may know."""
        seat = self._seat(agent)
        if self._pictures:
            return render_image(self._round.sight(seat))
        mine = seat == self._round.turn
        mask = self._round.mask if mine else np.zeros(self._round.actions, np.uint8)
        seen: Observation = {
            "observation": self._round.observe(seat),
            "action_mask": mask.astype(np.int8),
        }
        if self._has_effects:
            effects = self._round.effects
            seen["effects"] = effects.copy() if mine else np.zeros_like(effects)
        return seen

    def step(self, action: int | None) -> None:
        """Let the agent in turn act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._choice[agent].contains(action):
            raise LabError(f"an action is a number below {self._round.actions}, not {action!r}")
        if not self._round.mask[int(action)]:
            raise LabError(f"action {action} is not one of this turn; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._round.step(int(action))
        self._look()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._round.scores is not None:
            self.rewards = dict(zip(self.agents, self._round.scores, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._show()

    def keep(self, tiles: str) -> None:
        """Name tiles that the agent in turn wants to keep: the choice `KEEPING` does so then."""
        self._round.keep(parse_tiles(tiles))
        self._look()

    def information_state(self, agent: str) -> str:
        """Everything the agent has seen since the round began, in one text."""
        return self._round.information_state(self._seat(agent))

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the seat in turn sees: text, an image, or printed."""
        sight = self._round.sight(self._round.turn)
        if self.render_mode == "rgb_array":
            return render_image(sight)
        if self.render_mode == "ansi":
            return f"{self.agent_selection}\n{sight}"
        if self.render_mode == "human":
            print(f"{self.agent_selection}\n{sight}\n")
        return None

    def save(self) -> SavedRound:
        """The round as it is now."""
        return self._round.save()

    def restore(self, saved: SavedRound) -> None:
        """The round as it was; rewards start at zero."""
        self._round.restore(saved)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        if saved.scores is not None:
            self._cumulative_rewards = dict(zip(self.agents, saved.scores, strict=True))
        self.terminations = dict.fromkeys(self.agents, self._round.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def close(self) -> None:
        """Nothing has to be given back."""

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise LabError(f"an agent is one of {', '.join(self.possible_agents)}, not {agent!r}")
        return self.possible_agents.index(agent)

    def _look(self) -> None:
        """Whose turn it is; with pictures also the action mask."""
        self.agent_selection = self.possible_agents[self._round.turn]
        self.infos = {agent: {} for agent in self.agents}
        if self._pictures:
            none = np.zeros(self._round.actions, np.int8)
            self.infos = {agent: {"action_mask": none} for agent in self.agents}
            mask = self._round.mask.astype(np.int8)
            self.infos[self.agent_selection] = {"action_mask": mask}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def env(render_mode: str | None = None, **options: object) -> TileRummyAEC:
    """The environment as PettingZoo's own are made."""
    return TileRummyAEC(render_mode=render_mode, **options)  # type: ignore[arg-type]
