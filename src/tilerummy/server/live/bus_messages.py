"""Bus messages: what servers send each other about the rooms they share."""

from __future__ import annotations

from msgspec import Struct

from tilerummy.rules.melds import format_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import read_table
from tilerummy.server.room.reactions import Reaction

__all__ = ["Appended", "BusMessage", "Drafted", "Heartbeat", "PresenceUpdate", "ReactionShown"]


class Appended(Struct, frozen=True, tag="appended"):
    """An entry was stored."""

    server: str
    room: str
    number: int
    body: str


class Drafted(Struct, frozen=True, tag="drafted"):
    """The player in turn moved tiles."""

    server: str
    room: str
    turn: int
    layout: str
    opening: str | None

    @staticmethod
    def of(draft: Draft, server: str, room: str) -> Drafted:
        """The message about a draft."""
        opening = None if draft.opening is None else format_melds(draft.opening)
        return Drafted(server, room, draft.turn, format_melds(draft.table), opening)

    @property
    def draft(self) -> Draft:
        """The draft that this message is about."""
        opening = None if self.opening is None else read_table(self.opening)
        return Draft(self.turn, read_table(self.layout), opening)


class PresenceUpdate(Struct, frozen=True, tag="here"):
    """Who of a room is connected to that server; a higher version is newer."""

    server: str
    room: str
    people: list[str]
    version: int = 0


class ReactionShown(Struct, frozen=True, tag="reaction"):
    """A seat showed a reaction."""

    server: str
    room: str
    seat: int
    reaction: Reaction


class Heartbeat(Struct, frozen=True, tag="beat"):
    """A server is alive and its messages arrive; sent at that time, by the database's clock."""

    server: str
    at: int
    room: str = ""


BusMessage = Appended | Drafted | PresenceUpdate | ReactionShown | Heartbeat
