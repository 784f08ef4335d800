"""Records over HTTP: saving a finished round, replaying it, comparing it with the best play."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter

from tilerummy.server.hub import Hub
from tilerummy.server.replays import analysis_of, record_text, replay_of
from tilerummy.server.resources import AnalyseRequest, Analysis, Problem, RecordText, Replay

__all__ = ["RecordsApi"]

_REFUSED = {
    400: ResponseSpec(Problem, description="this is no record, or a damaged one"),
    404: ResponseSpec(Problem, description="there is no such record"),
    429: ResponseSpec(Problem, description="too many requests"),
    503: ResponseSpec(Problem, description="too many questions wait; ask again later"),
}
RecordId = Annotated[str, PathParameter(pattern="^[0-9a-f]{20}$")]


class RecordsApi(Controller):
    """Finished rounds."""

    path = "/api"
    tags = ("records",)

    @get("/records/{key:str}", responses=_REFUSED, media_type=MediaType.TEXT)
    async def record(self, state: State, key: RecordId) -> Response[str]:
        """The record of a finished round, as a file."""
        return Response(
            await _record(state, key),
            media_type=MediaType.TEXT,
            headers={"content-disposition": f'attachment; filename="{key}.record"'},
        )

    @get("/records/{key:str}/replay", responses=_REFUSED)
    async def replay(self, state: State, key: RecordId) -> Replay:
        """Every step of a finished round."""
        hub: Hub = state.hub
        return await hub.services.workers.study(replay_of, await _record(state, key))

    @get("/records/{key:str}/analysis", responses=_REFUSED)
    async def analysis(self, state: State, key: RecordId) -> Analysis:
        """Each turn of a finished round beside the best play."""
        hub: Hub = state.hub
        return await hub.services.workers.study(analysis_of, await _record(state, key), 0)

    @post("/replay", status_code=200, responses=_REFUSED)
    async def replay_file(self, state: State, data: JSONBody[RecordText]) -> Replay:
        """Every step of a record from a file."""
        hub: Hub = state.hub
        return await hub.services.workers.study(replay_of, data.record)

    @post("/analyse", status_code=200, responses=_REFUSED)
    async def analyse_file(self, state: State, data: JSONBody[AnalyseRequest]) -> Analysis:
        """Each turn of a round of a record from a file beside the best play."""
        hub: Hub = state.hub
        return await hub.services.workers.study(analysis_of, data.record, data.round)


async def _record(state: State, key: str) -> str:
    hub: Hub = state.hub
    found = await hub.services.store.finished(key)
    if found is None:
        raise NotFoundException("there is no such record")
    return await hub.services.workers.study(record_text, *found)
