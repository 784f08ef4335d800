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
        Character(hands=8, overlooks=0.83, patience=4, close=2, taste=Taste.LOW),
        ladder=1,
        elo=1075,
        face=Face.CHICK,
    ),
    Entry(
        "lotte",
        "New to the game: misses a lot and hoards jokers.",
        Character(hands=9, overlooks=0.77, keeps_jokers=True, patience=3, close=2),
        ladder=2,
        elo=1235,
        face=Face.CAT,
    ),
    Entry(
        "bruno",
        "Eager: plays something nearly every turn, a few tiles at a time, small numbers first.",
        Character(hands=10, overlooks=0.79, patience=1, close=2, taste=Taste.LOW),
        ladder=3,
        elo=1390,
        face=Face.BEAR,
    ),
    Entry(
        "mira",
        "Tidy: changes two melds of the table in a turn at most, if that will do.",
        Character(hands=12, overlooks=0.48, touches=2, patience=2, close=2),
        ladder=4,
        elo=1500,
        face=Face.RABBIT,
    ),
    Entry(
        "otto",
        "Plays at home every Sunday: finds most of what is there, and keeps a joker for the end.",
        Character(hands=20, overlooks=0.18, hold=4, keeps_jokers=True, patience=3),
        ladder=5,
        elo=1645,
        face=Face.OWL,
    ),
    Entry(
        "nell",
        "Cautious: waits a few turns until much can go at once, high numbers first.",
        Character(hands=26, wait=3, hold=14, keeps_jokers=True, taste=Taste.HIGH, patience=4),
        ladder=6,
        elo=1760,
        face=Face.HEDGEHOG,
    ),
    Entry(
        "rufus",
        "Daring builder: plays a tile now and then and keeps the rest until all can go at once.",
        Character(hands=33, wait=3, hold=20, keeps_jokers=True, patience=4, stints=True),
        ladder=7,
        elo=1895,
        face=Face.FOX,
    ),
    Entry(
        "ada",
        "The champion: plays the round out in her mind before every turn, with a person's hands.",
        Champion(),
        ladder=8,
        elo=2005,
        face=Face.DRAGON,
    ),
)
