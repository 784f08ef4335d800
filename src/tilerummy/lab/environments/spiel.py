"""OpenSpiel: the game `python_tilerummy`, registered when this module is imported.

    import tilerummy.lab.environments.spiel
    game = pyspiel.load_game("python_tilerummy(rules=jumbo,players=2)")

A round is dealt from a seed, which four chance nodes choose digit by digit; everything else
follows from it and from the players' actions. Utilities are scores, which add up to zero.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from tilerummy.lab.environments.layout import CHOICES, LAYOUT, MOVES
from tilerummy.lab.environments.single import SingleRound
from tilerummy.lab.errors import LabError
from tilerummy.rules import rulebook

__all__ = ["TileRummyGame", "TileRummyState"]

_DIGITS: Final = 4
_OUTCOMES: Final = 64
_MOST_POINTS: Final = 2_500.0
"""More than all tiles of a box cost together."""
_PRIVATE: Final = ("rack", "unseen", "hand", "owed", "row", "draft")
"""The parts of an observation that its player alone may know."""
_PARAMETERS: Final = {"rules": "jumbo", "players": 2, "actions": "plays", "moves": 40}
_TYPE: Final = pyspiel.GameType(
    short_name="python_tilerummy",
    long_name="Tile Rummy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=_PARAMETERS,
)


class TileRummyGame(pyspiel.Game):  # type: ignore[misc]
    """The game of a rulebook."""

    def __init__(self, params: dict[str, object] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.rules = rulebook(str(chosen["rules"]))
        self.seats = int(str(chosen["players"]))
        self.actions = str(chosen["actions"])
        self.moves = int(str(chosen["moves"]))
        if self.actions not in ("plays", "tiles"):
            raise LabError(f"actions are plays or tiles, not {self.actions!r}")
        turns = 4 * len(self.rules.deck) + 4 * self.seats
        whole = self.actions == "plays"
        info = pyspiel.GameInfo(
            num_distinct_actions=CHOICES if whole else MOVES,
            max_chance_outcomes=_OUTCOMES,
            num_players=self.seats,
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            utility_sum=0.0,
            max_game_length=turns if whole else turns * (self.moves + 1),
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> TileRummyState:
        """Before the deal."""
        return TileRummyState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, object] | None = None,
    ) -> TileRummyObserver:
        """What looks at states for a player."""
        if params:
            raise LabError("observers take no parameters")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TileRummyObserver(kind, tile_by_tile=self.actions == "tiles")


class TileRummyState(pyspiel.State):  # type: ignore[misc]
    """A round at one moment."""

    def __init__(self, game: TileRummyGame) -> None:
        super().__init__(game)
        actions = "plays" if game.actions == "plays" else "tiles"
        self._digits: list[int] = []
        self.round = SingleRound(game.rules, game.seats, actions=actions, moves=game.moves)  # type: ignore[arg-type]

    @property
    def dealt(self) -> bool:
        """Whether the seed is chosen and the tiles are dealt."""
        return len(self._digits) == _DIGITS

    def current_player(self) -> int:
        """The seat to act, chance before the deal."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.round.over else self.round.turn

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(self.round.mask).tolist()
        return found if self.dealt and player == self.round.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next digit of the seed."""
        return [(digit, 1 / _OUTCOMES) for digit in range(_OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            self.round.step(action)
            return
        self._digits.append(action)
        if len(self._digits) == _DIGITS:
            self.round.deal(".".join(map(str, self._digits)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"digit {action} of the seed"
        return self.round.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.dealt and self.round.over

    def returns(self) -> list[float]:
        """The scores."""
        scores = self.round.scores if self.dealt else None
        return [0.0] * self.round.seats if scores is None else list(scores)

    def __str__(self) -> str:
        if not self.dealt:
            return f"before the deal, seed {self._digits}"
        return self.round.information_state(self.round.turn)


class TileRummyObserver:
    """Observations as tensors and texts, in the form that OpenSpiel asks for."""

    def __init__(self, kind: pyspiel.IIGObservationType, *, tile_by_tile: bool) -> None:
        self._kind = kind
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if kind.perfect_recall:
            return
        last = len(LAYOUT) if tile_by_tile else list(LAYOUT).index("hand")
        shown = [part for part in list(LAYOUT.values())[:last] if self._shows(part.name)]
        self.tensor = np.zeros(sum(part.length for part in shown), np.float32)
        at = 0
        for part in shown:
            self.dict[part.name] = self.tensor[at : at + part.length]
            at += part.length

    def _shows(self, name: str) -> bool:
        private = name in _PRIVATE
        return bool(
            (private and self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)
            or (not private and self._kind.public_info)
        )

    def set_from(self, state: TileRummyState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if not state.dealt:
            return
        seen = state.round.observe(player)
        for name, part in self.dict.items():
            part[:] = seen[LAYOUT[name].place]

    def string_from(self, state: TileRummyState, player: int) -> str | None:
        """What the player sees, or has seen, in words."""
        if not state.dealt:
            return "before the deal"
        if self._kind.perfect_recall:
            return state.round.information_state(player)
        sight = state.round.sight(player)
        lines: list[str] = []
        if self._kind.public_info:
            lines.append(sight.public)
        if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            lines.append(sight.private)
        return "\n".join(lines)


pyspiel.register_game(_TYPE, TileRummyGame)
