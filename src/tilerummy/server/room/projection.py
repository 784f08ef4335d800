"""Projection: what one client gets to know of a room and of what happened in it.

Together with the engine's views this is the only way from a room to a client. Everything told is
made from the perspective of its recipient, so it is either public or their own.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from tilerummy.engine import events as happened
from tilerummy.engine.actions import Action, ClaimRedeal
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.rules.notation import format_tiles
from tilerummy.server.room import events, log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import ACTS, write_melds
from tilerummy.server.room.perspective import Perspective, perspective
from tilerummy.server.room.snapshots import (
    RemovedPlayer,
    RoomState,
    RoundState,
    Seat,
    StartDraw,
    Turn,
    TurnAct,
)
from tilerummy.server.room.state import Room

__all__ = [
    "Present",
    "event_for",
    "room_state",
    "round_state",
    "start_draws",
    "turn_state",
    "welcome",
]

_ACTS: Final[dict[type[Action], TurnAct]] = {**ACTS, ClaimRedeal: "redeal"}


class Present(Struct, frozen=True):
    """Which identities are connected."""

    people: Collection[str] = ()

    def watching(self, room: Room) -> int:
        """How many of them only watch."""
        return sum([room.seat_of(who) is None for who in self.people])


def welcome(
    room: Room, who: str, present: Present, now: int, draft: Draft | None = None
) -> events.Welcome:
    """Everything this person may know; the draft of the turn belongs to who is in turn."""
    seen = perspective(room, who)
    mine = draft is not None and seen.playing is not None and seen.playing.my_turn
    return events.Welcome(
        protocol=events.PROTOCOL,
        number=room.number,
        room=room_state(seen, present),
        round=None if seen.view is None else round_state(seen, seen.view, now),
        draft=draft.rows if draft is not None and mine else None,
        chat=list(room.chat),
    )


def room_state(seen: Perspective, present: Present) -> RoomState:
    """The room as this person sees it."""
    room = seen.room
    return RoomState(
        code=room.code,
        settings=room.settings,
        phase=room.phase,
        seats=_seats(room, present),
        you=seen.seat,
        host=room.host == seen.who,
        rounds=list(room.results),
        totals=list(room.match.totals),
        watching=present.watching(room),
        waits=room.waiting_seat(seen.who),
        removed=_removed(seen),
    )


def round_state(seen: Perspective, view: View, now: int) -> RoundState:
    """The round as this person sees it."""
    return RoundState(
        index=len(seen.room.results) - (1 if view.over else 0),
        commitment=view.commitment,
        start=view.start,
        draws=start_draws(view.events),
        table=write_melds(view.table),
        rack=format_tiles(view.rack),
        counts=list(view.rack_sizes),
        opened=[number in view.opened for number in range(view.seats)],
        left=[number in view.left for number in range(view.seats)],
        pool=view.pool_size,
        turn=turn_state(seen, now),
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


def turn_state(seen: Perspective, now: int) -> Turn | None:
    """Whose turn it is and what this person may do."""
    view, clock = seen.playing, seen.room.clock
    if view is None:
        return None
    shown = clock.shown(view.turn, now) if clock and seen.clocked else None
    kinds = view.may
    may = [act for kind, act in _ACTS.items() if kind in kinds]
    return Turn(seat=view.turn, drawn=view.phase is Phase.DRAWN, may=may, clock=shown)


def event_for(
    before: Room, entry: log.Entry, after: Room, who: str, present: Present, now: int
) -> events.Happened:
    """What the entry means for this person."""
    # Earlier events of the round have been sent already, unless it is a new deal.
    new_deal = isinstance(entry, log.Dealt) or _is_redeal(entry)
    fresh = _round_length(after) - _round_length(before)
    seen = perspective(after, who, latest=None if new_deal else max(0, fresh))
    told = _events(entry, seen, present, now)
    if (
        before.round is not None
        and seen.view is not None
        and fresh > 0
        and not isinstance(entry, log.Dealt)
    ):
        told += _round_events(seen, seen.view, fresh, now)
    if isinstance(entry, log.Acted) and before.seats != after.seats:
        told.append(_seats_changed(seen, present))
    return events.Happened(number=after.number, events=told, turn=turn_state(seen, now))


def _is_redeal(entry: log.Entry) -> bool:
    return isinstance(entry, log.Acted) and isinstance(entry.action, ClaimRedeal)


def _round_length(room: Room) -> int:
    return 0 if room.round is None else len(room.round.events)


def _events(
    entry: log.Entry, seen: Perspective, present: Present, now: int
) -> list[events.RoomEvent]:
    """What changed in the room."""
    match entry:
        case log.Acted() if not _is_redeal(entry):
            return []
        case log.Said():
            return [seen.room.chat[-1]]
        case log.Configured():
            return [events.SettingsChanged(seen.room.settings), _seats_changed(seen, present)]
        case log.Dealt():
            assert seen.view is not None
            began = events.RoundBegan(round_state(seen, seen.view, now))
            return [_seats_changed(seen, present), began]
        case log.Restarted():
            return [events.MatchRestarted(room_state(seen, present))]
        case log.Paused() | log.Resumed():
            return []
        case _:
            return [_seats_changed(seen, present)]


def _round_events(seen: Perspective, view: View, fresh: int, now: int) -> list[events.RoomEvent]:
    """What happened in the round."""
    told = [_round_event(event, seen, view, now) for event in view.events[-fresh:]]
    return [one for one in told if one is not None]


def _round_event(
    event: happened.Event, seen: Perspective, view: View, now: int
) -> events.RoomEvent | None:
    room = seen.room
    match event:
        case happened.Played(seat, laid, table, opening, points):
            return events.Played(
                seat=seat,
                laid=format_tiles(laid),
                table=write_melds(table),
                opening=None if opening is None else points,
                count=view.rack_sizes[seat],
                rack=_own_rack(view, seat),
            )
        case happened.Drew(seat, tile, pool, _):
            return events.Drew(
                seat=seat,
                tiles=None if tile is None else str(tile),
                drawn=1,
                count=view.rack_sizes[seat],
                pool=pool,
                rack=_own_rack(view, seat),
            )
        case happened.TimedOut(seat, laid, table, opening, points, drawn, count, pool, result):
            return events.TimedOut(
                seat=seat,
                result=result.value,
                kept=bool(laid),
                laid=format_tiles(laid),
                table=write_melds(table),
                opening=None if opening is None else points,
                penalty=count,
                tiles=None if drawn is None else format_tiles(drawn),
                count=view.rack_sizes[seat],
                pool=pool,
                rack=_own_rack(view, seat),
            )
        case happened.Passed(seat):
            return events.Passed(seat)
        case happened.Left(seat):
            return events.SeatLeft(seat)
        case happened.RedealClaimed(seat, pairs):
            state = round_state(seen, view, now)
            return events.Redealt(seat, format_tiles(pairs), state)
        case happened.SeedOpened():
            return events.RoundEnded(room.results[-1], list(room.match.totals), room.phase)
        case _:
            return None


def _own_rack(view: View, seat: int) -> str | None:
    return format_tiles(view.rack) if view.seat == seat else None


def _seats_changed(seen: Perspective, present: Present) -> events.SeatsChanged:
    room = seen.room
    return events.SeatsChanged(
        _seats(room, present),
        seen.seat,
        room.host == seen.who,
        room.waiting_seat(seen.who),
        _removed(seen),
    )


def _removed(seen: Perspective) -> list[RemovedPlayer]:
    """Those whom the host may let in again; nobody else needs to know."""
    if seen.room.host != seen.who:
        return []
    return [RemovedPlayer(one.number, one.name) for one in seen.room.removed]


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
            next=seat.heir.name if seat.heir else "",
        )
        for seat in room.seats
    ]
