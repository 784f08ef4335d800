"""Finished games over HTTP: those one played, their reviews, and the chances of a position."""

from __future__ import annotations

import logging
from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter

from tilerummy.evaluation import analyse
from tilerummy.evaluation.positions import view_of_position
from tilerummy.server.live.reviews import Reviews
from tilerummy.server.web.questions import answer, position_of, question
from tilerummy.server.web.records import RecordId, record_of_key
from tilerummy.server.web.requests import Asking, hub_of, refused, visitor_of
from tilerummy.server.web.what_if import line_of
from tilerummy.server.wire.resources import RecordText
from tilerummy.server.wire.review_encoding import encode_choice
from tilerummy.server.wire.reviews import (
    ChancesAnswer,
    ChancesRequest,
    GameLine,
    ReviewState,
    WhatIfAnswer,
    WhatIfRequest,
)

__all__ = ["GamesApi"]

_logger: Final = logging.getLogger(__name__)
_REFUSED = refused(
    {
        400: "what was sent cannot be right",
        404: "there is no such record",
        429: "too many requests, or reviews today",
        503: "too many questions wait; ask again later",
    }
)
_PAGE = 50
_DEALS = 120
_LATEST = 1 << 53


class GamesApi(Controller):
    """What was played, and what it was worth."""

    tags = ("games",)

    @get("/games")
    async def games(
        self,
        request: Asking,
        before: Annotated[int, QueryParameter(ge=0, le=_LATEST)] = _LATEST,
    ) -> list[GameLine]:
        """The finished rounds of the person who asks, newest first, fifty at a time."""
        archive = hub_of(request).services.store.archive
        lines = await archive.games_of(visitor_of(request).who, before, _PAGE)
        found: list[GameLine] = []
        for line in lines:
            try:
                found.append(msgspec.json.decode(line, type=GameLine))
            except msgspec.MsgspecError as error:  # it does not hide the others
                _logger.warning("a finished round cannot be listed (%s)", type(error).__name__)
        return found

    @post("/records/{key:str}/review", status_code=200, responses=_REFUSED)
    async def review(self, request: Asking, state: State, key: RecordId) -> ReviewState:
        """The review of a finished round as far as it is; the first to ask begins it."""
        reviews: Reviews = state.reviews
        text, now = await record_of_key(request, key), hub_of(request).services.now()
        return await reviews.of_record(key, text, visitor_of(request), now)

    @post("/review", status_code=200, responses=_REFUSED)
    async def review_file(
        self, request: Asking, state: State, data: JSONBody[RecordText]
    ) -> ReviewState:
        """The review of a record from a file as far as it is; ask again until progress is 1."""
        reviews: Reviews = state.reviews
        now = hub_of(request).services.now()
        return reviews.of_text(data.record, visitor_of(request), now)

    @question("/chances", ChancesAnswer, _REFUSED)
    async def chances(self, request: Asking, data: JSONBody[ChancesRequest]) -> Response[bytes]:
        """The chances to win of the choices of a position."""
        return await answer(request, _chances, data)

    @question("/what-if", WhatIfAnswer, _REFUSED)
    async def what_if(self, request: Asking, data: JSONBody[WhatIfRequest]) -> Response[bytes]:
        """Another way on from a position of a record, the other seats played by a bot."""
        return await answer(request, line_of, data)


def _chances(asked: ChancesRequest) -> ChancesAnswer:
    view = view_of_position(position_of(asked), asked.others, others_opened=asked.others_opened)
    found = analyse(view, deals=_DEALS)
    return ChancesAnswer(
        choices=[encode_choice(choice) for choice in found.choices], deals=found.deals
    )
