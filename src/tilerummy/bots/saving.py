"""Saving: the strongest simple way to play that we know.

Open, then lay nothing more until the whole rack can go at once. It looks slow and it is
not: the others have to live on what they lay themselves, and are left with a tile or two
that fit nowhere, while a rack of thirty tiles and a joker that nobody has seen falls into
melds all at once.
"""

from __future__ import annotations

from typing import Final

from tilerummy.solver.playouts import Policy

__all__ = ["SAVING"]

SAVING: Final = Policy(wait=1000, keep_jokers=True)
