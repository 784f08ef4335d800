"""Environments for programs that learn: many rounds at once, PettingZoo, Gymnasium, OpenSpiel.

docs/environment.md describes observations and actions index by index.
"""

from tilerummy.lab.environments.layout import CHOICES, EFFECTS, LAYOUT, MOVES, Choice, Part
from tilerummy.lab.environments.vector import Actions, VectorEnvironment

__all__ = [
    "CHOICES",
    "EFFECTS",
    "LAYOUT",
    "MOVES",
    "Actions",
    "Choice",
    "Part",
    "VectorEnvironment",
]
