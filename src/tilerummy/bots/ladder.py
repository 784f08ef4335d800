"""The ladder: opponents from a child to a champion, each with hands and a character.

What they cannot do is as human as what they can: the lower a step, the more of its own rack a
player overlooks, and the fewer tiles its hands move. They differ in what they like as well. The
three at the top draw for at most six turns running while they could play, the others for at most
five. How the ratings were measured is told in docs/bots.md.
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
        "A child: misses half of the rack, waits until four tiles can go, small numbers first.",
        Character(
            hands=24,
            overlooks=0.505,
            distracted=0.006,
            opens=9,
            wait=4,
            hold=5,
            patience=5,
            close=0,
            taste=Taste.LOW,
        ),
        ladder=1,
        elo=1135,
        face=Face.CHICK,
    ),
    Entry(
        "lotte",
        "New to the game: overlooks two fifths of the rack and waits until four tiles can go.",
        Character(
            hands=26,
            overlooks=0.415,
            opens=9,
            wait=4,
            hold=5,
            patience=5,
            close=0,
        ),
        ladder=2,
        elo=1260,
        face=Face.CAT,
    ),
    Entry(
        "bruno",
        "Eager: plays as soon as he sees two tiles that go.",
        Character(
            hands=28,
            overlooks=0.365,
            distracted=0.026,
            opens=9,
            wait=2,
            hold=3,
            patience=3,
            close=0,
        ),
        ladder=3,
        elo=1365,
        face=Face.BEAR,
    ),
    Entry(
        "mira",
        "Tidy: changes ten melds of the table in a turn at most, if that will do.",
        Character(
            hands=30,
            touches=10,
            overlooks=0.06,
            distracted=0.065,
            opens=9,
            wait=4,
            hold=3,
            patience=5,
            close=0,
        ),
        ladder=4,
        elo=1505,
        face=Face.RABBIT,
    ),
    Entry(
        "otto",
        "Plays at home every Sunday: finds most of what is there, and keeps a joker for the end.",
        Character(
            hands=32,
            overlooks=0.045,
            distracted=0.05,
            opens=9,
            wait=5,
            hold=10,
            keeps_jokers=True,
            patience=5,
        ),
        ladder=5,
        elo=1620,
        face=Face.OWL,
    ),
    Entry(
        "nell",
        "Cautious: keeps jokers and small racks for the end, plays a single high tile meanwhile.",
        Character(
            hands=36,
            distracted=0.022,
            opens=12,
            wait=4,
            hold=18,
            keeps_jokers=True,
            patience=6,
            stints=True,
            taste=Taste.HIGH,
        ),
        ladder=6,
        elo=1745,
        face=Face.HEDGEHOG,
    ),
    Entry(
        "rufus",
        "Daring builder: plays a tile now and then and keeps the rest until all can go at once.",
        Character(
            hands=44,
            opens=12,
            wait=3,
            hold=31,
            keeps_jokers=True,
            patience=6,
            stints=True,
        ),
        ladder=7,
        elo=1865,
        face=Face.FOX,
    ),
    Entry(
        "ada",
        "The champion: plays the round out in her mind before every turn, with a person's hands.",
        Champion(),
        ladder=8,
        elo=2100,
        face=Face.DRAGON,
    ),
)
