"""Summaries: a room from outside, for lists and for the index of the store."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from tilerummy.server.room.outline import Outline, outline_for
from tilerummy.server.room.state import Room
from tilerummy.server.storage.archive import FinishedGame
from tilerummy.server.storage.store import RoomIndex
from tilerummy.server.wire.resources import RoomSummary
from tilerummy.server.wire.reviews import GameLine

__all__ = ["games_of", "index_of", "indexed_of", "indexed_summary", "summary_of"]


class _Dated(Struct, frozen=True, array_like=True):
    """A summary that strangers are shown from that time on."""

    shown: int
    summary: RoomSummary


_INDEX: Final = msgspec.json.Decoder(RoomSummary | list[_Dated])


def summary_of(room: Room, who: str, now: int) -> RoomSummary:
    """What this person may know of a room before entering."""
    return _summary(room, outline_for(room, who, now))


def index_of(room: Room, at: int) -> RoomIndex:
    """The room's line in the index; in a room with a delay it says what is shown when."""
    delay = room.settings.delay * 1000
    if not room.sees_delayed(""):
        summary: RoomSummary | list[_Dated] = _summary(room, outline_for(room, "", at))
        return _line(room, room.phase != "over", at, summary)
    dated = [_Dated(one.since + delay, _summary(room, one)) for one in room.outlines]
    changed = max([one.shown for one in dated if one.shown <= at], default=dated[0].shown - delay)
    return _line(room, True, changed, dated)


def indexed_of(room: Room) -> tuple[object, ...]:
    """What a room's line in the index is made of: where this is equal, so is the line."""
    return room.host, room.settings, room.started, room.phase, room.seats, room.outlines


def indexed_summary(line: str, now: int) -> RoomSummary | None:
    """What strangers may know by now from a line of the index; None: it is over or unreadable."""
    try:
        found = _INDEX.decode(line)
    except msgspec.MsgspecError:
        return None  # one line that cannot be read does not hide the others
    if isinstance(found, list):
        shown = [one.summary for one in found if one.shown <= now]
        found = shown[-1] if shown else found[0].summary
    return None if found.phase == "over" else found


def _line(room: Room, open_: bool, changed: int, summary: RoomSummary | list[_Dated]) -> RoomIndex:
    return RoomIndex(
        host=room.host,
        public=room.settings.public,
        open=open_,
        changed=changed,
        summary=msgspec.json.encode(summary).decode(),
    )


def _summary(room: Room, outline: Outline) -> RoomSummary:
    return RoomSummary(
        code=room.code,
        rulebook=room.rules.id,
        title=room.rules.title,
        phase=outline.phase,
        seats=outline.seats,
        taken=len(outline.players),
        players=list(outline.players),
        spectators=room.settings.spectators,
        house=bool(room.settings.house),
        joinable=outline.joinable,
    )


def games_of(room: Room, at: int) -> tuple[FinishedGame, ...]:
    """The round that just ended, as each of the people in it finds it again."""
    result = room.results[-1]
    players = [seat.name for seat in room.seats]
    bots = [seat.who is None for seat in room.seats]
    return tuple(
        [
            FinishedGame(
                seat.who,
                result.record,
                at,
                msgspec.json.encode(
                    GameLine(
                        record=result.record,
                        finished=at,
                        rulebook=room.rules.id,
                        title=room.rules.title,
                        players=players,
                        bots=bots,
                        seat=number,
                        winner=result.winner,
                        scores=result.scores,
                    )
                ).decode(),
            )
            for number, seat in enumerate(room.seats)
            if seat.who is not None
        ]
    )
