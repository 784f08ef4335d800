"""The arrays that a vector environment writes into: the caller's, in these shapes and types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tilerummy.lab.environments.layout import EFFECTS

__all__ = ["Arrays", "make_arrays"]

_EFFECTS: Final = sum(part.length for part in EFFECTS.values())


@dataclass(frozen=True, slots=True)
class Arrays:
    """What a step writes, a row for each round; all C-contiguous."""

    observations: NDArray[np.uint8]
    """(rounds, size): what the seat in turn may know."""
    masks: NDArray[np.uint8]
    """(rounds, actions): 1 for each action that the seat in turn has."""
    effects: NDArray[np.int16]
    """(rounds, actions, 72): what each action does; empty where turns go tile by tile."""
    turns: NDArray[np.int32]
    """(rounds,): the seat in turn."""
    rewards: NDArray[np.float32]
    """(rounds, seats): the scores of a round that this step ended, otherwise zeros."""
    over: NDArray[np.uint8]
    """(rounds,): 1 where this step ended the round."""


def make_arrays(rounds: int, seats: int, actions: int, size: int, *, effects: bool) -> Arrays:
    """New arrays of the right shapes."""
    return Arrays(
        np.zeros((rounds, size), np.uint8),
        np.zeros((rounds, actions), np.uint8),
        np.zeros((rounds, actions, _EFFECTS) if effects else (0,), np.int16),
        np.zeros(rounds, np.int32),
        np.zeros((rounds, seats), np.float32),
        np.zeros(rounds, np.uint8),
    )
