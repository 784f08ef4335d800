"""Telling: what one client gets to know of a room and of what happened in it.

Together with the engine's views this is the only way from a room to a client. A viewer is a
seat, or nobody (a spectator); everything told is either public or that seat's own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from msgspec.structs import replace

from tilerummy.engine import events as happened
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Table
from tilerummy.server import happenings, log, protocol
from tilerummy.server.room import Room
from tilerummy.server.shapes import RoomState, RoundState, Seat, StartDraw, Turn

__all__ = ["Present", "room_state", "round_state", "start_draws", "tell", "turn_state", "welcome"]


@dataclass(frozen=True, slots=True)
class Present:
    """Which identities are connected, and how many of them only watch."""

    people: Collection[str] = ()
    watching: int = 0


def welcome(
    room: Room, who: str, present: Present, now: int, draft: list[str] | None
) -> protocol.Welcome:
    """Everything this person may know."""
    seat = room.seat_of(who)
    return protocol.Welcome(
        protocol=protocol.PROTOCOL,
        number=room.number,
        room=room_state(room, who, present),
        round=None if room.round is None else round_state(room, room.round, seat, now),
        draft=draft,
        chat=list(room.chat),
    )


def room_state(room: Room, who: str, present: Present) -> RoomState:
    """The room as this person sees it."""
    return RoomState(
        code=room.code,
        settings=room.settings,
        phase=room.phase,
        seats=_seats(room, present),
        you=room.seat_of(who),
        host=room.host == who,
        rounds=list(room.results),
        totals=room.totals,
        watching=present.watching,
    )


def round_state(room: Room, playing: Round, seat: int | None, now: int) -> RoundState:
    """The round as this seat sees it."""
    view = playing.view(seat)
    return RoundState(
        index=len(room.results) - (1 if view.over else 0),
        commitment=view.commitment,
        start=view.start,
        draws=start_draws(view.events),
        table=_melds(view.table),
        rack=format_tiles(view.rack),
        counts=list(view.rack_sizes),
        opened=[number in view.opened for number in range(view.seats)],
        left=[number in view.left for number in range(view.seats)],
        pool=view.pool_size,
        turn=turn_state(room, seat, now),
        over=view.over,
    )


def start_draws(events: Collection[happened.Event]) -> list[list[StartDraw]]:
    """The tiles drawn for the start, circle by circle."""
    circles: list[list[StartDraw]] = []
    for event in events:
        if isinstance(event, happened.StartDrawn):
            while len(circles) <= event.circle:
                circles.append([])
            circles[event.circle].append(StartDraw(event.seat, str(event.tile)))
    return circles


def turn_state(room: Room, seat: int | None, now: int) -> Turn | None:
    """Whose turn it is and what this seat may do."""
    playing = room.playing
    if playing is None:
        return None
    clock = room.clock.shown(playing.turn, now) if room.clock and room.timed else None
    drawn = playing.phase is Phase.DRAWN
    turn = Turn(seat=playing.turn, drawn=drawn, clock=clock)
    if seat == playing.turn:
        turn.may.append("play")
        turn.may.append("draw" if playing.pool_size and not drawn else "pass")
    if seat is not None and playing.number == 0 and playing.view(seat).may_claim_redeal:
        turn.may.append("redeal")
    return turn


def tell(
    before: Room, entry: log.Entry, after: Room, who: str, present: Present, now: int
) -> protocol.Happened:
    """What the entry means for this person."""
    seat = after.seat_of(who)
    return protocol.Happened(
        number=after.number,
        events=_events(before, entry, after, who, present, now),
        turn=turn_state(after, seat, now),
    )


def _events(
    before: Room, entry: log.Entry, after: Room, who: str, present: Present, now: int
) -> list[happenings.RoomEvent]:
    seat = after.seat_of(who)
    match entry:
        case log.Said():
            return [after.chat[-1]]
        case log.Configured():
            return [
                happenings.SettingsChanged(after.settings),
                _seats_changed(after, who, present),
            ]
        case log.Dealt():
            assert after.round is not None
            return [
                _seats_changed(after, who, present),
                happenings.RoundBegan(round_state(after, after.round, seat, now)),
            ]
        case log.Restarted():
            return [happenings.MatchRestarted(room_state(after, who, present))]
        case log.Paused() | log.Resumed():
            return []
    told: list[happenings.RoomEvent] = []
    if not isinstance(entry, log.Played | log.Drew | log.PassedOn | log.TimeRanOut):
        told.append(_seats_changed(after, who, present))
    if after.round is not None and before.round is not None:
        told += _round_events(before.round, after, after.round, seat, now)
    return told


def _round_events(
    before: Round, room: Room, after: Round, seat: int | None, now: int
) -> list[happenings.RoomEvent]:
    fresh = after.events[len(before.events) :]
    if not fresh:
        return []
    # The history before this has been told already, so nobody has to look through it again.
    view = replace(after, events=fresh).view(seat)
    told: list[happenings.RoomEvent] = []
    for event in view.events:
        one = _round_event(event, room, after, view, now)
        if one is not None:
            told.append(one)
    return told


def _round_event(
    event: happened.Event, room: Room, after: Round, view: View, now: int
) -> happenings.RoomEvent | None:
    match event:
        case happened.Played(seat, laid, table, opening, points):
            return happenings.Played(
                seat=seat,
                laid=format_tiles(laid),
                table=_melds(table),
                opening=None if opening is None else points,
                count=view.rack_sizes[seat],
                rack=_own_rack(view, seat),
            )
        case happened.Drew(seat, tile, pool, _):
            return happenings.Drew(
                seat=seat,
                tiles=None if tile is None else str(tile),
                drawn=1,
                count=view.rack_sizes[seat],
                pool=pool,
                rack=_own_rack(view, seat),
            )
        case happened.TimedOut(seat, laid, table, opening, points, drawn, count, pool):
            return happenings.TimedOut(
                seat=seat,
                kept=bool(laid),
                laid=format_tiles(laid),
                table=_melds(table),
                opening=None if opening is None else points,
                penalty=count,
                tiles=None if drawn is None else format_tiles(drawn),
                count=view.rack_sizes[seat],
                pool=pool,
                rack=_own_rack(view, seat),
            )
        case happened.Passed(seat):
            return happenings.Passed(seat)
        case happened.Left(seat):
            return happenings.SeatLeft(seat)
        case happened.RedealClaimed(seat, pairs):
            state = round_state(room, after, view.seat, now)
            return happenings.Redealt(seat, format_tiles(pairs), state)
        case happened.SeedOpened():
            return happenings.RoundEnded(room.results[-1], room.totals, room.phase)
        case _:
            return None


def _own_rack(view: View, seat: int) -> str | None:
    return format_tiles(view.rack) if view.seat == seat else None


def _melds(table: Table) -> list[str]:
    return [str(meld) for meld in table]


def _seats_changed(room: Room, who: str, present: Present) -> happenings.SeatsChanged:
    return happenings.SeatsChanged(_seats(room, present), room.seat_of(who), room.host == who)


def _seats(room: Room, present: Present) -> list[Seat]:
    return [
        Seat(
            kind="person" if seat.who else "bot" if seat.level else "free",
            name=seat.name,
            level=seat.level,
            away=seat.away,
            ready=seat.ready,
            host=seat.who is not None and seat.who == room.host,
            connected=seat.who in present.people,
        )
        for seat in room.seats
    ]
