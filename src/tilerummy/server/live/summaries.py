"""Summaries: a room from outside, for lists and for the index of the store."""

from __future__ import annotations

import msgspec

from tilerummy.server.room.state import Room
from tilerummy.server.storage.archive import FinishedGame
from tilerummy.server.storage.store import RoomIndex
from tilerummy.server.wire.resources import RoomSummary
from tilerummy.server.wire.reviews import GameLine

__all__ = ["games_of", "index_of", "summary_of"]


def summary_of(room: Room) -> RoomSummary:
    """What anybody with the code may know before entering."""
    return RoomSummary(
        code=room.code,
        rulebook=room.rules.id,
        title=room.rules.title,
        phase=room.phase,
        seats=len(room.seats),
        taken=sum(not seat.free for seat in room.seats),
        players=[seat.name for seat in room.seats if not seat.free],
        spectators=room.settings.spectators,
        house=bool(room.settings.house),
    )


def index_of(room: Room, at: int) -> RoomIndex:
    """The room's line in the index."""
    return RoomIndex(
        host=room.host,
        public=room.settings.public,
        open=room.phase != "over",
        changed=at,
        summary=msgspec.json.encode(summary_of(room)).decode(),
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
