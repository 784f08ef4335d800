"""A visit: one connection's conversation with a room, message by message.

Requests that change the room go to the live room. What concerns one person alone is answered
here: hello, drafts, hints, reactions, pings.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import msgspec

from tilerummy.engine.openings import is_searched
from tilerummy.rules.errors import NotationError
from tilerummy.rules.melds import format_melds
from tilerummy.rules.violations import Code
from tilerummy.server import log, protocol
from tilerummy.server.bus import Drafted, ReactionShown
from tilerummy.server.connection import Connection, Pace
from tilerummy.server.deciding import Request
from tilerummy.server.folding import fold, fold_all
from tilerummy.server.hints import hint_for
from tilerummy.server.live import LiveRoom, Services, now_ms
from tilerummy.server.metrics import METRICS
from tilerummy.server.refusals import RefusalCode, refuse
from tilerummy.server.shapes import Refusal
from tilerummy.server.store import Draft
from tilerummy.server.telling import Present, tell, welcome
from tilerummy.server.verdicts import judge_draft

__all__ = ["LONGEST_FRAME", "Visit"]

LONGEST_FRAME: Final = 16_384
_BURST: Final = 60.0
_RATE: Final = 20.0
_TALK_BURST: Final = 20.0
_TALK_RATE: Final = 1.0
"""What is kept for ever (chat, the lobby), shown to all or dear to answer has a slower pace."""
_TRIES: Final = 5
"""A busy room may go on while its past is put together; then it is done again."""
_PATIENCE: Final = 200
"""After so many refusals for haste or nonsense the connection ends."""


class Visit:
    """What one connection says and hears."""

    def __init__(self, live: LiveRoom, services: Services, connection: Connection) -> None:
        self._live = live
        self._services = services
        self._connection = connection
        self._pace = Pace(_BURST, _RATE, time.monotonic())
        self._talk = Pace(_TALK_BURST, _TALK_RATE, time.monotonic())
        self._nonsense = 0

    async def hear(self, frame: str | bytes) -> bool:
        """Take one frame; False: the visit is over."""
        began = time.monotonic()
        if len(frame) > LONGEST_FRAME:
            return self._complain(None, refuse(RefusalCode.BAD_MESSAGE))
        if not self._pace.allows(began):
            return self._complain(_id_in(frame), refuse(RefusalCode.TOO_FAST))
        try:
            message = protocol.decode(frame)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return self._complain(_id_in(frame), refuse(RefusalCode.BAD_MESSAGE, str(error)))
        METRICS.messages.labels(type(message).__name__).inc()
        if isinstance(message, protocol.Hello):
            if self._connection.greeted and not self._talk.allows(began):
                return self._complain(None, refuse(RefusalCode.TOO_FAST))
            await self._hello(message)
            return True
        if not self._connection.greeted:
            return self._complain(message.id, refuse(RefusalCode.HELLO_FIRST))
        await self._answer(message)
        METRICS.answering.observe(time.monotonic() - began)
        return True

    def _complain(self, request: int | None, reason: Refusal) -> bool:
        self._nonsense += 1
        self._refuse(request, [reason])
        if self._nonsense < _PATIENCE:
            return True
        self._connection.end(protocol.Notice("too-fast", again=False))
        return False

    def _refuse(self, request: int | None, reasons: list[Refusal]) -> None:
        for reason in reasons:
            METRICS.refusals.labels(reason.code).inc()
        self._connection.send(protocol.Refused(request, reasons))

    async def _answer(self, message: protocol.ClientMessage) -> None:
        connection = self._connection
        match message:
            case protocol.Hello():
                return
            case protocol.Ping(id=request):
                connection.send(protocol.Pong(request))
            case protocol.Draft():
                await self._draft(message)
            case protocol.Play() | protocol.Draw() | protocol.Pass():
                await self._ask(message)
            case _ if not self._talk.allows(time.monotonic()):
                self._refuse(message.id, [refuse(RefusalCode.TOO_FAST)])
            case protocol.HintAsked(id=request):
                await self._hint(request)
            case protocol.React(id=request, reaction=reaction):
                self._react(request, reaction)
            case _:
                await self._ask(message)

    async def _ask(self, request: Request) -> None:
        reasons = await self._live.ask(self._connection.who, request)
        if reasons:
            self._refuse(request.id, reasons)
        else:
            self._connection.send(protocol.Done(request.id))

    # Coming in

    async def _hello(self, hello: protocol.Hello) -> None:
        live, connection = self._live, self._connection
        await live.reach(hello.after or 0)
        room = live.room
        watching = room.seat_of(connection.who) is None and room.phase != "lobby"
        if watching and not room.settings.spectators:
            self._refuse(None, [refuse(RefusalCode.NO_SPECTATORS)])
            connection.end(protocol.Notice("gone", again=False))
            return
        if watching and room.settings.delay:
            await self._hello_late()
            return
        missed = None if hello.after is None else live.missed(connection.who, hello.after)
        live.joined(connection)
        if missed is None:
            connection.send(
                welcome(live.room, connection.who, live.present, now_ms(), self._own_draft())
            )
        else:
            assert hello.after is not None
            connection.send(protocol.Resumed(hello.after))
            for happened in missed:
                connection.send(happened)
            connected = [seat.who in live.present.people for seat in live.room.seats]
            connection.send(protocol.Presence(connected, live.present.watching))

    async def _hello_late(self) -> None:
        """Show a spectator the room as it was some time ago, and the rest when it is due."""
        live, connection = self._live, self._connection
        code, workers = live.room.code, self._services.workers
        for _ in range(_TRIES):
            number = live.room.number
            bodies = await self._services.store.read(code)
            horizon = now_ms() - live.room.settings.delay * 1000
            past = await workers.run(_past, code, bodies[:number], horizon)
            if live.room.number == number:
                break
        live.joined(connection)
        connection.send_frame(past.welcome)
        for at, frame in past.later:
            live.hand_over(connection, frame, at)

    def _own_draft(self) -> list[str] | None:
        live, draft = self._live, self._live.draft
        playing = live.room.playing
        if draft is None or playing is None or draft.turn != live.room.turn:
            return None
        if live.room.seat_of(self._connection.who) != playing.turn:
            return None
        return draft.layout.split(" | ") if draft.layout else []

    # During a turn

    async def _draft(self, message: protocol.Draft) -> None:
        live, connection = self._live, self._connection
        room = live.room
        playing, seat = room.playing, room.seat_of(connection.who)
        if playing is None or seat is None:
            code = RefusalCode.NOT_SEATED if seat is None else RefusalCode.NOT_NOW
            self._refuse(message.id, [refuse(code)])
            return
        if message.seen < room.turn:
            self._refuse(message.id, [refuse(RefusalCode.STALE)])
            return
        position = playing.view(seat).position
        try:
            if is_searched(position):
                judge, table = self._services.workers.judge, message.table
                judged = await judge(judge_draft, position, table, message.opening)
            else:
                judged = judge_draft(position, message.table, message.opening)
        except NotationError as error:
            self._refuse(message.id, [refuse(RefusalCode.BAD_NOTATION, str(error))])
            return
        connection.send(
            protocol.Verdict(
                id=message.id,
                melds=judged.melds,
                legal=not judged.reasons,
                laid=len(judged.laid),
                opening=judged.opening,
                needed=judged.needed,
                reasons=judged.reasons,
            )
        )
        codes = {reason.code for reason in judged.reasons}
        current = live.room.turn == room.turn and seat == playing.turn
        if current and Code.TILE_NOT_AVAILABLE not in codes:
            opening = judged.play.opening
            self._keep_draft(
                Draft(
                    room.turn,
                    format_melds(judged.play.table),
                    None if opening is None else format_melds(opening),
                )
            )

    def _keep_draft(self, draft: Draft) -> None:
        live = self._live
        live.draft = draft
        self._services.store.keep_draft(live.room.code, draft)
        self._services.bus.publish(
            Drafted(self._services.server, live.room.code, draft.turn, draft.layout, draft.opening)
        )
        playing = live.room.playing
        if live.room.settings.live and playing is not None:
            table = draft.layout.split(" | ") if draft.layout else []
            live.spread(protocol.LiveDraft(playing.turn, table), but=self._connection)

    async def _hint(self, request: int) -> None:
        room = self._live.room
        playing, seat = room.playing, room.seat_of(self._connection.who)
        if not room.settings.hints:
            self._refuse(request, [refuse(RefusalCode.NO_HINTS)])
        elif playing is None or seat is None or playing.turn != seat:
            self._refuse(request, [refuse(RefusalCode.NOT_NOW)])
        else:
            position = playing.view(seat).position
            found = await self._services.workers.run(hint_for, position)
            self._connection.send(
                protocol.Hint(
                    id=request,
                    table=found.table,
                    opening=found.opening,
                    laid=found.laid,
                    steps=found.steps,
                )
            )

    def _react(self, request: int, reaction: protocol.Reaction) -> None:
        live = self._live
        seat = live.room.seat_of(self._connection.who)
        if seat is None:
            self._refuse(request, [refuse(RefusalCode.NOT_SEATED)])
            return
        live.spread(protocol.Reacted(seat, reaction))
        self._services.bus.publish(
            ReactionShown(self._services.server, live.room.code, seat, reaction)
        )
        self._connection.send(protocol.Done(request))


@dataclass(frozen=True, slots=True)
class _Past:
    """A room as it was, and what has happened since, for spectators."""

    welcome: bytes
    later: list[tuple[int, bytes]]


def _past(code: str, bodies: list[str], horizon: int) -> _Past:
    entries = [log.decode(body) for body in bodies]
    # The first entry is shown in any case: a room has to be opened to be seen.
    shown = sum(entry.at <= horizon for entry in entries[1:]) + 1
    room = fold_all(code, entries[:shown])
    assert room is not None
    seen = protocol.encode(welcome(room, "", Present(), max(horizon, 0), None))
    later: list[tuple[int, bytes]] = []
    for entry in entries[shown:]:
        before, room = room, fold(code, room, entry)
        told = tell(before, entry, room, "", Present(), entry.at)
        later.append((entry.at, protocol.encode(told)))
    return _Past(seen, later)


class _Numbered(msgspec.Struct):
    id: int | None = None


def _id_in(frame: str | bytes) -> int | None:
    """The id of a message that is otherwise nonsense, so that its sender knows which."""
    try:
        found = msgspec.json.decode(frame, type=_Numbered).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if found is not None and 0 <= found < 2**31 else None
