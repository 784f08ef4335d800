"""Decisions: from a command to the entry it adds to the log, or the reasons why it adds none.

Pure, like the rest of the room: who asks, what for and what time it is come in; an entry and the
room after it go out, or refusals. Nothing is changed here; the entry counts once it is stored.
Permission is checked first; then everything is decided from what the person who asks may know.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
from msgspec import Struct

from tilerummy.engine.actions import Draw
from tilerummy.engine.errors import IllegalAction
from tilerummy.rules.errors import NotationError, TilerummyError
from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.room import commands, log, seating
from tilerummy.server.room.checks import Refused, existing_seat, host_only, only_in, own_seat
from tilerummy.server.room.fold import fold
from tilerummy.server.room.names import clean_line
from tilerummy.server.room.perspective import Perspective, perspective
from tilerummy.server.room.refusals import RefusalCode, refuse_violation
from tilerummy.server.room.settings import RoomSettings
from tilerummy.server.room.snapshots import Refusal
from tilerummy.server.room.state import Room, rules_of

__all__ = ["Asked", "Created", "Decided", "create", "decide"]

_LONGEST_SETTINGS: Final = 4_000
"""As JSON: everybody who comes is sent them, and house rules have many fields."""


class Asked(Struct, frozen=True):
    """The person who asks, the time, a fresh seed in case one is needed, and which bots exist."""

    who: str
    now: int
    seed: str
    levels: Collection[str]


class Decided(Struct, frozen=True):
    """An entry that may be added, and the room with it."""

    entry: log.Entry
    after: Room


class Created(Struct, frozen=True):
    """The first entries of a new room, and the room that they make."""

    entries: list[log.Entry]
    room: Room


def create(code: str, asked: Asked, wanted: commands.CreateRoom) -> Created | list[Refusal]:
    """A new room with its maker and bots seated, or why there is none."""
    try:
        _check_settings(wanted.settings, RULINGS, asked)
    except Refused as no:
        return [no.reason]
    opened = log.Opened(at=asked.now, host=asked.who, settings=wanted.settings, rulings=RULINGS)
    entries: list[log.Entry] = [opened]
    room = fold(code, None, opened)
    steps: list[commands.Command] = [commands.Sit(id=0, seat=0, name=wanted.name)]
    steps += [commands.AddBot(id=0, seat=n, level=level) for n, level in enumerate(wanted.bots, 1)]
    steps += [commands.Start(id=0)] if wanted.start else []
    for step in steps:
        decided = decide(room, asked, step)
        if isinstance(decided, list):
            return decided
        entries.append(decided.entry)
        room = decided.after
    return Created(entries, room)


def decide(room: Room, asked: Asked, command: commands.Command) -> Decided | list[Refusal]:
    """The entry that the command adds, or why not."""
    try:
        entry = _decide(perspective(room, asked.who, latest=0), asked, command)
        _check_space(room, entry)
        return Decided(entry, fold(room.code, room, entry))
    except Refused as no:
        return [no.reason]
    except IllegalAction as illegal:
        return [refuse_violation(violation) for violation in illegal.violations]


def _check_space(room: Room, entry: log.Entry) -> None:
    ends_something = isinstance(
        entry, log.Acted | log.WentAway | log.Freed | log.Declined | log.Removed
    )
    if (room.full and not ends_something) or not room.allowances.allow(entry):
        raise Refused(RefusalCode.ROOM_FULL)


def _decide(seen: Perspective, asked: Asked, command: commands.Command) -> log.Entry:
    now, room = asked.now, seen.room
    if room.removal_of(seen.who) is not None:
        raise Refused(RefusalCode.REMOVED)
    match command:
        case commands.Play() | commands.Draw() | commands.Pass() | commands.ClaimRedeal():
            return _move(seen, asked, command)
        case commands.Sit(seat=seat, name=name):
            return seating.sit(seen, now, seat, name)
        case commands.Join(name=name):
            return seating.join(seen, now, name)
        case commands.Remove(seat=seat, reason=reason):
            return seating.remove(seen, now, seat, reason)
        case commands.Readmit(number=number):
            return seating.readmit(seen, now, number)
        case commands.Chat(text=text):
            name = "" if seen.seat is None else room.seats[seen.seat].name
            return log.Said(at=now, seat=seen.seat, name=name, text=_plain(text))
        case commands.Stand():
            seat = own_seat(seen)
            only_in(room, "lobby")
            return log.Freed(at=now, seat=seat)
        case commands.Ready(ready=ready):
            seat = own_seat(seen)
            only_in(room, "lobby", "between")
            return log.GotReady(at=now, seat=seat, ready=ready)
        case commands.Rematch():
            return _rematch(seen, asked)
        case commands.Leave():
            return seating.leave(seen, now)
        case commands.Start(bots=bots):
            return _start(seen, asked, bots)
        case commands.AddBot(seat=seat, level=level):
            host_only(seen)
            only_in(room, "lobby")
            _level(level, asked)
            if room.seats[existing_seat(room, seat)].who is not None:
                raise Refused(RefusalCode.SEAT_TAKEN)
            return log.BotSat(at=now, seat=seat, level=level)
        case commands.Free(seat=seat):
            host_only(seen)
            only_in(room, "lobby")
            if room.seats[existing_seat(room, seat)].free:
                raise Refused(RefusalCode.NO_SUCH_PLAYER)
            return log.Freed(at=now, seat=seat)
        case commands.Configure(settings=settings):
            return _configure(seen, asked, settings)


def _start(seen: Perspective, asked: Asked, bots: str | None) -> log.Entry:
    room = seen.room
    host_only(seen)
    only_in(room, "lobby", "between")
    if bots is not None:
        _level(bots, asked)
    filled = bots is not None or bool(room.results)
    players = sum(filled or not seat.free for seat in room.seats)
    if not any(seat.who for seat in room.seats) or players < room.rules.players.least:
        raise Refused(RefusalCode.NOT_ENOUGH_PLAYERS)
    return log.Dealt(at=asked.now, seed=asked.seed, bots=bots)


def _rematch(seen: Perspective, asked: Asked) -> log.Entry:
    seat = own_seat(seen)
    if seen.room.match.length is None:
        # Nobody agreed when the match is over, so the host says so.
        only_in(seen.room, "between")
        host_only(seen)
    else:
        only_in(seen.room, "over")
    return log.Restarted(at=asked.now, seat=seat)


def _configure(seen: Perspective, asked: Asked, settings: RoomSettings) -> log.Entry:
    host_only(seen)
    if seen.room.phase in ("playing", "between"):
        # The match is played as it was agreed; who may join it is for the host to say at any time.
        if settings != msgspec.structs.replace(seen.room.settings, late=settings.late):
            raise Refused(RefusalCode.NOT_NOW)
        return log.Configured(at=asked.now, settings=settings)
    only_in(seen.room, "lobby")
    if settings.seats < sum(not seat.free for seat in seen.room.seats):
        raise Refused(RefusalCode.SEAT_TAKEN)
    _check_settings(settings, seen.room.rulings, asked)
    return log.Configured(at=asked.now, settings=settings)


def _check_settings(settings: RoomSettings, rulings: int, asked: Asked) -> None:
    _level(settings.takeover_level, asked)
    if len(msgspec.json.encode(settings)) > _LONGEST_SETTINGS:
        raise Refused(RefusalCode.BAD_SETTINGS, "these settings are too long")
    try:
        rules_of(settings, rulings)
    except TilerummyError as error:
        raise Refused(RefusalCode.BAD_SETTINGS, str(error)) from None


def _move(seen: Perspective, asked: Asked, command: commands.Move) -> log.Entry:
    seat, view = own_seat(seen), seen.playing
    if view is None:
        raise Refused(RefusalCode.NOT_NOW)
    # A new deal may be claimed while the others go on; only another deal makes the claim stale.
    since = seen.room.deal if isinstance(command, commands.ClaimRedeal) else seen.room.turn
    if command.seen < since:
        raise Refused(RefusalCode.STALE)
    if not view.my_turn and not isinstance(command, commands.ClaimRedeal):
        # Permission is checked before anything else.
        raise IllegalAction(view.judge(Draw()))
    try:
        action = commands.action_of(command, seat)
    except NotationError as error:
        raise Refused(RefusalCode.BAD_NOTATION, str(error)) from None
    # The opening melds are searched for once and stored, so that reading the log needs no search.
    return log.Acted(at=asked.now, seat=seat, action=view.completed(action))


def _level(level: str, asked: Asked) -> None:
    if level not in asked.levels:
        known = ", ".join(sorted(asked.levels))
        raise Refused(RefusalCode.NO_SUCH_BOT, f"available bot levels: {known}")


def _plain(text: str) -> str:
    """Text on one line, without characters that are not seen."""
    cleaned = clean_line(text)
    if not cleaned:
        raise Refused(RefusalCode.BAD_MESSAGE, "a text has at least one visible character")
    return cleaned
