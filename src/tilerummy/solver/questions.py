"""Questions as data: what the command line and HTTP ask the solver, in the same words.

A question is a position in the notation and what is wanted of it; an answer is the best play in
the notation, with its steps, and the next best ones if they were asked for. An error says in which
field of the question it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal

from msgspec import Struct

from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver.errors import SolverError
from tilerummy.solver.explaining import Step, explain
from tilerummy.solver.objectives import Objective, Weights
from tilerummy.solver.ranking import BestPlays, best_plays
from tilerummy.solver.solutions import NODES, Solution, kept_tiles
from tilerummy.solver.solving import moves, simplest, solve

__all__ = [
    "PlayTold",
    "SolveQuestion",
    "SolveTold",
    "StepTold",
    "naming",
    "plays_for",
    "position_of",
    "told",
]

_HANDS: Final = ("moved", "touched", "simplest")


class SolveQuestion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to solve, and what is wanted."""

    id: str | int | float | None = None
    """Comes back with the answer."""
    rules: str | None = None
    """The rulebook's id."""
    house: dict[str, object] = {}
    """House rules by field, for example `{"opening.points": 25}`."""
    table: str = ""
    """The melds on the table, separated by bars."""
    rack: str = ""
    """The tiles on the rack."""
    opened: bool = True
    """Whether the player has opened in an earlier turn."""
    objective: Literal["tiles", "points"] | None = None
    """What to maximise; the other breaks ties."""
    weights: dict[str, int] = {}
    """Instead of an objective: what laying each tile is worth, by tile; others are worth 0."""
    keep: str = ""
    """Tiles that stay on the rack."""
    moved: int | None = None
    """Move at most this many tiles, laid and rearranged."""
    touched: int | None = None
    """Change at most this many melds of the table."""
    simplest: int | None = None
    """Of the plays that lay this many tiles or more, one that moves the fewest."""
    best: int | None = None
    """Return this many plays, best first, each laying other tiles."""
    nodes: int | None = None
    """How many states the search may look at before the best play found comes back."""

    def __post_init__(self) -> None:
        for name in (*_HANDS, "best", "nodes"):
            number: int | None = getattr(self, name)
            least = 1 if name == "best" else 0
            if number is not None and number < least:
                raise _refused(name, f"{name} is {least} or more, not {number}")
        hands = [name for name in _HANDS if getattr(self, name) is not None]
        if self.simplest is not None and len(hands) > 1:
            raise _refused(
                "simplest", "simplest looks for the fewest moves: leave moved and touched out"
            )
        if self.best is not None and hands:
            raise _refused("best", f"best cannot be combined with {hands[0]}")
        if self.weights and self.objective is not None:
            raise _refused("weights", "weights are an objective: leave objective out")


class StepTold(Struct, frozen=True):
    """One step of a play: a meld of the table left behind, and where its tiles come from."""

    kind: str
    """`lay`, `add`, `take` or `join`."""
    sentence: str
    """The step in words."""
    laid: str
    """Tiles that come from the rack."""
    moved: str
    """Tiles that come from other melds."""
    taken: str
    """Tiles of the source that go elsewhere."""
    source: str | None
    """The meld it was made of, if it is one that lay there."""
    target: str
    """The meld as it lies afterwards."""


class PlayTold(Struct, frozen=True, kw_only=True):
    """A play and what it does."""

    play: str | None
    """The table left behind; null if nothing can be laid."""
    opening: str | None = None
    """The melds that open, for a player who has not opened before."""
    laid: str = ""
    """The tiles laid."""
    tiles: int = 0
    """How many tiles are laid, jokers included."""
    points: int = 0
    """The sum of the numbers laid; jokers add nothing."""
    moved: int = 0
    """How many tiles are moved in all, laid and rearranged."""
    optimal: bool
    """Whether it is proved that nothing better exists."""
    steps: list[StepTold] = []
    """How to get there, one meld after the other."""


class SolveTold(PlayTold, frozen=True, kw_only=True):
    """The best play, and the others that were asked for."""

    id: str | int | float | None = None
    """The id of the question."""
    seconds: float
    """How long the solver worked on it."""
    plays: list[PlayTold] | None = None
    """The best plays, best first, if `best` asked for several."""
    complete: bool | None = None
    """Whether nothing better is missing in `plays`, and whether fewer than asked for are all."""


@contextmanager
def naming(field: str) -> Iterator[None]:
    """An error in here is in that field of what was asked."""
    try:
        yield
    except TilerummyError as error:
        error.field = f"{field}.{error.field}" if error.field else field
        raise


def position_of(question: SolveQuestion, rules: Rulebook) -> Position:
    """The position asked about."""
    with naming("house"):
        rules = rules.replace(question.house) if question.house else rules
    with naming("table"):
        Position.parse(rules, table=question.table)
    with naming("rack"):
        return Position.parse(
            rules, table=question.table, rack=question.rack, opened=question.opened
        )


def plays_for(
    question: SolveQuestion,
    position: Position,
    objective: Literal["tiles", "points"] = "tiles",
    *,
    nodes: int = NODES,
    seconds: float | None = None,
) -> BestPlays:
    """The best play, or as many as were asked for; none that lays nothing is among them.

    Objective and nodes hold where the question names no others.
    """
    wanted: Objective = question.objective or objective
    if question.weights:
        wanted = _weights(question.weights)
    with naming("keep"):
        keep = kept_tiles(position, question.keep)
    nodes = nodes if question.nodes is None else question.nodes
    if question.best is not None:
        with naming("best"):
            return best_plays(
                position, question.best, wanted, keep=keep, nodes=nodes, seconds=seconds
            )
    if question.simplest is not None:
        found = simplest(
            position, question.simplest, wanted, keep=keep, nodes=nodes, seconds=seconds
        )
    else:
        moved, touched = question.moved, question.touched
        found = solve(
            position,
            wanted,
            keep=keep,
            moved=moved,
            touched=touched,
            nodes=nodes,
            seconds=seconds,
        )
    return BestPlays([found], complete=found.optimal)


def told(question: SolveQuestion, position: Position, found: BestPlays) -> SolveTold:
    """The answer in the notation."""
    plays = [_play(position, solution) for solution in found]
    best = plays[0] if plays else PlayTold(play=None, optimal=found.complete)
    several = question.best is not None
    return SolveTold(
        id=question.id,
        play=best.play,
        opening=best.opening,
        laid=best.laid,
        tiles=best.tiles,
        points=best.points,
        moved=best.moved,
        optimal=best.optimal,
        steps=best.steps,
        seconds=found[0].seconds if found else 0.0,
        plays=plays if several else None,
        complete=found.complete if several else None,
    )


def _play(position: Position, solution: Solution) -> PlayTold:
    play = solution.play
    if play is None:
        return PlayTold(play=None, optimal=solution.optimal)
    return PlayTold(
        play=format_melds(play.table),
        opening=None if play.opening is None else format_melds(play.opening),
        laid=format_tiles(solution.laid),
        tiles=solution.tiles,
        points=solution.points,
        moved=moves(position, play).tiles,
        optimal=solution.optimal,
        steps=[_step(step) for step in explain(position, play)],
    )


def _step(step: Step) -> StepTold:
    return StepTold(
        kind=step.kind.value,
        sentence=step.sentence,
        laid=format_tiles(step.laid),
        moved=format_tiles(step.moved),
        taken=format_tiles(step.taken),
        source=None if step.source is None else str(step.source),
        target=str(step.target),
    )


def _weights(named: Mapping[str, int]) -> Weights:
    with naming("weights"):
        return Weights.of(named)


def _refused(field: str, sentence: str) -> SolverError:
    error = SolverError(sentence)
    error.field = field
    return error
