"""The roster: every bot by name; the ladder first, then those kept for study.

The names of the levels before the ladder still work, in rooms and programs of that time.
"""

from __future__ import annotations

from typing import Final

from tilerummy.bots.entries import Entry
from tilerummy.bots.expert import Expert
from tilerummy.bots.glancing import Glancing
from tilerummy.bots.greedy import Greedy
from tilerummy.bots.ladder import LADDER
from tilerummy.bots.patient import Patient
from tilerummy.bots.protocol import Bot
from tilerummy.rules.errors import TilerummyError

__all__ = ["ALIASES", "ROSTER", "STUDIES", "UnknownBot", "bot", "entry"]


class UnknownBot(TilerummyError):
    """A name that is on no roster."""


STUDIES: Final = (
    Entry(
        "beginner",
        "Looks at one meld at a time and overlooks a lot; no bound on its hands.",
        Glancing(melds=1, glances=4, overlooks=0.2),
    ),
    Entry(
        "casual",
        "Looks at three melds at a time and misses the clever plays; no bound on its hands.",
        Glancing(melds=3, glances=8, overlooks=0.05),
    ),
    Entry("greedy", "Plays as many tiles as there is a way to, every turn.", Greedy()),
    Entry(
        "patient",
        "Waits, for however long, until eight tiles can go at once; keeps its jokers.",
        Patient(),
    ),
    Entry(
        "saver",
        "Draws for most of the round, then plays its whole rack at once: strong, and no fun.",
        Expert(),
    ),
)

ROSTER: Final = (*LADDER, *STUDIES)

ALIASES: Final = {"expert": "saver"}
"""Names that bots had before."""


def entry(name: str) -> Entry:
    """The bot of that name, old names included."""
    known = ALIASES.get(name, name)
    for found in ROSTER:
        if found.name == known:
            return found
    raise UnknownBot(f"no bot is called {name!r}; there are {', '.join(e.name for e in ROSTER)}")


def bot(name: str) -> Bot:
    """The player of that name."""
    return entry(name).bot
