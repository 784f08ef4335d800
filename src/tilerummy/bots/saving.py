"""Saving: the strongest simple ways to play that we know.

Open, then lay nothing more until the whole rack can go at once. It looks slow and it is
not: the others have to live on what they lay themselves, and are left with a tile or two
that fit nowhere, while a rack of thirty tiles and a joker that nobody has seen falls into
melds all at once.

Where the turn that opens may go on, there is no need to open before that turn either, and
with several others at the table it pays to hide: what nobody lays, nobody can build on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tilerummy.bots.greedy import GREEDY
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver.playouts import Policy

__all__ = ["HIDING", "SAVING", "saving"]

SAVING: Final = Policy(wait=1000, keep_jokers=True)
HIDING: Final = replace(SAVING, hides=True)


def saving(rules: Rulebook, seats: int) -> Policy:
    """The better way to save in such a round; where nobody may wait, playing all one can."""
    if rules.draw.must_lay:
        return GREEDY
    return HIDING if rules.opening.goes_on and seats > 2 else SAVING
