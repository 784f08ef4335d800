"""Rules over HTTP: rulebooks, the judge, the solver, the arranger."""

from __future__ import annotations

from enum import Enum
from typing import Literal, get_args, get_origin

import msgspec
from litestar import Controller, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from tilerummy.rules.library import RULEBOOK_IDS, annotation_of, fields, rulebook
from tilerummy.rules.rulebook import Rulebook
from tilerummy.server.room.settings import HouseValue
from tilerummy.server.web.questions import answer, arranged, judged, question, solved
from tilerummy.server.web.requests import Asking, refused
from tilerummy.server.wire.resources import (
    ArrangeAnswer,
    ArrangeRequest,
    JudgeAnswer,
    JudgeRequest,
    RulebookDetail,
    RulebookField,
    RulebookSummary,
    SolveAnswer,
    SolveRequest,
    WordsUsed,
)

__all__ = ["EarlierQuestionsApi", "RulebooksApi"]

_REFUSED = refused(
    {
        400: "what was sent cannot be right",
        404: "there is no such rulebook",
        429: "too many requests",
        503: "too many questions wait; ask again later",
    }
)


class RulebooksApi(Controller):
    """What the booklets say."""

    tags = ("rules",)

    @get("/rulebooks", sync_to_thread=False)
    def rulebooks(self) -> list[RulebookSummary]:
        """All rulebooks."""
        return [_summary(rulebook(name)) for name in RULEBOOK_IDS]

    @get("/rulebooks/{name:str}", responses=_REFUSED, sync_to_thread=False)
    def detail(self, name: FromPath[str]) -> RulebookDetail:
        """One rulebook with every field, its choices and its source."""
        if name not in RULEBOOK_IDS:
            raise NotFoundException("there is no such rulebook")
        rules = rulebook(name)
        jokers: dict[str, int] = msgspec.to_builtins(rules.tiles.jokers)
        return RulebookDetail(
            about=_summary(rules),
            tiles=len(rules.deck),
            jokers=jokers,
            fields=[_field(rules, field, value) for field, value in fields(rules)],
        )


class EarlierQuestionsApi(Controller):
    """What is legal and what is best, as it was asked before there was a version 1."""

    tags = ("rules",)

    @question("/judge", JudgeAnswer, _REFUSED)
    async def judge(self, request: Asking, data: JSONBody[JudgeRequest]) -> Response[bytes]:
        """Whether a play is legal, and if not, why not."""
        return await answer(request, judged, data)

    @question("/solve", SolveAnswer, _REFUSED)
    async def solve(self, request: Asking, data: JSONBody[SolveRequest]) -> Response[bytes]:
        """The best play in a position."""
        return await answer(request, solved, data)

    @question("/arrange", ArrangeAnswer, _REFUSED)
    async def arrange(self, request: Asking, data: JSONBody[ArrangeRequest]) -> Response[bytes]:
        """The order in which tiles make a meld."""
        return await answer(request, arranged, data)


def _summary(rules: Rulebook) -> RulebookSummary:
    return RulebookSummary(
        id=rules.id,
        title=rules.title,
        booklet=rules.booklet,
        language=rules.language,
        edition=rules.edition,
        special=list(rules.special),
        words=msgspec.convert(rules.words, WordsUsed, from_attributes=True),
        least=rules.players.least,
        most=rules.players.most,
        colours=[colour.value for colour in rules.colours],
        opening=rules.opening.points,
        limit=rules.time.limit,
    )


def _field(rules: Rulebook, name: str, value: object) -> RulebookField:
    shown: HouseValue = list(value) if isinstance(value, tuple) else value  # type: ignore[assignment]
    kind = annotation_of(name)
    bounds = [part for part in get_args(kind) if isinstance(part, msgspec.Meta)]
    least, most = (bounds[0].ge, bounds[0].le) if bounds else (None, None)
    allowed: list[HouseValue] = []
    if get_origin(kind) is Literal:
        allowed = list(get_args(kind))
    elif kind is bool:
        allowed = [True, False]
    elif isinstance(kind, type) and issubclass(kind, Enum):
        allowed = [choice.value for choice in kind]
    return RulebookField(
        field=name,
        value=shown,
        source=rules.source(name),
        allowed=allowed,
        least=None if least is None else int(least),
        most=None if most is None else int(most),
    )
