"""The integer program, solved by CP-SAT."""

from __future__ import annotations

from ortools.sat.python import cp_model

from tests.oracle.program import Answer, Program, Question, Undecided, Weigh, tiles_then_points
from tilerummy.rules import Position

__all__ = ["best", "solve"]


def best(position: Position, weigh: Weigh = tiles_then_points, *, seconds: float = 60.0) -> Answer:
    """The best play of the position under the weights, as far as the program knows the rules."""
    question = Question(position, weigh)
    return question.answer(solve(question.program, seconds=seconds))


def solve(program: Program, *, seconds: float = 60.0) -> list[int] | None:
    """The best columns, or nothing if there are none."""
    model = cp_model.CpModel()
    columns = [model.new_int_var(0, limit, "") for limit in program.limits]
    for row in program.rows:
        total = cp_model.LinearExpr.weighted_sum(
            [columns[column] for column, _ in row.terms], [factor for _, factor in row.terms]
        )
        model.add_linear_constraint(total, row.least, row.most)
    model.maximize(cp_model.LinearExpr.weighted_sum(columns, program.objective))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise Undecided(solver.status_name(status))
    return [solver.value(column) for column in columns]
