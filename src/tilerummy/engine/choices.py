"""Choices: everything a seat may do now.

A seat that is to act may draw or pass, and it has plays: as many as there are sets of tiles
that it can lay, often thousands, each with many ways to arrange the table. So plays come one
by one, the most tiles first, one for each set of tiles, and only for as long as somebody asks
and the budget lasts. Whether one particular action is allowed is a question for the judge,
which `in` asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Pass, Play
from tilerummy.solver import Plays

if TYPE_CHECKING:
    from tilerummy.engine.views import View

__all__ = ["LegalActions"]


@dataclass(eq=False, repr=False)
class LegalActions(Iterator[Action]):
    """What a seat may do now: first what is not a play, then plays, most tiles first.

    `action in round.legal_actions()` asks the judge, whatever the iterator has come to. Leaving
    the round and running out of time are not listed, but `in` knows whether they are allowed.
    """

    view: View
    """What the seat may know; nothing else decides."""
    nodes: int
    """How many states the search for plays may look at, for all of them together."""
    _plays: Plays | None = field(init=False)
    _waiting: list[Action] = field(init=False)

    def __post_init__(self) -> None:
        view = self.view
        self._plays = Plays(view.position, nodes=self.nodes) if Play in view.may else None
        self._waiting = list(self.waiting)

    @property
    def waiting(self) -> tuple[Action, ...]:
        """What can be done without laying: draw or pass, or claim a new deal."""
        view = self.view
        kinds: list[Action] = []
        if view.seat is not None and view.may_claim_redeal:
            kinds.append(ClaimRedeal(view.seat))
        kinds += [kind() for kind in (Draw, Pass) if kind in view.may]
        return tuple([action for action in kinds if not view.judge(action)])

    @property
    def complete(self) -> bool:
        """Whether every set of tiles that can be laid has been told; never if nodes ran out."""
        return self._plays is None or self._plays.complete

    def __iter__(self) -> Iterator[Action]:
        return self

    def __next__(self) -> Action:
        if self._waiting:
            return self._waiting.pop(0)
        if self._plays is None:
            raise StopIteration
        play = next(self._plays).play
        assert play is not None
        return play

    def __repr__(self) -> str:
        return f"<LegalActions of seat {self.view.seat}, turn {self.view.number + 1}>"

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and not self.view.judge(action)
