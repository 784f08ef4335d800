"""Bots: a ladder of opponents from a child to a champion, behind one small protocol."""

from tilerummy.bots.dice import Dice
from tilerummy.bots.entries import Entry, Face
from tilerummy.bots.ladder import LADDER
from tilerummy.bots.matching import MATCH, matched
from tilerummy.bots.protocol import Bot, Budget
from tilerummy.bots.roster import ALIASES, ROSTER, UnknownBot, bot, entry

__all__ = [
    "ALIASES",
    "LADDER",
    "MATCH",
    "ROSTER",
    "Bot",
    "Budget",
    "Dice",
    "Entry",
    "Face",
    "UnknownBot",
    "bot",
    "entry",
    "matched",
]
