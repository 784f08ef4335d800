"""A session: one connection's conversation with a room, message by message.

Requests that change the room go to the live room. What concerns one person alone is answered
here: hello, drafts, hints, reactions, pings.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final, get_args

import msgspec

from tilerummy.engine.views import View
from tilerummy.rules.errors import NotationError
from tilerummy.rules.positions import Position
from tilerummy.rules.violations import Code
from tilerummy.server.live.advice import Told, find_hint
from tilerummy.server.live.broken_logs import PASSING, BrokenLog
from tilerummy.server.live.chances import find_chances
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.draft_queue import QueuedDraft
from tilerummy.server.live.limits import Limits, Visitor
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.room import LiveRoom
from tilerummy.server.live.services import Services
from tilerummy.server.room import commands
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import count_tiles
from tilerummy.server.room.perspective import perspective
from tilerummy.server.room.projection import welcome
from tilerummy.server.room.reactions import Reaction
from tilerummy.server.room.refusals import RefusalCode, refuse
from tilerummy.server.room.snapshots import Refusal
from tilerummy.server.room.verdicts import Judged, Timing, judge_draft
from tilerummy.server.storage.database import describe
from tilerummy.server.wire import messages

__all__ = ["LONGEST_FRAME", "Session"]

_logger: Final = logging.getLogger(__name__)
LONGEST_FRAME: Final = 16_384
_LEAST_WORK: Final = 0.002
_MOST_WORK: Final = 5.0
"""What is charged for a draft that could not be measured, in seconds."""
_TOO_MANY: Final = "these are more tiles than the box has"
_PATIENCE: Final = 200
"""After this many messages over the rate limit or malformed ones the connection is closed."""

_HEARD: Final = {
    kind: METRICS.messages.labels(kind.__name__) for kind in get_args(messages.ClientMessage)
}


class Session:
    """What one connection says and hears."""

    def __init__(
        self,
        live: LiveRoom,
        services: Services,
        connection: Connection,
        limits: Limits,
        address: str,
    ) -> None:
        self._live = live
        self._services = services
        self._connection = connection
        self._limits = limits
        self._visitor = Visitor(connection.who, address)
        self._nonsense = 0

    async def hear(self, frame: str | bytes) -> bool:
        """Take one frame; False: the session is over."""
        began = time.monotonic()
        if len(frame) > LONGEST_FRAME:
            return self._complain(None, refuse(RefusalCode.BAD_MESSAGE))
        # A new connection is counted as a socket; refused there, the client would wait for nothing.
        spoken = self._limits.may_speak(self._visitor, began)
        if self._connection.greeted and not spoken:
            return self._complain(_id_in(frame), refuse(RefusalCode.TOO_FAST))
        try:
            message = messages.decode(frame)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return self._complain(_id_in(frame), refuse(RefusalCode.BAD_MESSAGE, str(error)))
        _HEARD[type(message)].inc()
        if isinstance(message, messages.Hello):
            if self._connection.greeted and not self._limits.may_talk(self._visitor, began):
                return self._complain(None, refuse(RefusalCode.TOO_FAST))
        elif not self._connection.greeted:
            return self._complain(message.id, refuse(RefusalCode.HELLO_FIRST))
        try:
            if isinstance(message, messages.Hello):
                await self._hello(message)
            else:
                await self._answer(message)
        except PASSING as error:
            _logger.debug("a message was not answered (%s)", describe(error))
            self._refuse(_id_in(frame), [refuse(RefusalCode.TOO_BUSY)])
        except BrokenLog as error:
            self._live.give_up(error)
            return False
        except Exception:
            _logger.exception("a message in room %s failed", self._live.room.code)
            return self._complain(_id_in(frame), refuse(RefusalCode.TOO_BUSY))
        METRICS.answering.observe(time.monotonic() - began)
        return True

    def turn_away(self, frame: str | bytes) -> bool:
        """Refuse a frame whose address has had more than its share; False: the session is over."""
        if self._connection.greeted:
            return self._complain(_id_in(frame), refuse(RefusalCode.TOO_FAST))
        self._connection.end(messages.Notice("too-fast", again=True))
        return False

    def _complain(self, request: int | None, reason: Refusal) -> bool:
        self._nonsense += 1
        self._refuse(request, [reason])
        if self._nonsense < _PATIENCE:
            return True
        self._connection.end(messages.Notice("too-fast", again=False))
        return False

    def _refuse(self, request: int | None, reasons: list[Refusal]) -> None:
        for reason in reasons:
            METRICS.refusals.labels(reason.code).inc()
        self._connection.send(messages.Refused(request, reasons))

    async def _answer(self, message: messages.ClientMessage) -> None:
        connection = self._connection
        match message:
            case messages.Hello():
                return
            case messages.Ping(id=request):
                connection.send(messages.Pong(request))
            case messages.Draft():
                self._draft(message)
            case commands.Play(table=table, opening=named) if self._too_many(table, named):
                self._refuse(message.id, [refuse(RefusalCode.BAD_NOTATION, _TOO_MANY)])
            case commands.Play() | commands.Draw() | commands.Pass():
                await self._ask(message)
            case _ if not self._limits.may_talk(self._visitor, time.monotonic()):
                self._refuse(message.id, [refuse(RefusalCode.TOO_FAST)])
            case messages.HintAsked(id=request):
                self._advise(request, messages.Hint, find_hint)
            case messages.ChancesAsked(id=request):
                self._advise(request, messages.Chances, find_chances)
            case messages.React(id=request, reaction=reaction):
                self._react(request, reaction)
            case _:
                await self._ask(message)

    async def _ask(self, request: commands.Command) -> None:
        reasons = await self._live.ask(self._connection.who, request)
        if reasons:
            self._refuse(request.id, reasons)
        else:
            self._connection.send(messages.Done(request.id))

    # Coming in

    async def _hello(self, hello: messages.Hello) -> None:
        live, connection = self._live, self._connection
        await live.reach(hello.after or 0)
        removal = live.room.removal_of(connection.who)
        if removal is not None:
            self._refuse(None, [refuse(RefusalCode.REMOVED)])
            connection.end(messages.Notice("removed", again=False, reason=removal.reason))
            return
        if hello.join is not None and live.room.seat_of(connection.who) is None:
            await self._join(hello.join)
        room = live.room
        if room.shuts_out(connection.who):
            self._refuse(None, [refuse(RefusalCode.NO_SPECTATORS)])
            connection.end(messages.Notice("gone", again=False))
            return
        if room.sees_delayed(connection.who):
            await live.show_past(connection)
            return
        missed = None if hello.after is None else live.missed(connection.who, hello.after)
        live.joined(connection)
        if missed is None:
            now = self._services.now()
            connection.send(welcome(live.room, connection.who, live.present, now, live.draft))
        else:
            assert hello.after is not None
            connection.send(messages.Resumed(hello.after))
            for happened in missed:
                connection.send(happened)
            connected = [seat.who in live.present.people for seat in live.room.seats]
            connection.send(messages.Presence(connected, live.present.watching(live.room)))

    async def _join(self, name: str) -> None:
        """Take a seat before anything is shown; where there is none, say why."""
        if not self._limits.may_talk(self._visitor, time.monotonic()):
            self._refuse(None, [refuse(RefusalCode.TOO_FAST)])
            return
        reasons = await self._live.ask(self._connection.who, commands.Join(id=0, name=name))
        if reasons:
            self._refuse(None, reasons)

    # During a turn

    def _too_many(self, table: list[str], opening: list[str] | None) -> bool:
        """Whether these are more tiles than the box has; nothing of them is read for that."""
        most = len(self._live.room.rules.deck)
        return count_tiles(table) > most or count_tiles(opening or ()) > most

    def _draft(self, message: messages.Draft) -> None:
        live, connection = self._live, self._connection
        turn = live.room.turn
        seen = perspective(live.room, connection.who, latest=0)
        view = seen.playing
        if view is None or seen.seat is None:
            code = RefusalCode.NOT_SEATED if seen.seat is None else RefusalCode.NOT_NOW
            self._refuse(message.id, [refuse(code)])
            return
        if message.seen < turn:
            self._refuse(message.id, [refuse(RefusalCode.STALE)])
            return
        if self._too_many(message.table, message.opening):
            self._refuse(message.id, [refuse(RefusalCode.BAD_NOTATION, _TOO_MANY)])
            return
        if not self._limits.may_work(self._visitor, time.monotonic()):
            self._refuse(message.id, [refuse(RefusalCode.TOO_FAST)])
            return
        judging = partial(self._judge, message, view, turn)
        stale = partial(self._refuse, message.id, [refuse(RefusalCode.STALE)])
        live.drafts.submit(seen.seat, QueuedDraft(judging, stale))

    async def _judge(self, message: messages.Draft, view: View, turn: int) -> None:
        live, connection = self._live, self._connection
        judge, position = self._services.workers.judge, view.position
        timed = view.my_turn and view.timed
        timing = Timing(view.phase, view.pool_size) if timed else None
        seconds = _LEAST_WORK
        try:
            judged, seconds = await judge(
                connection.who, _measured, position, message.table, message.opening, timing
            )
        except NotationError as error:
            self._refuse(message.id, [refuse(RefusalCode.BAD_NOTATION, str(error))])
            return
        except (Overworked, TooLong) as error:
            seconds = _MOST_WORK if isinstance(error, TooLong) else _LEAST_WORK
            self._refuse(message.id, [refuse(RefusalCode.TOO_BUSY)])
            return
        finally:
            self._limits.worked(self._visitor, time.monotonic(), seconds)
        codes = {reason.code for reason in judged.reasons}
        if view.my_turn and Code.TILE_NOT_AVAILABLE not in codes:
            draft = Draft(turn, judged.play.table, judged.play.opening)
            if not await live.keep_draft(draft, connection):
                self._refuse(message.id, [refuse(RefusalCode.STALE)])
                return
        connection.send(
            messages.Verdict(
                id=message.id,
                melds=judged.melds,
                legal=not judged.reasons,
                laid=len(judged.laid),
                opening=judged.opening,
                needed=judged.needed,
                reasons=judged.reasons,
                late=judged.late,
            )
        )

    def _advise(
        self,
        request: int,
        kind: type[messages.Hint | messages.Chances],
        work: Callable[[View], messages.Hint | messages.Chances],
    ) -> None:
        live, who = self._live, self._connection.who
        # With the whole history: chances depend on how the others have played so far.
        seen = perspective(live.room, who)
        view, now = seen.playing, live.room.playing
        if not seen.room.settings.hints:
            self._refuse(request, [refuse(RefusalCode.NO_HINTS)])
        elif now is None or view is None or not view.my_turn:
            self._refuse(request, [refuse(RefusalCode.NOT_NOW)])
        else:
            think = self._services.workers.think
            live.advice.ask(now, kind, partial(think, who, work, view), self._told(request))

    def _told(self, request: int) -> Told:
        def told(found: messages.Hint | messages.Chances | None) -> None:
            if found is None:
                self._refuse(request, [refuse(RefusalCode.TOO_BUSY)])
            else:
                self._connection.send(msgspec.structs.replace(found, id=request))

        return told

    def _react(self, request: int, reaction: Reaction) -> None:
        live = self._live
        seat = live.room.seat_of(self._connection.who)
        if seat is None:
            self._refuse(request, [refuse(RefusalCode.NOT_SEATED)])
            return
        live.react(seat, reaction)
        self._connection.send(messages.Done(request))


def _measured(
    position: Position, table: list[str], opening: list[str] | None, timing: Timing | None
) -> tuple[Judged, float]:
    """The verdict on a draft, and how many seconds of a processor it took."""
    began = time.process_time()
    judged = judge_draft(position, table, opening, timing)
    return judged, time.process_time() - began


class _Numbered(msgspec.Struct):
    id: int | None = None


def _id_in(frame: str | bytes) -> int | None:
    """The id of a message that is otherwise nonsense, so that its sender knows which."""
    try:
        found = msgspec.json.decode(frame, type=_Numbered).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if found is not None and 0 <= found < 2**31 else None
