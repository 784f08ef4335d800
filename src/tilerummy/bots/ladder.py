"""The ladder: opponents from a child to a champion, each with hands and a character.

What they cannot do is as human as what they can: the lower a step, the more of its own rack a
player overlooks, and the fewer tiles its hands move. They differ in what they like as well. None
of them draws for more than five turns running while it could play. How the ratings were measured
is told in docs/bots.md.
"""

from __future__ import annotations

from typing import Final

from tilerummy.bots.champion import Champion
from tilerummy.bots.character import Character, Taste
from tilerummy.bots.entries import Entry, Face

__all__ = ["LADDER"]

LADDER: Final = (
    Entry(
        "pip",
        "A child: overlooks half of the rack, waits until four tiles can go, small numbers first.",
        Character(hands=18, overlooks=0.505, wait=4, patience=4, close=1, taste=Taste.LOW),
        ladder=1,
        elo=1115,
        face=Face.CHICK,
    ),
    Entry(
        "lotte",
        "New to the game: overlooks nearly half of the rack and waits until four tiles can go.",
        Character(hands=20, overlooks=0.43, wait=4, patience=4, close=1),
        ladder=2,
        elo=1280,
        face=Face.CAT,
    ),
    Entry(
        "bruno",
        "Eager: plays as soon as he sees three tiles that go.",
        Character(hands=20, overlooks=0.375, wait=3, patience=3, close=1),
        ladder=3,
        elo=1400,
        face=Face.BEAR,
    ),
    Entry(
        "mira",
        "Tidy: changes seven melds of the table in a turn at most, if that will do.",
        Character(hands=24, overlooks=0.11, wait=4, touches=7, patience=4, close=2),
        ladder=4,
        elo=1505,
        face=Face.RABBIT,
    ),
    Entry(
        "otto",
        "Plays at home every Sunday: finds nearly everything and likes to play five tiles at once.",
        Character(hands=28, wait=6, hold=12, patience=4),
        ladder=5,
        elo=1610,
        face=Face.OWL,
    ),
    Entry(
        "nell",
        "Cautious: keeps jokers and small racks for the end, plays a single high tile meanwhile.",
        Character(
            hands=30, wait=3, hold=13, keeps_jokers=True, patience=5, stints=True, taste=Taste.HIGH
        ),
        ladder=6,
        elo=1730,
        face=Face.HEDGEHOG,
    ),
    Entry(
        "rufus",
        "Daring builder: plays a tile now and then and keeps the rest until all can go at once.",
        Character(hands=40, wait=3, hold=28, keeps_jokers=True, patience=4, stints=True),
        ladder=7,
        elo=1870,
        face=Face.FOX,
    ),
    Entry(
        "ada",
        "The champion: plays the round out in her mind before every turn, with a person's hands.",
        Champion(),
        ladder=8,
        elo=2070,
        face=Face.DRAGON,
    ),
)
