"""Records over HTTP: saving a finished round, replaying it, comparing it with the best play."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Final

from litestar import Controller, MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from tilerummy.server.web.questions import COMPRESSED, answer, answers, question
from tilerummy.server.web.replays import analysis_of, finished_round, replay_of
from tilerummy.server.web.requests import Asking, hub_of, refused, visitor_of
from tilerummy.server.wire.resources import AnalyseRequest, Analysis, RecordText, Replay

__all__ = ["RecordId", "RecordsApi", "record_of_key"]

_REFUSED = refused(
    {
        400: "this is not a record, or a damaged one",
        404: "there is no such record",
        429: "too many requests",
        503: "too many questions wait; ask again later",
    }
)
_BEAT: Final = 0.5
"""That a record does not exist is answered at the end of an interval of this many seconds."""
RecordId = Annotated[str, PathParameter(pattern="^[0-9a-f]{20}$")]


class RecordsApi(Controller):
    """Finished rounds."""

    tags = ("records",)

    @get("/records/{key:str}", responses=_REFUSED, media_type=MediaType.TEXT)
    async def record(self, request: Asking, key: RecordId) -> Response[str]:
        """The record of a finished round, as a file."""
        headers = {"content-disposition": f'attachment; filename="{key}.record"'}
        return Response(await record_of_key(request, key), headers=headers)

    @get("/records/{key:str}/replay", responses=answers(Replay, _REFUSED), opt=COMPRESSED)
    async def replay(self, request: Asking, key: RecordId) -> Response[bytes]:
        """Every step of a finished round."""
        return await answer(request, replay_of, await record_of_key(request, key))

    @get("/records/{key:str}/analysis", responses=answers(Analysis, _REFUSED), opt=COMPRESSED)
    async def analysis(self, request: Asking, key: RecordId) -> Response[bytes]:
        """Each turn of a finished round beside the best play."""
        return await answer(request, analysis_of, await record_of_key(request, key), 0)

    @question("/replay", Replay, _REFUSED)
    async def replay_file(self, request: Asking, data: JSONBody[RecordText]) -> Response[bytes]:
        """Every step of a record from a file."""
        return await answer(request, replay_of, data.record)

    @question("/analyse", Analysis, _REFUSED)
    async def analyse_file(
        self, request: Asking, data: JSONBody[AnalyseRequest]
    ) -> Response[bytes]:
        """Each turn of a round of a record from a file beside the best play."""
        return await answer(request, analysis_of, data.record, data.round)


async def record_of_key(request: Asking, key: str) -> str:
    """The record of a finished round of this server, if the person who asks may see it."""
    services, visitor, began = hub_of(request).services, visitor_of(request), time.monotonic()
    found = await services.store.finished(key)
    if found is not None:
        finished = await services.workers.study(visitor.address, finished_round, *found)
        if finished.is_open_to(visitor.who, services.now()):
            return finished.record
    # How long the answer takes does not tell whether there is one that is not open yet.
    await asyncio.sleep(_BEAT - (time.monotonic() - began) % _BEAT)
    raise NotFoundException("there is no such record")
