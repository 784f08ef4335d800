"""Rooms over HTTP: making one, finding one, and a program's token."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import JSONBody, PathParameter

from tilerummy.server.live import bots
from tilerummy.server.live.summaries import indexed_summary, summary_of
from tilerummy.server.room.commands import CreateRoom
from tilerummy.server.web.identity import Signer
from tilerummy.server.web.requests import Asking, hub_of, refused, visitor_of
from tilerummy.server.wire.resources import BotInfo, RoomCreated, RoomSummary, SeatToken

__all__ = ["RoomsApi"]

_ALIVE = 6 * 3_600_000
_REFUSED = refused(
    {
        400: "what was sent cannot be right",
        404: "there is no such thing",
        429: "too many requests, or rooms",
    }
)
Code = Annotated[str, PathParameter(pattern="^[A-Za-z0-9]{6}$")]


class RoomsApi(Controller):
    """Rooms and who plays in them."""

    tags = ("rooms",)

    @post("/rooms", responses=_REFUSED)
    async def create(
        self, request: Asking, state: State, data: JSONBody[CreateRoom]
    ) -> RoomCreated:
        """Make a room; its maker sits on the first seat."""
        visitor = visitor_of(request)
        live = await hub_of(request).create(visitor.who, data, visitor.address)
        if isinstance(live, list):
            raise ClientException("; ".join(reason.message for reason in live))
        code = live.room.code
        base: str = state.base_url
        return RoomCreated(code, f"{base.rstrip('/')}/room/{code}")

    @get("/rooms")
    async def public(self, request: Asking) -> list[RoomSummary]:
        """The public rooms that are open, the newest first."""
        services = hub_of(request).services
        now = services.now()
        lines = await services.store.public_rooms(now - _ALIVE)
        shown = [indexed_summary(line, now) for line in lines]
        return [summary for summary in shown if summary is not None]

    @get("/rooms/{code:str}", responses=_REFUSED)
    async def summary(self, request: Asking, code: Code) -> RoomSummary:
        """A room from outside."""
        hub, visitor = hub_of(request), visitor_of(request)
        live = await hub.visited(code, visitor)
        if live is None:
            raise NotFoundException("there is no such room")
        return summary_of(live.room, visitor.who, hub.services.now())

    @get("/bots", sync_to_thread=False)
    def bots(self) -> list[BotInfo]:
        """The bots one can put on a seat."""
        return bots.roster()

    @post("/token", sync_to_thread=False)
    def token(self, state: State) -> SeatToken:
        """A token that makes a program somebody: a new identity of its own."""
        signer: Signer = state.signer
        return SeatToken(signer.sign(signer.fresh()))
