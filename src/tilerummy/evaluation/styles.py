"""Styles: how the players of a round seem to go on.

A chance to win depends on how everybody plays from here. Nobody's rack is looked at for
that: what a seat did in the open tells. For every turn after its opening the share of
tiles that fit the table says how many of its tiles can be expected to fit. A player who
draws although many would fit either overlooks things (and lays a little now and then) or
waits (and lays nothing, or much); one who makes a meld out of three sees more than a
beginner does. How often each style does what was measured in rounds between the bots that
play so. Bayes' rule makes a distribution over the styles of it, and every deal of the
hidden tiles draws one of them for every seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Final

from tilerummy.bots.dice import Dice
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.patient import PATIENT
from tilerummy.bots.saving import saving
from tilerummy.engine.events import Drew, Event, Played, TimedOut
from tilerummy.engine.views import View
from tilerummy.evaluation.own_turns import Laid, OwnTurn, own_turns, sources_of
from tilerummy.rules.positions import Position, Table, loose
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import solve_many
from tilerummy.solver.playouts import Policy

__all__ = ["STYLES", "Style", "draw_style", "fitting", "policy_of", "styles_of"]

_NODES: Final = 1_000
_MANY: Final = 8
"""So many tiles at once are laid by those who waited for it."""
_EVIDENCE: Final = 0.85
"""What a turn tells counts for a little less: turns of a player depend on each other."""


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play on, and what it shows in the open."""

    name: str
    policy: Policy | None
    """None: the strongest simple way we know, which depends on the rulebook."""
    share: float
    """How likely it is before anything is known."""
    most: float
    """How often it lays something in a turn, when very many of its tiles can be expected to fit."""
    quickly: float
    """How quickly that share is reached as more tiles fit."""
    much: float
    """How often a play of it has eight tiles or more."""
    joins: tuple[float, float, float]
    """How often the meld it makes out of most others has one source at most, two, or more."""
    own: tuple[tuple[float, float, float], ...]
    """How often it lays nothing, a part or all of what goes, for each `Layable`."""
    sees_all: bool = False
    """Whether a turn without a play tells that there was none."""

    def lays(self, fitting: float) -> float:
        """How often it lays when so many tiles can be expected to fit."""
        return self.most * (1 - exp(-self.quickly * fitting))


_ALL: Final = (0.01, 0.01, 0.98)
_NOTHING: Final = (0.98, 0.01, 0.01)
STYLES: Final = (
    Style(
        "beginner",
        Policy(sight=1, glances=4, overlooks=20),
        share=0.12,
        most=0.55,
        quickly=0.3,
        much=0.002,
        joins=(0.985, 0.01, 0.005),
        own=(
            (0.80, 0.00, 0.20),
            (0.78, 0.12, 0.10),
            (0.56, 0.33, 0.11),
            (0.45, 0.54, 0.01),
            (0.60, 0.39, 0.01),
        ),
    ),
    Style(
        "casual",
        Policy(sight=3, glances=8, overlooks=5),
        share=0.15,
        most=1.0,
        quickly=0.22,
        much=0.004,
        joins=(0.82, 0.165, 0.015),
        own=(
            (0.53, 0.00, 0.47),
            (0.36, 0.22, 0.42),
            (0.20, 0.43, 0.37),
            (0.03, 0.90, 0.07),
            (0.50, 0.44, 0.06),
        ),
    ),
    Style(
        "distracted",
        Policy(sight=4, glances=6, overlooks=65),
        share=0.15,
        most=0.8,
        quickly=0.2,
        much=0.001,
        joins=(0.70, 0.26, 0.04),
        own=(
            (0.65, 0.00, 0.35),
            (0.70, 0.22, 0.08),
            (0.50, 0.45, 0.05),
            (0.40, 0.59, 0.01),
            (0.40, 0.55, 0.05),
        ),
    ),
    Style(
        "regular",
        Policy(sight=4, glances=8, overlooks=30),
        share=0.2,
        most=1.0,
        quickly=0.28,
        much=0.002,
        joins=(0.62, 0.29, 0.09),
        own=(
            (0.30, 0.00, 0.70),
            (0.35, 0.30, 0.35),
            (0.24, 0.56, 0.20),
            (0.05, 0.90, 0.05),
            (0.22, 0.44, 0.34),
        ),
    ),
    Style(
        "greedy",
        GREEDY,
        share=0.15,
        most=1.0,
        quickly=0.28,
        much=0.008,
        joins=(0.68, 0.18, 0.14),
        own=(_ALL,) * 5,
        sees_all=True,
    ),
    Style(
        "patient",
        PATIENT,
        share=0.07,
        most=1.0,
        quickly=0.05,
        much=0.9,
        joins=(0.39, 0.26, 0.35),
        own=(_NOTHING, _NOTHING, _NOTHING, _ALL, _ALL),
    ),
    Style(
        "builder",
        Policy(wait=3, keep_jokers=True, hold=10, patience=4),
        share=0.1,
        most=0.85,
        quickly=0.16,
        much=0.05,
        joins=(0.50, 0.32, 0.18),
        own=(
            (0.86, 0.00, 0.14),
            (0.80, 0.02, 0.18),
            (0.30, 0.02, 0.68),
            (0.05, 0.10, 0.85),
            (0.20, 0.20, 0.60),
        ),
    ),
    Style(
        "saving",
        None,
        share=0.06,
        most=1.0,
        quickly=0.006,
        much=0.9,
        joins=(0.12, 0.26, 0.62),
        own=(_NOTHING, _NOTHING, _NOTHING, _NOTHING, _ALL),
    ),
)
"""From the weakest to the strongest."""


def policy_of(style: Style, rules: Rulebook, seats: int) -> Policy:
    """How play-outs follow the style."""
    return saving(rules, seats) if style.policy is None else style.policy


def styles_of(view: View) -> tuple[tuple[float, ...], ...]:
    """For every seat how likely each of the styles is.

    The others are known by what happened in the open, the seat of the view by its own turns.
    """
    weights = _open_styles(view.rules, view.seats, view.events)
    if view.seat is None:
        return weights
    own = [style.share for style in STYLES]
    for turn in own_turns(view):
        _learn(own, [_of_own_turn(style, turn) for style in STYLES])
    return (*weights[: view.seat], tuple(own), *weights[view.seat + 1 :])


def draw_style(weights: Sequence[float], dice: Dice) -> Style:
    """One of the styles, each as likely as its weight."""
    mark = dice.below(1 << 30) / (1 << 30)
    for style, weight in zip(STYLES, weights, strict=True):
        mark -= weight
        if mark < 0:
            return style
    return STYLES[-1]


@lru_cache(maxsize=4096)
def fitting(rules: Rulebook, table: Table) -> frozenset[Tile]:
    """The tiles that could be laid on this table one at a time, melds rearranged or not."""
    tiles = sorted(set((Counter(rules.deck) - Counter(loose(table))).elements()))
    positions = [Position(rules, table, (tile,)) for tile in tiles]
    found = solve_many(positions, nodes=_NODES)
    return frozenset(
        tile for tile, solution in zip(tiles, found, strict=True) if solution.play is not None
    )


def _share(rules: Rulebook, table: Table) -> float:
    """The share of all tiles not on the table that fit it."""
    rest = Counter(rules.deck) - Counter(loose(table))
    fits = fitting(rules, table)
    return sum(rest[tile] for tile in fits) / max(1, rest.total())


def _open_styles(
    rules: Rulebook, seats: int, events: tuple[Event, ...]
) -> tuple[tuple[float, ...], ...]:
    weights = [[style.share for style in STYLES] for _ in range(seats)]
    sizes = [rules.deal.tiles] * seats
    opened = [False] * seats
    table: Table = ()
    for event in events:
        if isinstance(event, Played):
            seat = event.seat
            if opened[seat]:
                fits = _share(rules, table) * sizes[seat]
                sources = sources_of(table, event.table)
                told = [_of_play(style, fits, len(event.laid), sources) for style in STYLES]
                _learn(weights[seat], told)
            opened[seat] = True
            sizes[seat] -= len(event.laid)
            table = event.table
        elif isinstance(event, Drew):
            seat = event.seat
            if opened[seat]:
                fits = _share(rules, table) * sizes[seat]
                _learn(weights[seat], [1 - style.lays(fits) for style in STYLES])
            sizes[seat] += 1
        elif isinstance(event, TimedOut):
            opened[event.seat] = opened[event.seat] or event.opening is not None
            sizes[event.seat] += event.count - len(event.laid)
            table = event.table
    return tuple([tuple(row) for row in weights])


def _of_own_turn(style: Style, turn: OwnTurn) -> float:
    """How likely a player of that style does this, with what could be laid."""
    joins = 1.0 if turn.laid is Laid.NOTHING else style.joins[_joined(turn.sources)]
    return style.own[turn.layable.value][turn.laid.value] * joins


def _joined(sources: int) -> int:
    return max(0, min(sources, 3) - 1)


def _of_play(style: Style, fits: float, tiles: int, sources: int) -> float:
    """How likely a player of that style makes such a play."""
    size = style.much if tiles >= _MANY else 1 - style.much
    return style.lays(fits) * size * style.joins[_joined(sources)]


def _learn(weights: list[float], likelihoods: list[float]) -> None:
    for place, likelihood in enumerate(likelihoods):
        weights[place] *= max(likelihood, 1e-3) ** _EVIDENCE
    whole = sum(weights)
    for place, weight in enumerate(weights):
        weights[place] = weight / whole
