"""Analysis: what the choices of a turn are worth.

    for found in sharpen(view, seed="1"):
        print(found.choices[0])

From a view, and from nothing else, to the chance to win and the expected score of every
choice, with standard errors. `sharpen` gives a first answer soon and better ones after it;
`analyse` gives the last of them. The same seed gives the same figures unless a limit in
seconds cuts them short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final

from tilerummy.bots.candidates import candidates
from tilerummy.bots.policies import follow
from tilerummy.bots.saving import saving
from tilerummy.engine.actions import Action, Draw, Play
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.views import View
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.outcomes import dear, goes_out, laid_by
from tilerummy.evaluation.styles import STYLES, styles_of
from tilerummy.rules.errors import TilerummyError, expect
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.tiles import Tile
from tilerummy.solver import solve

__all__ = [
    "Analysis",
    "Assumed",
    "Choice",
    "NotToAct",
    "analyse",
    "choice_of",
    "choices_of",
    "sharpen",
    "told",
]

MOST: Final = 7
"""How many choices are looked at, if nobody names them."""
_FIRST: Final = 24
_NODES: Final = 3_000


class NotToAct(TilerummyError):
    """The seat of the view is not to act, so there is nothing to choose."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with its chance to win and the score to be expected."""

    action: Action
    laid: tuple[Tile, ...]
    chance: Estimate
    score: Estimate
    deals: int

    def __str__(self) -> str:
        return f"{told(self.action, self.laid)}: {self.chance}"


@dataclass(frozen=True, slots=True)
class Assumed:
    """How a seat is taken to play on: the share of deals for each style."""

    seat: int
    shares: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The choices of a turn, best first, and what was assumed about everybody."""

    choices: tuple[Choice, ...]
    """What can be done, best first."""
    deals: int
    """How many deals of the hidden tiles were played out."""
    assumed: tuple[Assumed, ...]
    """How every seat is taken to play on."""

    @property
    def best(self) -> Choice:
        """The choice with the best chance to win."""
        return self.choices[0]


def told(action: Action, laid: Sequence[Tile]) -> str:
    """An action in a word, or the tiles it lays."""
    if isinstance(action, Play):
        return format_tiles(laid)
    return "draw" if isinstance(action, Draw) else "pass"


def choices_of(view: View, first: Action | None = None, most: int = MOST) -> list[Action]:
    """The actions worth a look, `first` among them; a single one if there is no choice."""
    own = follow(saving(view.rules, view.seats), view) if first is None else first
    out = solve(view.position, nodes=_NODES)
    if out.play is not None and out.laid == view.rack:
        return [own] if goes_out(view, own) else [own, out.play]
    return candidates(view, own, most)


def sharpen(
    view: View,
    actions: Sequence[Action] | None = None,
    *,
    seed: str = "1",
    error: float = 0.01,
    seconds: float = inf,
    deals: int | None = None,
) -> Iterator[Analysis]:
    """The choices of the turn, better known every time.

    It ends when the best choice and those that may be as good are known to within `error`,
    after `deals` deals, or after `seconds`.
    """
    if not view.my_turn:
        raise NotToAct("it is not this seat's turn")
    limit = deals if deals is not None else (240 if dear(view.rules) else 1500)
    deadline = perf_counter() + seconds
    contest = Contest(view, choices_of(view) if actions is None else actions, seed)
    size = min(_FIRST, limit)
    while True:
        contest.meet(size)
        contest.drop()
        yield _analysis(contest)
        known = max([contest.chance(index).error for index in contest.alive]) <= error
        rest = limit - contest.deals
        if contest.exact or known or rest <= 0 or perf_counter() >= deadline:
            return
        size = min(contest.deals, rest)


def analyse(
    view: View,
    actions: Sequence[Action] | None = None,
    *,
    seed: str = "1",
    error: float = 0.01,
    seconds: float = inf,
    deals: int | None = None,
) -> Analysis:
    """What the choices of the seat in turn are worth, best first.

    Without `actions` those worth a look are compared. It takes more and more deals of the hidden
    tiles, until the best choices are known to within `error`, or after `deals` or `seconds`.

    >>> import tilerummy as tr
    >>> now = tr.Round.from_hands(
    ...     tr.rulebook("piatnik-travel"), ["k7 b5", "r1 o13"],
    ...     table="k4 k5 k6 | b6 b7 b8", pool="o3 o4", opened=[0, 1],
    ... )
    >>> found = tr.analyse(now.view(0))
    >>> str(found.best)
    'k7 b5: 1.000 ± 0.000'
    """
    _check(view, actions, error=error, seconds=seconds, deals=deals)
    *_, last = sharpen(view, actions, seed=seed, error=error, seconds=seconds, deals=deals)
    return last


def _check(
    view: View,
    actions: Sequence[Action] | None,
    *,
    error: float,
    seconds: float,
    deals: int | None,
) -> None:
    """Refuse what cannot be asked."""
    expect(view, View, "view")
    if not (error >= 0 and seconds >= 0):
        raise TilerummyError("error and seconds are 0 or more")
    if deals is not None and deals < 1:
        raise TilerummyError("at least one deal is needed")
    if actions is None or not view.my_turn:
        return
    if not actions:
        raise TilerummyError("at least one action is needed")
    for action in actions:
        found = view.judge(action)
        if found:
            raise IllegalAction(found)


def _analysis(contest: Contest) -> Analysis:
    view = contest.view
    order = sorted(
        range(len(contest.actions)),
        key=lambda i: (i not in contest.alive, -contest.chance(i).value, -contest.score(i).value),
    )
    return Analysis(
        tuple([choice_of(contest, index) for index in order]),
        contest.deals,
        tuple([_assumed(view, seat) for seat in range(view.seats)]),
    )


def choice_of(contest: Contest, index: int) -> Choice:
    """A choice with what its deals said so far."""
    action = contest.actions[index]
    return Choice(
        action,
        laid_by(contest.view, action),
        contest.chance(index),
        contest.score(index),
        contest.met_by(index),
    )


def _assumed(view: View, seat: int) -> Assumed:
    weights = styles_of(view)[seat]
    names = [style.name for style in STYLES]
    return Assumed(seat, tuple(zip(names, weights, strict=True)))
