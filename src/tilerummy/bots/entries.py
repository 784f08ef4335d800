"""Entries: a bot as one chooses it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilerummy.bots.protocol import Bot

__all__ = ["Entry", "Face"]


class Face(StrEnum):
    """The picture of a bot, by name; the client draws it."""

    BEAR = "bear"
    CAT = "cat"
    CHICK = "chick"
    DRAGON = "dragon"
    FOX = "fox"
    HEDGEHOG = "hedgehog"
    OWL = "owl"
    RABBIT = "rabbit"
    ROBOT = "robot"


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot: its name, a line that says honestly how it plays, and the player itself."""

    name: str
    line: str
    bot: Bot
    ladder: int | None = None
    """Its step on the ladder from 1; None for a bot kept for study."""
    elo: int | None = None
    """Its rating, measured in a league of two players: ravensburger-travel-de."""
    face: Face = Face.ROBOT

    @property
    def hands(self) -> int | None:
        """How many tiles it moves in a turn at most; None is any number."""
        hands = getattr(self.bot, "hands", None)
        return hands if isinstance(hands, int) else None
