"""Hands: how many tiles a bot moves in one turn, by its level and by the clock.

A person needs a few seconds for every tile that is played or rearranged. In a minute the hands
of a level are full; with a shorter clock they move fewer tiles, in proportion, though three
can always be moved: as many as a meld has.
"""

from __future__ import annotations

from typing import Final

from tilerummy.rules.rulebook import Rulebook

__all__ = ["hands_in"]

_FULL: Final = 60
"""With so many seconds for a turn, or with no limit, the hands of a level are full."""
_FEWEST: Final = 3


def hands_in(rules: Rulebook, hands: int) -> int:
    """How many tiles these hands move in a turn under the rulebook's clock."""
    limit = rules.time.limit
    if not limit or limit >= _FULL:
        return hands
    return min(hands, max(_FEWEST, hands * limit // _FULL))
