"""The integer program, solved by HiGHS in a process of its own.

HiGHS cannot be loaded beside CP-SAT, so `Highs` starts `python -m tests.oracle.highs` and speaks
to it in lines of JSON. Presolve is off: with it HiGHS has called feasible programs infeasible.
"""

from __future__ import annotations

import subprocess
import sys
import time
from types import TracebackType

import msgspec

from tests.oracle.program import Answer, Program, Question, Undecided, Weigh, tiles_then_points
from tilerummy.rules import Position

__all__ = ["Highs", "Result", "Task", "solve_here"]


class Task(msgspec.Struct, frozen=True):
    """A program for the process to solve."""

    program: Program
    presolve: bool
    patience: float = 30.0


class Result(msgspec.Struct, frozen=True):
    """Its best columns, none if it has no solution or time was up, and how long that took."""

    columns: list[int] | None
    seconds: float
    finished: bool = True


class Highs:
    """A HiGHS process; use it in a `with` block."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-m", "tests.oracle.highs"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Highs:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def best(self, position: Position, weigh: Weigh = tiles_then_points) -> Answer:
        """The best play of the position under the weights."""
        question = Question(position, weigh)
        result = self.solve(question.program)
        if not result.finished:
            raise Undecided(str(position))
        return question.answer(result.columns)

    def solve(self, program: Program, *, presolve: bool = False) -> Result:
        """The best columns of the program."""
        given, told = self._process.stdin, self._process.stdout
        assert given is not None and told is not None
        given.write(msgspec.json.encode(Task(program, presolve)) + b"\n")
        given.flush()
        return msgspec.json.decode(told.readline(), type=Result)


def solve_here(task: Task) -> Result:
    """Solve the task in this process, which must not have loaded CP-SAT."""
    import highspy
    import numpy as np

    program = task.program
    started = time.perf_counter()
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("presolve", "on" if task.presolve else "off")
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", 0.5)
    highs.setOptionValue("time_limit", task.patience)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.limits), len(program.rows)
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = np.array(program.objective, dtype=float)
    lp.col_lower_ = np.zeros(len(program.limits))
    lp.col_upper_ = np.array(program.limits, dtype=float)
    lp.row_lower_ = np.array([row.least for row in program.rows], dtype=float)
    lp.row_upper_ = np.array([row.most for row in program.rows], dtype=float)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * len(program.limits)
    lengths = [len(row.terms) for row in program.rows]
    terms = [term for row in program.rows for term in row.terms]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.array([0, *np.cumsum(lengths)], dtype=np.int32)
    lp.a_matrix_.index_ = np.array([column for column, _ in terms], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([factor for _, factor in terms], dtype=float)
    highs.passModel(lp)
    highs.run()
    status = highs.getModelStatus()
    seconds = time.perf_counter() - started
    if status == highspy.HighsModelStatus.kInfeasible:
        return Result(None, seconds)
    if status == highspy.HighsModelStatus.kTimeLimit:
        return Result(None, seconds, finished=False)
    if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty):
        raise RuntimeError(f"HiGHS ended with {highs.modelStatusToString(status)}")
    values = highs.getSolution().col_value
    return Result([round(value) for value in values], seconds)


def _serve() -> None:
    for line in sys.stdin.buffer:
        result = solve_here(msgspec.json.decode(line, type=Task))
        sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _serve()
