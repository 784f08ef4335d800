"""Environments for programs that learn: many rounds at once, PettingZoo, Gymnasium, OpenSpiel.

docs/environment.md describes observations and actions index by index.
"""

from tilerummy.lab.environments.layout import CHOICES, EFFECTS, LAYOUT, MOVES, Choice, Part

try:
    from tilerummy.lab.environments.arrays import Arrays, make_arrays
    from tilerummy.lab.environments.vector import Actions, VectorEnvironment
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing}; environments are installed with: pip install 'tilerummy[lab]'",
        name=missing.name,
    ) from None

__all__ = [
    "CHOICES",
    "EFFECTS",
    "LAYOUT",
    "MOVES",
    "Actions",
    "Arrays",
    "Choice",
    "Part",
    "VectorEnvironment",
    "make_arrays",
]
