"""Deciding: from a request to the entry it adds to the log, or the reasons why it adds none.

Pure, like the rest of the room: who asks, what for and what time it is come in; an entry and the
room after it go out, or refusals. Nothing is changed here; the entry counts once it is stored.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.openings import is_searched, with_opening
from tilerummy.engine.rounds import Round
from tilerummy.rules.errors import NotationError, TilerummyError
from tilerummy.rules.melds import format_melds
from tilerummy.rules.positions import Play
from tilerummy.server import log, protocol
from tilerummy.server.folding import action_of, fold
from tilerummy.server.notes import read_melds
from tilerummy.server.refusals import RefusalCode, refuse, refuse_violation
from tilerummy.server.room import Room, rules_of
from tilerummy.server.shapes import LONGEST_NAME, Refusal, RoomSettings

__all__ = ["Asked", "Decided", "Request", "decide", "takes_thought"]

Request = (
    protocol.Sit
    | protocol.Stand
    | protocol.Ready
    | protocol.Start
    | protocol.AddBot
    | protocol.Free
    | protocol.Configure
    | protocol.Rematch
    | protocol.Leave
    | protocol.Play
    | protocol.Draw
    | protocol.Pass
    | protocol.ClaimRedeal
    | protocol.Chat
)
"""The requests that add an entry."""

_Move = protocol.Play | protocol.Draw | protocol.Pass | protocol.ClaimRedeal


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, when, a fresh seed in case one is needed, and which bots there are."""

    who: str
    now: int
    seed: str
    levels: Collection[str]


class _No(Exception):
    def __init__(self, *reasons: Refusal) -> None:
        super().__init__()
        self.reasons = list(reasons)


@dataclass(frozen=True, slots=True)
class Decided:
    """An entry that may be added, and the room with it."""

    entry: log.Entry
    after: Room


def takes_thought(room: Room, request: Request) -> bool:
    """Whether deciding this may need the solver, which is no work for a moment in between."""
    playing = room.playing
    match request:
        case protocol.Play():
            return playing is not None and is_searched(playing.position)
        case protocol.Pass():
            return playing is not None and playing.rules.pool.must_lay and not playing.pool_size
        case _:
            return False


def decide(room: Room, asked: Asked, request: Request) -> Decided | list[Refusal]:
    """The entry that the request adds, or why not."""
    try:
        entry = _decide(room, asked, request)
        return Decided(entry, fold(room.code, room, entry))
    except _No as no:
        return no.reasons
    except IllegalAction as illegal:
        return [refuse_violation(violation) for violation in illegal.violations]


def _decide(room: Room, asked: Asked, request: Request) -> log.Entry:
    now = asked.now
    match request:
        case protocol.Sit(seat=seat, name=name):
            return _sit(room, asked, seat, name)
        case protocol.Chat(text=text):
            mine = room.seat_of(asked.who)
            name = "" if mine is None else room.seats[mine].name
            return log.Said(at=now, seat=mine, name=name, text=_plain(text))
        case protocol.Stand():
            _only(room, "lobby")
            return log.Freed(at=now, seat=_seat(room, asked.who))
        case protocol.Ready(ready=ready):
            _only(room, "lobby", "between")
            return log.GotReady(at=now, seat=_seat(room, asked.who), ready=ready)
        case protocol.Rematch():
            return _rematch(room, asked)
        case protocol.Leave():
            return _leave(room, asked)
        case protocol.Play() | protocol.Draw() | protocol.Pass() | protocol.ClaimRedeal():
            return _move(room, asked, request)
        case protocol.Start(bots=bots):
            return _start(room, asked, bots)
        case protocol.AddBot(seat=seat, level=level):
            _host(room, asked.who)
            _only(room, "lobby")
            _level(level, asked)
            if room.seats[_exists(room, seat)].who is not None:
                raise _No(refuse(RefusalCode.SEAT_TAKEN))
            return log.BotSat(at=now, seat=seat, level=level)
        case protocol.Free(seat=seat):
            _host(room, asked.who)
            _only(room, "lobby")
            return log.Freed(at=now, seat=_exists(room, seat))
        case protocol.Configure(settings=settings):
            return _configure(room, asked, settings)


def _sit(room: Room, asked: Asked, seat: int, name: str) -> log.Entry:
    place = room.seats[_exists(room, seat)]
    if place.who != asked.who:
        _only(room, "lobby")
        if not place.free:
            raise _No(refuse(RefusalCode.SEAT_TAKEN))
    elif room.phase == "playing" or place.ready:
        raise _No(refuse(RefusalCode.NOT_NOW))
    return log.Sat(at=asked.now, seat=seat, who=asked.who, name=_own(room, asked.who, _plain(name)))


def _own(room: Room, who: str, name: str) -> str:
    """A name that nobody else at the table has: the second Anna is "Anna 2"."""
    taken = {seat.name for seat in room.seats if not seat.free and seat.who != who}
    number, own = 1, name
    while own in taken:
        number += 1
        own = f"{name[: LONGEST_NAME - 2]} {number}"
    return own


def _start(room: Room, asked: Asked, bots: str | None) -> log.Entry:
    _only(room, "lobby", "between")
    _host(room, asked.who)
    if bots is not None:
        _level(bots, asked)
    filled = bots is not None or bool(room.results)
    players = sum(filled or not seat.free for seat in room.seats)
    if not any(seat.who for seat in room.seats) or players < room.rules.players.least:
        raise _No(refuse(RefusalCode.NOT_ENOUGH_PLAYERS))
    return log.Dealt(at=asked.now, seed=asked.seed, bots=bots)


def _rematch(room: Room, asked: Asked) -> log.Entry:
    seat = _seat(room, asked.who)
    if room.rounds_wanted is None:
        # Nobody agreed when the match is over, so the host says so.
        _only(room, "between")
        _host(room, asked.who)
    else:
        _only(room, "over")
    return log.Restarted(at=asked.now, seat=seat)


def _configure(room: Room, asked: Asked, settings: RoomSettings) -> log.Entry:
    _host(room, asked.who)
    _only(room, "lobby")
    _level(settings.takeover_level, asked)
    if settings.seats < sum(not seat.free for seat in room.seats):
        raise _No(refuse(RefusalCode.SEAT_TAKEN))
    try:
        rules_of(settings)
    except TilerummyError as error:
        raise _No(refuse(RefusalCode.BAD_SETTINGS, str(error))) from None
    return log.Configured(at=asked.now, settings=settings)


def _leave(room: Room, asked: Asked) -> log.Entry:
    seat = _seat(room, asked.who)
    if room.phase in ("lobby", "over"):
        return log.Freed(at=asked.now, seat=seat)
    level = room.settings.takeover_level if room.settings.takeover else None
    return log.WentAway(at=asked.now, seat=seat, level=level)


def _move(room: Room, asked: Asked, request: _Move) -> log.Entry:
    seat = _seat(room, asked.who)
    playing = room.playing
    if playing is None:
        raise _No(refuse(RefusalCode.NOT_NOW))
    if request.seen < room.turn:
        raise _No(refuse(RefusalCode.STALE))
    entry = _entry(request, seat, asked.now)
    if seat != playing.turn and not isinstance(request, protocol.ClaimRedeal):
        raise IllegalAction(playing.judge(action_of(entry), seat=seat))
    return _with_opening(playing, entry) if isinstance(entry, log.Played) else entry


def _with_opening(playing: Round, entry: log.Played) -> log.Played:
    """What opens is looked for once and written down; whoever reads the log need not look."""
    action = action_of(entry)
    assert isinstance(action, Play)
    opening = with_opening(playing.position, action).opening
    named = None if opening is None else format_melds(opening)
    return log.Played(at=entry.at, table=entry.table, opening=named)


def _entry(
    request: _Move, seat: int, now: int
) -> log.Played | log.Drew | log.PassedOn | log.RedealWanted:
    match request:
        case protocol.Play(table=table, opening=opening):
            try:
                after = format_melds(read_melds(table))
                named = None if opening is None else format_melds(read_melds(opening))
            except NotationError as error:
                raise _No(refuse(RefusalCode.BAD_NOTATION, str(error))) from None
            return log.Played(at=now, table=after, opening=named)
        case protocol.Draw():
            return log.Drew(at=now)
        case protocol.Pass():
            return log.PassedOn(at=now)
        case protocol.ClaimRedeal():
            return log.RedealWanted(at=now, seat=seat)


def _seat(room: Room, who: str) -> int:
    seat = room.seat_of(who)
    if seat is None:
        raise _No(refuse(RefusalCode.NOT_SEATED))
    return seat


def _exists(room: Room, seat: int) -> int:
    if seat >= len(room.seats):
        raise _No(refuse(RefusalCode.NO_SUCH_SEAT))
    return seat


def _host(room: Room, who: str) -> None:
    if room.host != who:
        raise _No(refuse(RefusalCode.NOT_THE_HOST))


def _only(room: Room, *phases: str) -> None:
    if room.phase not in phases:
        raise _No(refuse(RefusalCode.NOT_NOW))


def _level(level: str, asked: Asked) -> None:
    if level not in asked.levels:
        raise _No(refuse(RefusalCode.NO_SUCH_BOT))


def _plain(text: str) -> str:
    """Text on one line, without characters that are not seen."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    cleaned = " ".join(shown.split())
    if not cleaned:
        raise _No(refuse(RefusalCode.BAD_MESSAGE))
    return cleaned
