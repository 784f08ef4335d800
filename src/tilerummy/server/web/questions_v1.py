"""Questions of version 1: solver, judge, arranger and analysis in the command line's words."""

from __future__ import annotations

import time
from typing import Final

from litestar import Controller, Response
from litestar.params import JSONBody

from tilerummy.evaluation import analyse
from tilerummy.evaluation.positions import view_of_position
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.positions import Play, Position
from tilerummy.server.live.workers import QUESTION_SECONDS
from tilerummy.server.web.questions import (
    answer,
    arranged,
    check_size,
    position_in,
    question,
    rules_for,
)
from tilerummy.server.web.rate_limits import charge
from tilerummy.server.web.requests import Asking, refused
from tilerummy.server.wire.questions import (
    AnalyseTurn,
    AnalysisTold,
    Answered,
    ArrangeTiles,
    BatchAnswer,
    JudgePlay,
    JudgeTold,
    SolveBatch,
    SolvePosition,
    judgement,
)
from tilerummy.server.wire.resources import ArrangeAnswer, ArrangeRequest
from tilerummy.server.wire.review_encoding import encode_analysis
from tilerummy.solver.questions import SolveTold, naming, plays_for, told

__all__ = ["QuestionsApi"]

_SECONDS: Final = QUESTION_SECONDS * 0.75
"""The solver is stopped before the process would be ended."""
_REFUSED: Final = refused(
    {
        400: "what was sent cannot be right",
        429: "too many requests",
        503: "too many questions wait; ask again later",
    }
)


class QuestionsApi(Controller):
    """What is legal and what is best."""

    tags = ("questions",)

    @question("/solve", SolveTold, _REFUSED)
    async def solve(self, request: Asking, data: JSONBody[SolvePosition]) -> Response[bytes]:
        """The best play in a position, or the several best."""
        return await answer(request, _solved, data, _SECONDS)

    @question("/solve/batch", BatchAnswer, _REFUSED)
    async def solve_batch(self, request: Asking, data: JSONBody[SolveBatch]) -> Response[bytes]:
        """The best plays in up to a hundred positions.

        Each position counts as a request. Together they take no more time than a single question
        may: positions that are short of time are answered with the best play found.
        """
        charge(request, len(data.positions) - 1)
        return await answer(request, _solved_batch, data)

    @question("/judge", JudgeTold, _REFUSED)
    async def judge(self, request: Asking, data: JSONBody[JudgePlay]) -> Response[bytes]:
        """Whether a play is legal, and if not, why not."""
        return await answer(request, _judged, data)

    @question("/analyse/turn", AnalysisTold, _REFUSED)
    async def analyse(self, request: Asking, data: JSONBody[AnalyseTurn]) -> Response[bytes]:
        """What the choices of a turn are worth: chances to win, best first."""
        return await answer(request, _analysed, data)

    @question("/arrange", ArrangeAnswer, _REFUSED)
    async def arrange(self, request: Asking, data: JSONBody[ArrangeTiles]) -> Response[bytes]:
        """The order in which tiles make a meld."""
        return await answer(request, _arranged, data)


def _solved(asked: SolvePosition, seconds: float) -> SolveTold:
    position = _position(asked)
    with naming("keep"):
        check_size(position.rules, [asked.keep])
    wanted = asked.question
    return told(wanted, position, plays_for(wanted, position, seconds=seconds))


def _solved_batch(asked: SolveBatch) -> BatchAnswer:
    end = time.monotonic() + _SECONDS
    found: list[Answered] = []
    for done, position in enumerate(asked.positions):
        seconds = (end - time.monotonic()) / (len(asked.positions) - done)
        try:
            found.append(Answered(id=position.id, answer=_solved(position, max(seconds, 0.001))))
        except TilerummyError as error:
            found.append(Answered(id=position.id, error=str(error), field=error.field or None))
    return BatchAnswer(answers=found)


def _judged(asked: JudgePlay) -> JudgeTold:
    position = _position(asked)
    with naming("after"):
        check_size(position.rules, asked.after.split("|"))
        after = parse_melds(asked.after)
    with naming("opening"):
        check_size(position.rules, (asked.opening or "").split("|"))
        opening = None if asked.opening is None else parse_melds(asked.opening)
    return judgement(position, Play(after, opening))


def _analysed(asked: AnalyseTurn) -> AnalysisTold:
    position = _position(asked)
    with naming("others"):
        view = view_of_position(
            position, asked.others, others_opened=asked.opened or bool(asked.table)
        )
    found = analyse(view, seed=asked.seed, deals=asked.deals, seconds=_SECONDS)
    return encode_analysis(found)


def _arranged(asked: ArrangeTiles) -> ArrangeAnswer:
    rules_for(asked.rules, asked.house, "rules")
    return arranged(ArrangeRequest(rulebook=asked.rules, house=asked.house, tiles=asked.tiles))


def _position(asked: SolvePosition | JudgePlay | AnalyseTurn) -> Position:
    rules = rules_for(asked.rules, asked.house, "rules")
    return position_in(rules, asked.table, asked.rack, opened=asked.opened)
