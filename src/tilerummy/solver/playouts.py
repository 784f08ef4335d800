"""Play-outs: rounds played to their end in the core, thousands while a player thinks.

A bot that searches asks: if I leave this table behind, how do the rounds go on? It makes
up hands that fit what it knows and has every one of them played out, each seat following
a `Policy` of a few numbers. The engine is the reference: with the same hands and policies
its rounds end the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final

from tilerummy.rules.positions import Table
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import _core
from tilerummy.solver.codes import DIVIDER, translator
from tilerummy.solver.objectives import MOST_TILES

__all__ = ["Hands", "Moment", "Policy", "RoundEnd", "play_out"]

NODES: Final = 3_000
"""How many states a single turn of a play-out may look at, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat plays: lays the most tiles, but may wait and keep its jokers.

    Once opened it lays only if `wait` tiles go at once, or all it has, unless somebody
    else has no more than `alarm` tiles. With `keep_jokers` a joker of the rack is laid only
    where opening, going out or hurry needs it. A player that `hides` does not open before it
    can go out in the same turn, unless in a hurry. With the pool empty everybody lays what they
    can.

    A player with `sight` takes in so many melds at a glance (0: the whole table), `glances`
    times a turn, and lays whatever it finds. With or without that, each tile of the rack is
    missed with a probability of `overlooks` percent, unless no more than `close` are left. The
    hands decide what is missed: a play-out can be repeated.

    Its `hands` can move so many tiles in a turn, laid and rearranged (0: any number). With
    `hold` tiles or fewer it lays only to go out, and it opens only with `opens` tiles. After
    `patience` turns without laying it has waited long enough (0: never); one that `stints` then
    lays a single tile, if one can go alone.

    With learned `weights` the sum of weighted features decides whether the most tiles are laid,
    once opened, instead of `wait`, `hold` and `keep_jokers` (see `tilerummy.lab.learning`).

    Where the rulebook makes laying a duty, a player who would wait lays the most tiles.
    """

    wait: int = 0
    alarm: int = 0
    keep_jokers: bool = False
    hides: bool = False
    sight: int = 0
    glances: int = 0
    overlooks: int = 0
    hands: int = 0
    hold: int = 0
    opens: int = 0
    patience: int = 0
    close: int = 0
    stints: bool = False
    weights: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hands:
    """What nobody sees whole: the racks of all seats, and the pool in the order of draws."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A round as everybody sees it, at the beginning of a turn."""

    rules: Rulebook
    table: Table
    turn: int
    start: int = 0
    opened: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    last_turns: frozenset[int] = frozenset()
    drawn: bool = False
    silent: tuple[int, ...] = ()
    """For each seat how many turns it has not laid in a row; nobody has waited if empty."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended: the winner (None if it is void), its turns, the scores."""

    winner: int | None
    turns: int
    scores: tuple[int, ...]


def play_out(
    moment: Moment,
    hands: Iterable[Hands],
    policies: Sequence[Policy],
    *,
    threads: int = 1,
    familiar: bool = False,
    nodes: int = NODES,
) -> list[RoundEnd]:
    """Play a round from this moment to its end for each of the hands.

    `familiar` keeps the table as recognisable as `solve` does. It costs time, and it
    matters only where a rulebook compares the melds before and after. `nodes` bounds the
    thinking about a single turn: few turns need more, and those would take most of the time.
    """
    rules = moment.rules
    code = translator(rules)
    outcomes = code.core.play_out(
        moment=_core.Moment(
            table=DIVIDER.join(code.rows(moment.table)),
            start=moment.start,
            turn=moment.turn,
            opened=sorted(moment.opened),
            left=sorted(moment.left),
            passed=sorted(moment.passed),
            last_turns=sorted(moment.last_turns),
            drawn=moment.drawn,
            silent=moment.silent,
        ),
        hands=[
            _core.Hands([code.tiles(rack) for rack in h.racks], code.tiles(h.pool)) for h in hands
        ],
        policies=[_coded(policy) for policy in policies],
        rules=_core.RoundRules(
            empty=rules.pool.empty.value,
            blocked=rules.scoring.blocked.value,
            draws_then_opens=rules.draw.then_open,
            normal_penalty=rules.jokers.penalty.normal,
            special_penalty=rules.jokers.penalty.special,
            must_lay=rules.draw.must_lay,
            must_lay_at_end=rules.pool.must_lay,
        ),
        weights=code.weights(MOST_TILES),
        familiar=familiar,
        nodes=nodes,
        threads=threads,
    )
    return [RoundEnd(end.winner, end.turns, tuple(end.scores)) for end in outcomes]


@lru_cache(maxsize=1024)
def _coded(policy: Policy) -> _core.Policy:
    return _core.Policy(**asdict(policy))
