"""Chances: the choices of a turn by winning chance, for hints."""

from __future__ import annotations

from typing import Final

from tilerummy.engine.views import View
from tilerummy.evaluation import analyse
from tilerummy.server.wire.reviews import ChanceChoice
from tilerummy.server.wire.shown import choice_shown

__all__ = ["best_chances"]

_DEALS: Final = 96
_SECONDS: Final = 1.5
_SHOWN: Final = 3


def best_chances(view: View) -> list[ChanceChoice]:
    """The best few choices as far as they can be told while somebody waits."""
    found = analyse(view, deals=_DEALS, seconds=_SECONDS)
    return [choice_shown(choice) for choice in found.choices[:_SHOWN]]
