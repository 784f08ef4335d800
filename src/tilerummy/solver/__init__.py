"""What is best: the native core, as Python sees it."""

from tilerummy.solver.explaining import Step, StepKind, explain
from tilerummy.solver.objectives import MOST_POINTS, MOST_TILES, Objective, Weights
from tilerummy.solver.solving import Solution, best_plays, can_go_out, solve, solve_many

__all__ = [
    "MOST_POINTS",
    "MOST_TILES",
    "Objective",
    "Solution",
    "Step",
    "StepKind",
    "Weights",
    "best_plays",
    "can_go_out",
    "explain",
    "solve",
    "solve_many",
]
