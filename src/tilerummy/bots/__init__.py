"""Who plays: bots from a beginner to an expert, behind one small protocol."""

from tilerummy.bots.dice import Dice
from tilerummy.bots.protocol import Bot, Budget
from tilerummy.bots.roster import ROSTER, Entry, UnknownBot, bot

__all__ = ["ROSTER", "Bot", "Budget", "Dice", "Entry", "UnknownBot", "bot"]
