"""Outcomes: how a round ends after an action, for one deal of the hidden tiles after another.

What the action itself decides is counted out: going out, the end of the last turns, a pass
after which nobody is left to lay. All other rounds are played out in the core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tilerummy.bots.lookahead import ends_after
from tilerummy.engine.actions import Action, Draw, Play
from tilerummy.engine.phases import Phase
from tilerummy.engine.scoring import Outcome, score_blocked, score_out, score_void
from tilerummy.engine.views import View
from tilerummy.rules.changes import without
from tilerummy.rules.positions import loose
from tilerummy.rules.rulebook import EmptyPool, Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver.playouts import NODES, Hands, Moment, Policy, RoundEnd, play_out

__all__ = ["Deal", "End", "dear", "ends_from", "ends_now", "ends_of", "goes_out", "laid_by"]

_DEAR_NODES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Deal:
    """The hidden tiles as they could be, and how every seat goes on."""

    hands: Hands
    policies: tuple[Policy, ...]
    usual: tuple[Policy, ...] | None = None
    """How everybody seems to play, if the seat in turn is to go on better than that."""

    @property
    def as_usual(self) -> Deal:
        """The deal in which everybody goes on as they seem to play."""
        return self if self.usual is None else Deal(self.hands, self.usual)


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended: the winner (None if it is void) and the scores."""

    winner: int | None
    scores: tuple[int, ...]

    def chance(self, seat: int) -> float:
        """1 for the winner, 0 for the others; a void round is shared."""
        return 1 / len(self.scores) if self.winner is None else float(self.winner == seat)


def dear(rules: Rulebook) -> bool:
    """Whether play-outs take long: special jokers make them many times dearer."""
    jokers = rules.tiles.jokers
    return bool(jokers.double or jokers.colour_change or jokers.mirror)


def laid_by(view: View, action: Action) -> tuple[Tile, ...]:
    """The tiles that an action takes from the rack to the table."""
    if not isinstance(action, Play):
        return ()
    return without(loose(action.table), loose(view.table))


def goes_out(view: View, action: Action) -> bool:
    """Whether the action lays the whole rack."""
    return isinstance(action, Play) and len(laid_by(view, action)) == len(view.rack)


def ends_now(view: View, action: Action) -> bool:
    """Whether the round is over with this action, so that nobody plays on."""
    return goes_out(view, action) or _ends_blocked(view, action)


def ends_of(view: View, action: Action, deals: Sequence[Deal], *, fine: int = 0) -> list[End]:
    """The end of the round for each of the deals if the seat in turn acts like this.

    A late turn draws so many tiles beside that, as a `fine`.
    """
    if not fine and goes_out(view, action):
        return [_told(score_out(view.rules, _racks(view, deal, ()), view.turn)) for deal in deals]
    if _ends_blocked(view, action):
        return [_blocked(view, action, deal) for deal in deals]
    nodes = _nodes(view.rules)
    return _grouped(
        deals,
        lambda hands, policies: ends_after(view, action, hands, policies, nodes, fine=fine),
    )


def ends_from(view: View, deals: Sequence[Deal]) -> list[End]:
    """The end of the round for each of the deals if everybody goes on from the first turn."""
    moment = Moment(view.rules, view.table, view.turn, view.start)
    nodes = _nodes(view.rules)
    return _grouped(deals, lambda hands, policies: play_out(moment, hands, policies, nodes=nodes))


def _nodes(rules: Rulebook) -> int:
    return _DEAR_NODES if dear(rules) else NODES


def _grouped(
    deals: Sequence[Deal],
    ends_with: Callable[[list[Hands], tuple[Policy, ...]], list[RoundEnd]],
) -> list[End]:
    """The ends in the order of the deals; deals with the same policies go together."""
    groups: dict[tuple[Policy, ...], list[int]] = {}
    for place, deal in enumerate(deals):
        groups.setdefault(deal.policies, []).append(place)
    ends: dict[int, End] = {}
    for policies, places in groups.items():
        found = ends_with([deals[place].hands for place in places], policies)
        for place, end in zip(places, found, strict=True):
            ends[place] = End(end.winner, end.scores)
    return [ends[place] for place in range(len(deals))]


def _ends_blocked(view: View, action: Action) -> bool:
    """Whether nobody has a turn after this action, the pool being empty."""
    if view.pool_size or isinstance(action, Draw):
        return False
    seated = frozenset(range(view.seats)) - view.left
    if view.rules.pool.empty is EmptyPool.LAST_TURN:
        own = frozenset({view.turn}) if view.phase is Phase.ACT else frozenset[int]()
        return not view.last_turns - own
    passes = not isinstance(action, Play) and view.phase is Phase.ACT
    return passes and seated <= view.passed | {view.turn}


def _blocked(view: View, action: Action, deal: Deal) -> End:
    if view.rules.pool.empty is EmptyPool.VOID:
        return _told(score_void(view.seats))
    rest = without(view.rack, laid_by(view, action))
    racks = _racks(view, deal, rest)
    return _told(score_blocked(view.rules, racks, start=view.start, left=view.left))


def _racks(view: View, deal: Deal, own: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    return [own if seat == view.turn else rack for seat, rack in enumerate(deal.hands.racks)]


def _told(outcome: Outcome) -> End:
    return End(outcome.winner, outcome.scores)
