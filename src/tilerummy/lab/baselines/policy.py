"""The baseline's policy: a linear score for every action, chosen in proportion to exp(score).

The features of an action are few and have names: which choice it is, alone and together with
how the round stands, and what the action does. So what was learned can be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tilerummy.lab.environments.layout import CHOICES, EFFECTS, LAYOUT, Choice
from tilerummy.lab.environments.vector import Arrays

__all__ = ["FEATURES", "LinearPolicy", "features"]

Floats = NDArray[np.float64]

_STANDS: Final = ("always", "opened", "pool empty", "rack size", "pool", "nearest rack")
_DOES: Final = (
    "tiles",
    "share of the rack",
    "points",
    "jokers laid",
    "jokers left",
    "goes out",
    "tiles left",
    "points left",
    "points left, nearest rack",
    "lays and rest is small",
)
FEATURES: Final = tuple(
    [f"{choice.name.lower()}, {stand}" for choice in Choice for stand in _STANDS] + list(_DOES)
)
_SEAT_SIZES: Final = slice(LAYOUT["seats"].start + 1, LAYOUT["laid"].start, 8)
_SEAT_OPENED: Final = LAYOUT["seats"].start + 2
_POOL: Final = LAYOUT["round"].start


def features(arrays: Arrays, rows: NDArray[np.intp]) -> Floats:
    """(rows, choices, features) of the actions in these rounds."""
    seen = arrays.observations[rows]
    effects = arrays.effects[rows].astype(np.float64)
    sizes = seen[:, _SEAT_SIZES].astype(np.float64)
    others = np.where(sizes[:, 1:] > 0, sizes[:, 1:], 255.0).min(axis=1)
    pool = seen[:, _POOL].astype(np.float64)
    one = np.ones(len(rows))
    near = np.minimum(others, 14) / 14
    stands = np.stack(
        [one, seen[:, _SEAT_OPENED], pool == 0, sizes[:, 0] / 20, pool / 80, near], axis=1
    ).astype(np.float64)
    out = np.zeros((len(rows), CHOICES, len(FEATURES)))
    width = len(_STANDS)
    for choice in range(CHOICES):
        out[:, choice, choice * width : (choice + 1) * width] = stands

    def does(name: str) -> Floats:
        column: Floats = effects[:, :, EFFECTS[name].start]
        return column

    plays = does("tiles") > 0
    left = does("points_left") / 50
    share = does("tiles") / np.maximum(1, sizes[:, :1])
    own = (
        does("tiles") / 10,
        share,
        does("points") / 50,
        does("jokers"),
        does("jokers_left"),
        does("goes_out"),
        does("tiles_left") / 20,
        left,
        left * (1 - near[:, None]),
        plays * (does("tiles_left") < 4),
    )
    for place, column in enumerate(own):
        out[:, :, CHOICES * width + place] = column
    return out


@dataclass(frozen=True, slots=True)
class LinearPolicy:
    """A weight for each feature."""

    weights: Floats

    @staticmethod
    def new() -> LinearPolicy:
        """One that chooses blindly."""
        return LinearPolicy(np.zeros(len(FEATURES)))

    def chances(self, found: Floats, masks: NDArray[np.uint8]) -> Floats:
        """How likely each action is."""
        scores = np.where(masks > 0, found @ self.weights, -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        likely = np.exp(scores)
        shares: Floats = likely / likely.sum(axis=1, keepdims=True)
        return shares

    def best(self, found: Floats, masks: NDArray[np.uint8]) -> NDArray[np.int32]:
        """The action of the highest score."""
        scores = np.where(masks > 0, found @ self.weights, -np.inf)
        chosen: NDArray[np.int32] = scores.argmax(axis=1).astype(np.int32)
        return chosen
