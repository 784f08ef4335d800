"""What is best: the native core, as Python sees it."""

from tilerummy.solver.errors import SolverError
from tilerummy.solver.explaining import Step, StepKind, explain
from tilerummy.solver.objectives import MOST_POINTS, MOST_TILES, Objective, Weights
from tilerummy.solver.ranking import BestPlays, Plays, best_plays
from tilerummy.solver.solutions import NODES, Solution
from tilerummy.solver.solving import Moves, can_go_out, moves, simplest, solve, solve_many

__all__ = [
    "MOST_POINTS",
    "MOST_TILES",
    "NODES",
    "BestPlays",
    "Moves",
    "Objective",
    "Plays",
    "Solution",
    "SolverError",
    "Step",
    "StepKind",
    "Weights",
    "best_plays",
    "can_go_out",
    "explain",
    "moves",
    "simplest",
    "solve",
    "solve_many",
]
