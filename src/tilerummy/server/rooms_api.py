"""Rooms over HTTP: making one, finding one, and a program's token."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.exceptions import ClientException, NotFoundException, TooManyRequestsException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter

from tilerummy.rules.errors import TilerummyError
from tilerummy.server import log, robots
from tilerummy.server.hub import Hub, TooManyRooms
from tilerummy.server.identity import Signer
from tilerummy.server.live import now_ms
from tilerummy.server.resources import (
    BotInfo,
    CreateRoom,
    Problem,
    RoomCreated,
    RoomSummary,
    SeatToken,
)
from tilerummy.server.room import rules_of
from tilerummy.server.summaries import summary_of

__all__ = ["RoomsApi"]

_ALIVE = 6 * 3_600_000
_REFUSED = {
    400: ResponseSpec(Problem, description="what was sent cannot be right"),
    404: ResponseSpec(Problem, description="there is no such thing"),
    429: ResponseSpec(Problem, description="too many requests, or rooms"),
}
Code = Annotated[str, PathParameter(pattern="^[A-Za-z0-9]{6}$")]


class RoomsApi(Controller):
    """Rooms and who plays in them."""

    path = "/api"
    tags = ("rooms",)

    @post("/rooms", responses=_REFUSED)
    async def create(
        self, request: Request[None, None, State], state: State, data: JSONBody[CreateRoom]
    ) -> RoomCreated:
        """Make a room; its maker sits on the first seat."""
        hub: Hub = state.hub
        who: str = request.scope["state"]["who"]
        entries = _first_entries(who, data, hub.services.workers.seed())
        try:
            live = await hub.create(who, entries, _address(request))
        except TooManyRooms:
            raise TooManyRequestsException("too many rooms; finish some first") from None
        code = live.room.code
        base: str = state.public_url or str(request.base_url)
        return RoomCreated(code, f"{base.rstrip('/')}/room/{code}")

    @get("/rooms")
    async def public(self, state: State) -> list[RoomSummary]:
        """The public rooms that are open, the newest first."""
        hub: Hub = state.hub
        summaries = await hub.services.store.public_rooms(now_ms() - _ALIVE)
        return [msgspec.json.decode(summary, type=RoomSummary) for summary in summaries]

    @get("/rooms/{code:str}", responses=_REFUSED)
    async def summary(
        self, request: Request[None, None, State], state: State, code: Code
    ) -> RoomSummary:
        """A room from outside."""
        hub: Hub = state.hub
        address = _address(request)
        if hub.guesses.too_many(address, time.monotonic()):
            raise TooManyRequestsException("too many wrong codes; wait a minute")
        live = await hub.room(code.upper())
        if live is None:
            hub.guesses.missed(address, time.monotonic())
            raise NotFoundException("there is no such room")
        return summary_of(live.room)

    @get("/bots", sync_to_thread=False)
    def bots(self) -> list[BotInfo]:
        """The bots one can put on a seat."""
        return robots.roster()

    @post("/token", sync_to_thread=False)
    def token(self, state: State) -> SeatToken:
        """A token that makes a program somebody: a new identity of its own."""
        signer: Signer = state.signer
        return SeatToken(signer.sign(signer.fresh()))


def _address(request: Request[None, None, State]) -> str:
    return request.client.host if request.client else ""


def _first_entries(who: str, wanted: CreateRoom, seed: str) -> list[log.Entry]:
    now = now_ms()
    settings = wanted.settings
    try:
        least = rules_of(settings).players.least
    except TilerummyError as error:
        raise ClientException(str(error)) from None
    levels = [*wanted.bots, settings.takeover_level]
    if any(level not in robots.LEVELS for level in levels):
        raise ClientException(f"there are bots of these levels: {', '.join(robots.LEVELS)}")
    if len(wanted.bots) >= settings.seats:
        raise ClientException("there are more bots than seats")
    if wanted.start and len(wanted.bots) + 1 < least:
        raise ClientException(f"a round needs at least {least} players")
    name = " ".join("".join(c if c.isprintable() else " " for c in wanted.name).split())
    if not name:
        raise ClientException("a name has at least one visible character")
    entries: list[log.Entry] = [
        log.Opened(at=now, host=who, settings=settings),
        log.Sat(at=now, seat=0, who=who, name=name),
    ]
    entries += [
        log.BotSat(at=now, seat=seat, level=level) for seat, level in enumerate(wanted.bots, 1)
    ]
    if wanted.start:
        entries.append(log.Dealt(at=now, seed=seed))
    return entries
