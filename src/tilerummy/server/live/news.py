"""News: what servers tell each other about the rooms they share."""

from __future__ import annotations

from msgspec import Struct

from tilerummy.rules.melds import format_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.notation import read_table
from tilerummy.server.room.reactions import Reaction

__all__ = ["Appended", "Beat", "Drafted", "Here", "News", "ReactionShown"]


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
        """The news of a draft."""
        opening = None if draft.opening is None else format_melds(draft.opening)
        return Drafted(server, room, draft.turn, format_melds(draft.table), opening)

    @property
    def draft(self) -> Draft:
        """The draft of which this is the news."""
        opening = None if self.opening is None else read_table(self.opening)
        return Draft(self.turn, read_table(self.layout), opening)


class Here(Struct, frozen=True, tag="here"):
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


class Beat(Struct, frozen=True, tag="beat"):
    """A server lives and is heard; sent at that time, by the database's clock."""

    server: str
    at: int
    room: str = ""


News = Appended | Drafted | Here | ReactionShown | Beat
