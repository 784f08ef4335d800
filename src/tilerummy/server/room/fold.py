"""The fold: the room after one more entry of its log.

Total and without any choice: whatever was decided when the entry was written is in the entry.
The same log gives the same room on every server and after every restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from tilerummy.engine import events as happened
from tilerummy.engine.actions import Action, ClaimRedeal, Leave
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.rules.notation import format_tiles
from tilerummy.server.room import log
from tilerummy.server.room.clock import TurnClock
from tilerummy.server.room.events import Chatted
from tilerummy.server.room.names import distinct_name, looks_like
from tilerummy.server.room.outline import with_outline
from tilerummy.server.room.settings import RoomSettings
from tilerummy.server.room.snapshots import RoundResult
from tilerummy.server.room.state import Person, RemovedPerson, Room, SeatState, rules_of

__all__ = ["fold", "fold_all", "result_of"]

_CHAT_KEPT: Final = 50
_BOT_NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Edda", "Felix")
_NAMELESS: Final = frozenset(["beginner", "casual", "expert", "greedy", "patient", "saver"])
"""Levels that are not characters with a name of their own."""
_CALLED: Final = {"match": "Echo"}
"""A level that is not what its bot is called."""
_SET_UP: Final = log.Sat | log.BotSat | log.Configured | log.Dealt
"""What making a room adds to its log; a person need not be there for it."""


def fold_all(code: str, entries: Iterable[log.Entry]) -> Room | None:
    """The room that a log makes; None if it is empty."""
    room: Room | None = None
    for entry in entries:
        room = fold(code, room, entry)
    return room


def fold(code: str, room: Room | None, entry: log.Entry, *, foreseen: Round | None = None) -> Room:
    """The room after the entry; `foreseen`: the round after it, if that is known already."""
    if room is None:
        if not isinstance(entry, log.Opened):
            raise ValueError(f"the log of room {code} does not begin with its opening")
        return with_outline(_opened(code, entry), entry.at)
    used = room.used or not isinstance(entry, _SET_UP)
    allowances = room.allowances.after(entry)
    room = replace(room, number=room.number + 1, used=used, allowances=allowances)
    if foreseen is not None and isinstance(entry, log.Acted):
        after = _advanced(room, entry.action, entry.at, foreseen)
    else:
        after = _folded(code, room, entry)
    return with_outline(after, entry.at)


def _folded(code: str, room: Room, entry: log.Entry) -> Room:
    match entry:
        case log.Acted(at=at, action=action, seat=seat):
            return _acted(room, action, at, seat)
        case log.Opened():
            raise ValueError(f"the log of room {code} opens it twice")
        case log.Sat(seat=seat, who=who, name=name):
            sat = _with_seat(_without_person(room, who), seat, SeatState(who=who, name=name))
            return _passed_host(sat)
        case log.Joined():
            return _joined(room, entry)
        case log.Declined(seat=seat):
            return _with_seat(room, seat, replace(room.seats[seat], heir=None))
        case log.Removed():
            return _removed(room, entry)
        case log.Readmitted(number=number):
            kept = tuple(one for one in room.removed if one.number != number)
            return replace(room, removed=kept)
        case log.BotSat(seat=seat, level=level):
            return _with_seat(room, seat, _bot(room.seats, seat, level))
        case log.Freed(seat=seat):
            return _passed_host(_with_seat(room, seat, SeatState()))
        case log.GotReady(seat=seat, ready=ready):
            return _with_seat(room, seat, replace(room.seats[seat], ready=ready))
        case log.Configured(settings=settings):
            return _configured(room, settings)
        case log.Dealt():
            return _dealt(room, entry)
        case log.TookOver(seat=seat):
            level = room.settings.takeover_level
            return _with_seat(room, seat, replace(room.seats[seat], away=True, level=level))
        case log.CameBack(seat=seat, at=at):
            return _came_back(room, seat, at)
        case log.WentAway():
            return _went_away(room, entry)
        case log.Paused(at=at):
            return replace(room, clock=room.clock and room.clock.stopped(at))
        case log.Resumed(at=at):
            return replace(room, clock=room.clock and room.clock.resumed(at))
        case log.Restarted(seat=seat):
            return _restarted(room, seat)
        case log.Said():
            said = Chatted(seat=entry.seat, name=entry.name, text=entry.text, at=entry.at)
            return replace(room, chat=(*room.chat, said)[-_CHAT_KEPT:])


def _opened(code: str, entry: log.Opened) -> Room:
    return Room(
        code=code,
        number=1,
        host=entry.host,
        settings=entry.settings,
        rulings=entry.rulings,
        rules=rules_of(entry.settings, entry.rulings),
        seats=(SeatState(),) * entry.settings.seats,
    )


def _with_seat(room: Room, number: int, seat: SeatState) -> Room:
    return replace(room, seats=(*room.seats[:number], seat, *room.seats[number + 1 :]))


def _bot(seats: Sequence[SeatState], number: int, level: str) -> SeatState:
    """A bot for this seat, under its own name or, if it has none, under one of the seat's."""
    taken = [seat.name for i, seat in enumerate(seats) if i != number and not seat.free]
    if level not in _NAMELESS:
        own = _CALLED.get(level, level.capitalize())
        return SeatState(name=distinct_name(own, taken), level=level)
    names = (*_BOT_NAMES[number:], *_BOT_NAMES[:number])
    name = next(n for n in names if not any(looks_like(n, other) for other in taken))
    return SeatState(name=name, level=level)


def _joined(room: Room, entry: log.Joined) -> Room:
    if entry.later:
        kept = replace(room.seats[entry.seat], heir=Person(entry.who, entry.name))
        return _with_seat(room, entry.seat, kept)
    ready = room.phase != "playing"
    sat = SeatState(who=entry.who, name=entry.name, ready=ready)
    return _passed_host(_changed_hands(_with_seat(room, entry.seat, sat), entry.seat, entry.at))


def _removed(room: Room, entry: log.Removed) -> Room:
    number, seat = entry.seat, room.seats[entry.seat]
    if seat.who == entry.who:
        name = seat.name
        left = SeatState() if entry.level is None else _bot(room.seats, number, entry.level)
        room = _changed_hands(_with_seat(room, number, left), number, entry.at)
        room = replace(room, parted=room.parted | {entry.who})
    else:
        name = seat.heir.name if seat.heir else ""
        room = _with_seat(room, number, replace(seat, heir=None))
    gone = RemovedPerson(entry.who, name, entry.reason, room.number)
    return replace(room, removed=(*room.removed, gone))


def _changed_hands(room: Room, seat: int, at: int) -> Room:
    """Somebody else has the seat now; a turn in progress starts again, and its draft is void."""
    playing = room.playing
    if playing is None or playing.turn != seat or room.clock is None:
        return room
    return replace(room, clock=room.clock.restarted(at), turn=room.number)


def _without_person(room: Room, who: str) -> Room:
    seat = room.seat_of(who)
    return room if seat is None else _with_seat(room, seat, SeatState())


def _passed_host(room: Room) -> Room:
    """The host who gets up hands the room to the next person, if there is one."""
    people = [seat.who for seat in room.seats if seat.who is not None]
    return replace(room, host=people[0]) if people and room.host not in people else room


def _configured(room: Room, settings: RoomSettings) -> Room:
    room = replace(room, settings=settings, rules=rules_of(settings, room.rulings))
    if room.phase != "lobby":
        return room
    seats = [replace(seat, ready=False) for seat in room.seats]
    taken = [seat for seat in seats if not seat.free]
    kept = seats[: settings.seats]
    if len([seat for seat in kept if not seat.free]) < len(taken):
        kept = taken[: settings.seats]
    kept += [SeatState()] * (settings.seats - len(kept))
    return replace(room, seats=tuple(kept))


def _dealt(room: Room, entry: log.Dealt) -> Room:
    # In the middle of a match the scores belong to the seats, so no seat can be removed.
    bots = entry.bots or (room.settings.takeover_level if room.results else None)
    seats: list[SeatState] = []
    for number, seat in enumerate(room.seats):
        if not seat.free:
            seats.append(replace(seat, ready=False))
        elif bots is not None:
            seats.append(_bot((*seats, *room.seats[number:]), number, bots))
    dealt = Round.deal(room.rules, seats=len(seats), seed=entry.seed)
    return replace(
        room,
        seats=tuple(seats),
        parted=frozenset(),
        phase="playing",
        started=True,
        round=dealt,
        turn=room.number,
        deal=room.number,
        dealt_at=entry.at,
        clock=TurnClock.start(room.rules, room.settings, len(seats), entry.at),
    )


def _acted(room: Room, action: Action, at: int, seat: int | None = None) -> Room:
    assert room.round is not None
    return _advanced(room, action, at, room.round.apply(action, seat=seat))


def _advanced(room: Room, action: Action, at: int, after: Round) -> Room:
    playing, clock = room.round, room.clock
    assert playing is not None and clock is not None
    if after.phase is not Phase.DRAWN and not isinstance(action, Leave | ClaimRedeal):
        clock = clock.turned(playing.turn, at, timed=room.timed)
    elif after.turn != playing.turn or isinstance(action, ClaimRedeal):
        clock = clock.restarted(at)
    turn = room.turn if _same_turn(playing, after) else room.number
    room = replace(room, round=after, clock=clock, turn=turn)
    if after.deals != playing.deals:
        room = replace(room, deal=room.number, dealt_at=at)
    return _ended(room, after) if after.over else room


def _same_turn(before: Round, after: Round) -> bool:
    """Whether a draft made before still makes sense."""
    return (
        after.number == before.number
        and after.turn == before.turn
        and after.phase is before.phase
        and after.deals == before.deals
    )


def _ended(room: Room, over: Round) -> Room:
    results = (*room.results, result_of(len(room.results), over))
    room = _passed_host(replace(room, results=results, seats=tuple(map(_inherited, room.seats))))
    return replace(room, phase="over" if room.match.over else "between")


def _inherited(seat: SeatState) -> SeatState:
    heir = seat.heir
    return seat if heir is None else SeatState(who=heir.who, name=heir.name, ready=True)


def result_of(index: int, over: Round) -> RoundResult:
    """How a round ended, as clients get it."""
    assert over.outcome is not None
    racks: tuple[str, ...] = ()
    seed = ""
    for event in reversed(over.events):
        if isinstance(event, happened.SeedOpened):
            seed = event.seed
        elif isinstance(event, happened.Scored):
            racks = tuple(format_tiles(rack) for rack in event.racks)
            break
    return RoundResult(
        index=index,
        reason=over.outcome.reason.value,
        winner=over.outcome.winner,
        scores=list(over.outcome.scores),
        racks=list(racks),
        seed=seed,
        commitment=over.commitment,
        record=over.commitment[:20],
    )


def _came_back(room: Room, seat: int, at: int) -> Room:
    room = _with_seat(room, seat, replace(room.seats[seat], away=False, level=None))
    playing = room.playing
    if playing is not None and playing.turn == seat and room.clock is not None:
        return replace(room, clock=room.clock.restarted(at))
    return room


def _went_away(room: Room, entry: log.WentAway) -> Room:
    seat = entry.seat
    who, gone = room.seats[seat].who, SeatState(name=room.seats[seat].name, level=entry.level)
    playing = room.playing
    room = _with_seat(room, seat, gone)
    if who is not None:
        room = replace(room, parted=room.parted | {who})
    if entry.level is None and playing is not None:
        room = _acted(room, Leave(seat), entry.at)
    return _passed_host(room)


def _restarted(room: Room, ready: int) -> Room:
    seats = tuple(
        replace(seat, ready=number == ready and seat.who is not None)
        for number, seat in enumerate(room.seats)
    )
    return replace(room, phase="lobby", round=None, clock=None, results=(), seats=seats)
