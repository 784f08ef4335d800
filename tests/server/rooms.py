"""Rooms without servers: logs written by hand, for the pure parts."""

from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.room import log
from tilerummy.server.room.decisions import Asked, decide
from tilerummy.server.room.fold import fold, fold_all
from tilerummy.server.room.settings import RoomSettings
from tilerummy.server.room.state import Room
from tilerummy.server.wire import messages

ANN, BEN, CLEO = "ann", "ben", "cleo"
LEVELS = ("greedy", "expert")


def lobby(*people: str, rulebook: str = "jumbo", seats: int = 2, **settings) -> Room:
    """A room made by the first of these people, all of them seated."""
    chosen = RoomSettings(rulebook=rulebook, seats=seats, **settings)
    entries: list[log.Entry] = [log.Opened(at=0, host=people[0], settings=chosen, rulings=RULINGS)]
    entries += [
        log.Sat(at=0, seat=seat, who=who, name=who.capitalize()) for seat, who in enumerate(people)
    ]
    room = fold_all("ABCDEF", entries)
    assert room is not None
    return room


def after(room: Room, *entries: log.Entry) -> Room:
    for entry in entries:
        room = fold(room.code, room, entry)
    return room


def dealt(room: Room, *, seed: str = "8", at: int = 1_000) -> Room:
    return after(room, log.Dealt(at=at, seed=seed))


def ask(room: Room, who: str, request: messages.ClientMessage, *, now: int = 2_000):
    """The entry that the request adds, or the codes of the refusals."""
    decision = decide(room, Asked(who, now, "9", LEVELS), request)
    return [reason.code for reason in decision] if isinstance(decision, list) else decision.entry
