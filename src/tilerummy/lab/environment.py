"""The first environment for programs that learn, kept as it was for those written for it.

New programs find more in `tilerummy.lab.environments`: docs/environment.md.

Every seat is an agent, `seat_0` to `seat_5`. A turn has a fixed number of actions, all of
them legal by construction: 0 plays nothing (it draws, or passes where nothing can be drawn)
and i plays the i-th best play that the solver finds, the one of most tiles first. The mask
says which of them exist in this turn.

An observation counts every kind of tile on the own rack and on the table, then gives the
size of every rack, of the pool, and who has opened, the own seat first. It holds nothing
that a person in that seat could not know. The reward is the score of the round, at its end.
"""

from __future__ import annotations

from collections import Counter
from secrets import token_hex
from typing import Final, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tilerummy.bots.policies import instead_of_laying
from tilerummy.engine.actions import Play
from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.lab.errors import LabError
from tilerummy.rules.positions import loose
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import ALL_TILES
from tilerummy.solver import best_plays

__all__ = ["Observation", "TileRummyEnvironment"]

_SEATS: Final = 6
_SIZE: Final = 2 * len(ALL_TILES) + 2 * _SEATS + 1
_NODES: Final = 20_000
_MOST: Final = 200
_MOST_PLAYS: Final = 10_000


class Observation(TypedDict):
    """What a seat sees, and which actions it has."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


class TileRummyEnvironment(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A round of a rulebook, dealt by `reset`.

    A seed decides this deal and those of all later resets without one; if there never was a
    seed, the deals are different each time.
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
    _round: Round

    def __init__(self, rules: Rulebook, seats: int = 2, plays: int = 8) -> None:
        super().__init__()
        if not 1 <= plays <= _MOST_PLAYS:
            raise LabError(f"an agent chooses among 1 to {_MOST_PLAYS} plays, not {plays}")
        self.metadata = {
            "name": f"tilerummy_{rules.id}",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self._rules = rules
        self._plays = plays
        self._seed: int | str = token_hex()
        self._deals = 0
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._space = Dict(
            {
                "observation": Box(0, _MOST, (_SIZE,), np.int16),
                "action_mask": Box(0, 1, (plays + 1,), np.int8),
            }
        )
        self._choice = {agent: Discrete(plays + 1) for agent in self.possible_agents}
        self._start()

    def observation_space(self, agent: str) -> Space[Observation]:
        """The same for every seat."""
        return self._space

    def action_space(self, agent: str) -> Space[int]:
        """Lay nothing, or one of the best plays."""
        return self._choice[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal a new round."""
        if seed is None:
            self._deals += 1
        else:
            self._seed, self._deals = seed, 0
        self._start()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may know."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._plays + 1, np.int8)
        if not self._round.over and seat == self._round.turn:
            mask[0] = self._may_wait
            mask[1 : len(self._found) + 1] = 1
        return {"observation": _numbers(self._round.view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the agent in turn act."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        now = self._round
        mask = self.observe(self.agent_selection)["action_mask"]
        if action is None or not self._choice[self.agent_selection].contains(action):
            raise LabError(f"an action is a number from 0 to {self._plays}, not {action!r}")
        action = int(action)
        if not mask[action]:
            raise LabError(f"action {action} is not one of this turn; see the action mask")
        self._cumulative_rewards[self.agent_selection] = 0.0
        waiting = instead_of_laying(now.view(now.turn))
        self._round = now.apply(self._found[action - 1] if action else waiting)
        self._look()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._round.outcome is not None:
            scores = self._round.outcome.scores
            self.rewards = dict(zip(self.agents, map(float, scores), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _start(self) -> None:
        seed = f"{self._seed}/{self._deals}" if self._deals else self._seed
        self._round = Round.deal(self._rules, seats=len(self.possible_agents), seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._look()

    def _look(self) -> None:
        """Whose turn it is, and what can be done."""
        now = self._round
        self._found: list[Play] = []
        self._may_wait = True
        self.agent_selection = self.possible_agents[now.turn]
        if now.over:
            return
        view = now.view(now.turn)
        found = best_plays(view.position, self._plays, nodes=_NODES)
        self._found = [solution.play for solution in found if solution.play is not None]
        self._may_wait = not (self._found and view.must_lay)


def _numbers(view: View) -> NDArray[np.int16]:
    assert view.seat is not None
    rack, table = Counter(view.rack), Counter(loose(view.table))
    seats = [(view.seat + place) % view.seats for place in range(view.seats)]
    empty = [0] * (_SEATS - view.seats)
    sizes = [view.rack_sizes[seat] for seat in seats] + empty
    opened = [int(seat in view.opened) for seat in seats] + empty
    counts = [rack[tile] for tile in ALL_TILES] + [table[tile] for tile in ALL_TILES]
    return np.array([*counts, *sizes, view.pool_size, *opened], np.int16)
