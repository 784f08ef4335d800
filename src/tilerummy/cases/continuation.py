"""How an unfinished turn could go on: a new meld for a freed joker."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import Reading
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import JokerKind, Tile, tile

__all__ = ["meld_for"]


def meld_for(joker: Tile, rules: Rulebook, used: Collection[Tile]) -> Meld:
    """A meld with the joker and two number tiles, if possible of kinds not yet in use."""
    melds = list(_melds_with(joker, rules))
    fresh = [meld for meld in melds if not any(t in used for t in meld.tiles if t.number)]
    return (fresh or melds)[0]


def _melds_with(joker: Tile, rules: Rulebook) -> Iterator[Meld]:
    for colour in rules.colours:
        for number in range(1, rules.tiles.numbers):
            low, next_up = tile(colour, number), tile(colour, number + 1)
            mirrored = joker.joker is JokerKind.MIRROR
            meld = Meld((low, joker, low) if mirrored else (low, next_up, joker))
            if isinstance(meld.read(rules.grammar), Reading):
                yield meld
