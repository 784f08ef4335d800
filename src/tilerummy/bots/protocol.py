"""The protocol: how a bot is asked.

A bot is anything with `act`. It is given what a person in its seat may know (a view, with
the history in it), dice of its own and a budget, and answers with an action. It holds no
state that matters between turns, so it can be moved, replayed and asked twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tilerummy.bots.dice import Dice
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.rules.errors import TilerummyError

__all__ = ["Bot", "Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thinking a turn is worth.

    `effort` scales what a searching bot does: 1 is its normal strength, 0.1 a tenth of the
    work. `seconds` is a limit on top, for people who wait; without it an answer depends on
    nothing but view, dice and effort, which is what the arena needs.
    """

    effort: float = 1.0
    """1 for normal strength, less for less work."""
    seconds: float | None = None
    """A limit in seconds; None for none."""

    def __post_init__(self) -> None:
        if not (self.effort >= 0 and (self.seconds is None or self.seconds >= 0)):
            raise TilerummyError("effort and seconds are 0 or more")


class Bot(Protocol):
    """A player that is a program."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """What to do in this turn; called only when the view's seat is to act."""
        ...
