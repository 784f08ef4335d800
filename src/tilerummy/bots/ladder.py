"""The ladder: opponents from a child to a champion, each with hands and a character.

What they cannot do is as human as what they can: the lower a step, the more of its own rack a
player overlooks, and the fewer tiles its hands move. They differ in what they like as well. None
of them draws for more than four turns running while it could play. How the ratings were measured
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
        "A child: overlooks most of the rack and plays the small numbers first.",
        Character(hands=6, overlooks=0.86, patience=4, close=2, taste=Taste.LOW),
        ladder=1,
        elo=985,
        face=Face.CHICK,
    ),
    Entry(
        "lotte",
        "New to the game: misses a lot and hoards jokers.",
        Character(hands=7, overlooks=0.8, keeps_jokers=True, patience=4, close=2),
        ladder=2,
        elo=1165,
        face=Face.CAT,
    ),
    Entry(
        "bruno",
        "Eager: plays something nearly every turn, a few tiles at a time, small numbers first.",
        Character(hands=6, overlooks=0.78, patience=1, close=2, taste=Taste.LOW),
        ladder=3,
        elo=1435,
        face=Face.BEAR,
    ),
    Entry(
        "mira",
        "Tidy: changes two melds of the table in a turn at most, if that will do.",
        Character(hands=8, overlooks=0.56, touches=2, patience=2, close=2),
        ladder=4,
        elo=1580,
        face=Face.RABBIT,
    ),
    Entry(
        "otto",
        "Plays at home every Sunday: finds much of what is there, and not all of it.",
        Character(hands=10, overlooks=0.48, patience=2, close=3),
        ladder=5,
        elo=1700,
        face=Face.OWL,
    ),
    Entry(
        "nell",
        "Cautious: gets rid of high numbers first, so that little is left if you go out.",
        Character(hands=14, overlooks=0.37, taste=Taste.HIGH, patience=2),
        ladder=6,
        elo=1770,
        face=Face.HEDGEHOG,
    ),
    Entry(
        "rufus",
        "Daring builder: hoards jokers and waits a few turns to play three tiles at once.",
        Character(hands=18, wait=3, hold=6, keeps_jokers=True, patience=4),
        ladder=7,
        elo=1865,
        face=Face.FOX,
    ),
    Entry(
        "ada",
        "The champion: plays the round out in her mind before every turn, with a person's hands.",
        Champion(),
        ladder=8,
        elo=1985,
        face=Face.DRAGON,
    ),
)
