"""A live room: a room that people are connected to on this server.

Its parts are the sequencer (adds entries), presence (who is there), the broadcast (sends), the
timer (what is due by itself) and the bots in its seats. Here they are put together, and here is
the draft of the turn that is on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tilerummy.engine.actions import TimeOut
from tilerummy.server.live.advice import Advice
from tilerummy.server.live.bot_reactions import BotReactions
from tilerummy.server.live.bots import BotTurns
from tilerummy.server.live.broadcast import Broadcast
from tilerummy.server.live.broken_logs import PASSING, BrokenLog, following, report
from tilerummy.server.live.bus_messages import Appended, Drafted, PresenceUpdate, ReactionShown
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.draft_queue import DraftQueue
from tilerummy.server.live.history import read_history
from tilerummy.server.live.presence import Presence
from tilerummy.server.live.schedule import Schedule
from tilerummy.server.live.sequencer import Foreseen, Sequencer, Step
from tilerummy.server.live.services import Services
from tilerummy.server.live.throttle import Throttle
from tilerummy.server.live.timer import Timer
from tilerummy.server.room import commands, log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.events import Happened
from tilerummy.server.room.projection import Present
from tilerummy.server.room.reactions import Reaction
from tilerummy.server.room.snapshots import Refusal
from tilerummy.server.room.state import Room
from tilerummy.server.storage.database import describe
from tilerummy.server.storage.leases import Latest
from tilerummy.server.wire import messages

__all__ = ["LiveRoom"]

_Work = Callable[[], Coroutine[None, None, object]]
"""Work that is made when it begins: a task that is cancelled first leaves nothing behind."""

_logger: Final = logging.getLogger(__name__)
_WRITTEN: Final = 0.1
"""How long the answer to a draft waits until the draft is written, in seconds."""
_RETRY: Final = 1.0
"""How long after the store failed it is tried again, in seconds."""
_PRESENCE_EVERY: Final = 0.25
"""Presence is sent to clients at most once in this many seconds."""


class LiveRoom:
    """A room and the connections to it."""

    def __init__(self, room: Room, services: Services, draft: Draft | None = None) -> None:
        self.idle_since = services.now()
        self._services = services
        self._sequencer = Sequencer(room, services, self._advanced)
        self._cluster = services.cluster
        lives = None if self._cluster is None else self._cluster.lives
        self._presence = Presence(services.now, lives)
        self._schedule = Schedule(self._sequencer, self._presence, services)
        self._broadcast = Broadcast(services.now)
        self._timer = Timer(services.now, lambda: self._start(self._carry_out))
        self._bots = BotTurns(services, self._owner)
        self._bot_reactions = BotReactions(services.now, self.react)
        self.drafts = DraftQueue()
        self.advice = Advice()
        self._draft = draft
        self._tell_presence = Throttle(_PRESENCE_EVERY, self._spread_presence)
        self._newcomer: Connection | None = None
        self._over: int | None = None
        """The turn whose time-out is being stored."""
        self._here = PresenceUpdate(services.server, room.code, [])
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.broken = False
        """Whether the log cannot be followed any more."""
        self._recovering = False
        self.schedule()

    @property
    def room(self) -> Room:
        """The room as of the last entry known here."""
        return self._sequencer.room

    @property
    def busy(self) -> bool:
        """Whether something is due by itself."""
        return self._schedule.due() is not None

    # Who is there

    @property
    def connections(self) -> set[Connection]:
        """The connections to this server."""
        return self._broadcast.connections

    @property
    def here(self) -> PresenceUpdate:
        """Who is connected to this server, as last sent to the other servers."""
        return self._here

    @property
    def present(self) -> Present:
        """Who is connected to any server, as last read."""
        return self._presence.present

    def _owner(self) -> str:
        """For whom the server works in this room: the host, or somebody else who is here."""
        return min(self._broadcast.people, key=lambda who: who != self.room.host, default="")

    def noticed(self, here: PresenceUpdate) -> None:
        """Another server says who is there."""
        self._presence.heard(here)
        self.look_around()

    def joined(self, connection: Connection) -> None:
        """A connection has said hello."""
        connection.greeted = True
        self.look_around(but=connection)

    def parted(self, connection: Connection) -> None:
        """A connection is gone."""
        self._broadcast.part(connection)
        self.idle_since = self._services.now()
        self.look_around()

    def look_around(self, *, but: Connection | None = None) -> None:
        """Tell everybody if somebody came or went."""
        people = self._broadcast.people
        if people != self._here.people:
            version = max(self._here.version + 1, self._services.now())
            self._here = PresenceUpdate(self._services.server, self.room.code, people, version)
            if self._cluster is not None:
                self._cluster.say(self._here)
        if self._presence.update(self._here):
            self._newcomer = but
            self._tell_presence()
            self._newcomer = None
            self.schedule()

    def _spread_presence(self) -> None:
        present = self.present
        connected = [seat.who in present.people for seat in self.room.seats]
        self.spread(messages.Presence(connected, present.watching(self.room)), but=self._newcomer)

    # What people ask for, and what other servers did

    async def ask(self, who: str, command: commands.Command) -> list[Refusal]:
        """Carry a command out; an empty list means it is stored and told."""
        asked = self._services.now()
        reasons = await self._sequencer.ask(who, command)
        if self._sequencer.unsure:
            self._schedule.in_vain(who, asked)
            self._start(self._recover)
        return reasons

    async def reach(self, number: int) -> None:
        """Know at least as much as somebody who has seen that entry, perhaps elsewhere."""
        await self._sequencer.reach(number)

    def appended(self, news: Appended) -> None:
        """Another server stored an entry."""
        if news.number > self.room.number:
            self._start(partial(self._sequencer.take, news))

    def resync(self) -> None:
        """Read what may have been missed."""
        self._start(self._sequencer.catch_up)

    def stored(self, latest: Latest) -> None:
        """Take the newest entry and draft of the room in the database."""
        playing, draft = self.room.playing, latest.draft
        if latest.number > self.room.number:
            self.resync()
        elif playing is not None and draft is not None and draft != self._draft:
            who = self.room.seats[playing.turn].who
            # A player who is connected here has perhaps moved more since it was written.
            if who is None or not self._presence.here(who):
                self.heard_draft(draft)

    def _advanced(self, step: Step) -> None:
        if step.after.turn != step.before.turn:
            self._draft = None
        self._schedule.advanced(step)
        self._broadcast.step(step, self.present)
        if [seat.who for seat in step.before.seats] != [seat.who for seat in step.after.seats]:
            self._tell_presence()
        if not self._sequencer.foreign and not self._closed:
            self._bot_reactions.advanced(step)
        self.schedule()

    # Telling

    async def show_past(self, connection: Connection) -> None:
        """Show a spectator the room as it was some time ago, and the rest when it is due."""
        delayed = self._broadcast.delayed
        with following():
            await delayed.begin(lambda: read_history(self._services, self.room, connection.who))
        self.joined(connection)
        delayed.watch(connection)

    def spread(self, message: messages.ServerMessage, *, but: Connection | None = None) -> None:
        """Tell everybody something that is not stored."""
        self._broadcast.spread(message, self.room, but=but)

    def missed(self, who: str, after: int) -> list[Happened] | None:
        """The events after that number as this person may know them; None: too long ago."""
        return self._broadcast.missed(who, after, self.room, self.present)

    def react(self, seat: int, reaction: Reaction) -> None:
        """Show everybody a reaction of a seat."""
        self.spread(messages.Reacted(seat, reaction))
        server, code = self._services.server, self.room.code
        self._services.bus.publish(ReactionShown(server, code, seat, reaction))

    # The draft of the turn that is on

    @property
    def draft(self) -> Draft | None:
        """The unfinished turn, if something has been moved in it."""
        draft = self._draft
        current = self.room.playing is not None and draft and draft.turn == self.room.turn
        return draft if current else None

    async def keep_draft(self, draft: Draft, by: Connection) -> bool:
        """The player in turn moved tiles, on this connection; False: the turn is over.

        A draft counts at the time-out from the moment it is kept, so none is kept after that. It is
        also written before it is answered, unless the database takes long.
        """
        if draft.turn == self._over or draft.turn != self.room.turn:
            return False
        self._show_draft(draft, but=by)
        code = self.room.code
        written = self._services.store.keep_draft(code, draft)
        self._services.bus.publish(Drafted.of(draft, self._services.server, code))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_WRITTEN):
                await written.wait()
        return True

    def heard_draft(self, draft: Draft) -> None:
        """The player in turn moved tiles, on another server."""
        if self.room.playing is not None and draft.turn == self.room.turn:
            self._show_draft(draft)

    def _show_draft(self, draft: Draft, *, but: Connection | None = None) -> None:
        self._draft = draft
        playing = self.room.playing
        if self.room.settings.live and playing is not None:
            self.spread(messages.LiveDraft(playing.turn, draft.rows), but=but)

    # What happens by itself

    def schedule(self) -> None:
        """Set the timer for what is due next."""
        due = None if self._closed else self._schedule.due()
        if due is not None and due.what == "bot" and not self._sequencer.foreign:
            self._bots.think(self.room)
        self._timer.set(None if due is None else due.at)

    async def _carry_out(self) -> None:
        due = self._schedule.due()
        if due is None or due.at > self._services.now():
            done = False
        elif due.what == "bot":
            done = await self._bot_turn()
        else:
            try:
                done = await self._sequencer.append(self._due_entry)
            finally:
                self._over = None
        if not done:
            self.schedule()

    async def _due_entry(self) -> log.Entry | None:
        """What is due, apart from a bot's turn."""
        due, now = self._schedule.due(), self._services.now()
        if due is not None and isinstance(due.what, log.TookOver | log.Paused):
            await self._look_elsewhere()
            due, now = self._schedule.due(), self._services.now()
        if due is None or due.at > now or due.what == "bot":
            return None
        if due.what == "deal":
            return log.Dealt(at=now, seed=self._services.workers.seed())
        if due.what == "time-out":
            return await self._time_out()
        return due.what

    async def _look_elsewhere(self) -> None:
        """Make sure that nobody counts as gone who is connected to another server."""
        if self._cluster is not None:
            for here in await self._cluster.look(self.room.code):
                self._presence.heard(here)
            self.look_around()

    async def _time_out(self) -> log.Acted:
        now, room = self._services.now(), self.room
        self._over = room.turn
        draft = await self._services.store.draft(room.code)
        assert room.playing is not None
        moved = draft is not None and draft.turn == room.turn and draft.table != room.playing.table
        late = TimeOut(draft.table, draft.opening) if draft is not None and moved else TimeOut()
        return log.Acted(at=now, seat=room.playing.turn, action=late)

    async def _bot_turn(self) -> bool:
        turn, before = self.room.turn, self.room.round
        thought = await self._bots.action(self.room)
        assert before is not None
        foreseen = None if thought.after is None else Foreseen(before, thought.after)

        async def entry() -> log.Entry | None:
            playing = self.room.playing
            if playing is None or self.room.turn != turn or not self.room.automatic_turn:
                return None
            return log.Acted(at=self._services.now(), seat=playing.turn, action=thought.action)

        return await self._sequencer.append(entry, foreseen)

    def _start(self, work: _Work) -> None:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: _Work) -> None:
        try:
            await work()
        except BrokenLog as error:
            self.give_up(error)
        except Exception as error:
            if isinstance(error, PASSING):
                _logger.debug("room %s has to wait (%s)", self.room.code, describe(error))
            else:
                _logger.exception("something failed in room %s", self.room.code)
            if not self._closed:
                await asyncio.sleep(_RETRY)
                self.schedule()
                if self._sequencer.unsure:
                    await self._recover()

    async def _recover(self) -> None:
        """Read what the store holds as soon as it answers again."""
        if self._recovering:
            return
        self._recovering = True
        try:
            while self._sequencer.unsure and not self._closed:
                with contextlib.suppress(SQLAlchemyError, OSError):
                    await self._sequencer.catch_up()
                await asyncio.sleep(_RETRY)
        finally:
            self._recovering = False
        self.schedule()

    def give_up(self, error: BrokenLog) -> None:
        """The log cannot be followed: send everybody away, and do nothing more."""
        if not self.broken:
            report(self.room.code, error)
        self.broken = self._closed = True
        self.schedule()
        for connection in self.connections:
            connection.cut()

    async def close(self) -> None:
        """Stop; what is stored goes on elsewhere or later."""
        self._closed = True
        self._timer.close()
        self._bots.close()
        self._bot_reactions.close()
        self._tell_presence.close()
        self._broadcast.delayed.close()
        self.drafts.close()
        self.advice.close()
        await self._sequencer.idle()
        for task in self._tasks:
            task.cancel()
