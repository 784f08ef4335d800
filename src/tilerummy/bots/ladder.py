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
        Character(hands=18, overlooks=0.51, wait=4, patience=4, close=1, taste=Taste.LOW),
        ladder=1,
        elo=1180,
        face=Face.CHICK,
    ),
    Entry(
        "lotte",
        "New to the game: overlooks nearly half of the rack and waits until four tiles can go.",
        Character(hands=20, overlooks=0.435, wait=4, patience=4, close=1),
        ladder=2,
        elo=1290,
        face=Face.CAT,
    ),
    Entry(
        "bruno",
        "Eager: plays as soon as he sees three tiles that go.",
        Character(hands=20, overlooks=0.34, wait=3, patience=3, close=1),
        ladder=3,
        elo=1395,
        face=Face.BEAR,
    ),
    Entry(
        "mira",
        "Tidy: changes seven melds of the table in a turn at most, if that will do.",
        Character(hands=24, overlooks=0.09, wait=4, touches=7, patience=4, close=2),
        ladder=4,
        elo=1500,
        face=Face.RABBIT,
    ),
    Entry(
        "otto",
        "Plays at home every Sunday: finds most of what is there, and keeps a joker for the end.",
        Character(hands=28, overlooks=0.09, wait=5, hold=8, keeps_jokers=True, patience=4),
        ladder=5,
        elo=1600,
        face=Face.OWL,
    ),
    Entry(
        "nell",
        "Cautious: keeps jokers and small racks for the end, plays a single high tile meanwhile.",
        Character(
            hands=32, wait=3, hold=16, keeps_jokers=True, patience=5, stints=True, taste=Taste.HIGH
        ),
        ladder=6,
        elo=1710,
        face=Face.HEDGEHOG,
    ),
    Entry(
        "rufus",
        "Daring builder: plays a tile now and then and keeps the rest until all can go at once.",
        Character(hands=40, wait=3, hold=28, keeps_jokers=True, patience=4, stints=True),
        ladder=7,
        elo=1845,
        face=Face.FOX,
    ),
    Entry(
        "ada",
        "The champion: plays the round out in her mind before every turn, with a person's hands.",
        Champion(),
        ladder=8,
        elo=2030,
        face=Face.DRAGON,
    ),
)
