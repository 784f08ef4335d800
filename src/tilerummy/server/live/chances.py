"""Chances: the choices of a turn by winning chance, for hints."""

from __future__ import annotations

from typing import Final

from tilerummy.engine.actions import Play
from tilerummy.engine.views import View
from tilerummy.evaluation import Choice, analyse
from tilerummy.server.room.hints import steps_of
from tilerummy.server.wire.messages import Chances
from tilerummy.server.wire.review_encoding import encode_choice
from tilerummy.server.wire.reviews import ChanceHint

__all__ = ["find_chances"]

_DEALS: Final = 200
_SECONDS: Final = 2.0


def find_chances(view: View) -> Chances:
    """The choices, best first, as far as they can be told while somebody waits."""
    found = analyse(view, deals=_DEALS, seconds=_SECONDS)
    return Chances(id=0, choices=[_with_steps(view, choice) for choice in found.choices])


def _with_steps(view: View, choice: Choice) -> ChanceHint:
    shown, action = encode_choice(choice), choice.action
    return ChanceHint(
        action=shown.action,
        laid=shown.laid,
        table=shown.table,
        opening=shown.opening,
        chance=shown.chance,
        error=shown.error,
        score=shown.score,
        steps=steps_of(view.position, action) if isinstance(action, Play) else [],
    )
