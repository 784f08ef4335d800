"""The roster: every bot by name, the weakest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tilerummy.bots.expert import Expert
from tilerummy.bots.greedy import Greedy
from tilerummy.bots.patient import Patient
from tilerummy.bots.protocol import Bot
from tilerummy.bots.sight import Glancing
from tilerummy.rules.errors import TilerummyError

__all__ = ["ROSTER", "Entry", "UnknownBot", "bot"]


class UnknownBot(TilerummyError):
    """A name that is on no roster."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot as one chooses it: its name, its character in a line, and the player itself."""

    name: str
    description: str
    bot: Bot


ROSTER: Final = (
    Entry(
        "beginner",
        "Lays what its own rack offers, rarely touches the table, overlooks a lot.",
        Glancing(melds=1, glances=4, overlooks=0.2),
    ),
    Entry(
        "casual",
        "Rearranges a little, a few melds at a time, and misses the clever plays.",
        Glancing(melds=3, glances=8, overlooks=0.05),
    ),
    Entry("greedy", "Lays as many tiles as it can, every turn.", Greedy()),
    Entry(
        "patient",
        "Holds tiles back until many can go at once, and keeps its jokers for the end.",
        Patient(),
    ),
    Entry(
        "expert",
        "Thinks ahead: plays the round out in its mind before every turn.",
        Expert(),
    ),
)


def bot(name: str) -> Bot:
    """The bot of that name."""
    for entry in ROSTER:
        if entry.name == name:
            return entry.bot
    raise UnknownBot(f"no bot is called {name!r}; there are {', '.join(e.name for e in ROSTER)}")
