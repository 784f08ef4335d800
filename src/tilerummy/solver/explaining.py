"""Explaining: a play as a few steps that a person can follow.

A play is only the table it leaves behind. For a hint or a review one wants the way there:
which meld grows, what is taken out of which, what is laid together. Melds that changed
are matched with what became of them, the largest common part first; then each new meld is
one step. Steps that free tiles come before those that use them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.rules.changes import carry_declarations, compare
from tilerummy.rules.errors import expect
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.tiles import Tile, in_order

__all__ = ["Step", "StepKind", "explain"]


class StepKind(StrEnum):
    """What a step does."""

    LAY = "lay"
    """A new meld from the rack alone."""
    ADD = "add"
    """A meld grows."""
    TAKE = "take"
    """Tiles are taken out of a meld, which may get others instead."""
    JOIN = "join"
    """A new meld with tiles that were taken out elsewhere."""


@dataclass(frozen=True, slots=True)
class Step:
    """One meld of the table left behind, and where its tiles come from."""

    kind: StepKind
    """What is done."""
    target: Meld
    """The meld as it lies afterwards."""
    source: Meld | None
    """The meld it was made of, if it is one that lay there."""
    laid: tuple[Tile, ...]
    """Tiles that come from the rack."""
    moved: tuple[Tile, ...]
    """Tiles that come from other melds."""
    taken: tuple[Tile, ...]
    """Tiles of the source that go elsewhere."""

    @property
    def sentence(self) -> str:
        """The step in words, for example: take b8 from b8 b9 b10, add b11."""
        new = format_tiles(in_order(self.laid + self.moved))
        if self.kind is StepKind.LAY:
            return f"lay {self.target}"
        if self.kind is StepKind.JOIN:
            moved, laid = format_tiles(self.moved), format_tiles(self.laid)
            return f"lay {moved} with {laid}" if laid else f"put {moved} together"
        if self.kind is StepKind.ADD:
            return f"add {new} to {self.source}"
        first = f"take {format_tiles(self.taken)} from {self.source}"
        return f"{first}, add {new}" if new else first


def explain(position: Position, play: Play) -> tuple[Step, ...]:
    """The steps that lead from the position to the table the play leaves behind."""
    expect(position, Position, "position")
    expect(play, Play, "play")
    after = carry_declarations(position.table, play.table)
    change = compare(position.table, after)
    fresh = [meld for _, meld in change.fresh]
    sources = _sources(list(change.gone), fresh)
    free = Counter(tile for meld in change.gone for tile in meld.tiles)
    kept: list[Counter[Tile]] = []
    for meld, source in zip(fresh, sources, strict=True):
        common = Counter(meld.tiles) & Counter(source.tiles) if source else Counter[Tile]()
        free -= common
        kept.append(common)
    steps: list[Step] = []
    for meld, source, common in zip(fresh, sources, kept, strict=True):
        needed = Counter(meld.tiles) - common
        moved = needed & free
        free -= moved
        taken = Counter(source.tiles) - common if source else Counter[Tile]()
        steps.append(_step(meld, source, needed - moved, moved, taken))
    return tuple(sorted(steps, key=_urgency))


def _sources(gone: list[Meld], fresh: list[Meld]) -> list[Meld | None]:
    """For each new meld the old one it shares most with; no old one serves twice."""
    pairs = sorted(
        (
            (-sum((Counter(old.tiles) & Counter(new.tiles)).values()), i, j)
            for i, new in enumerate(fresh)
            for j, old in enumerate(gone)
        ),
    )
    sources: list[Meld | None] = [None] * len(fresh)
    used: set[int] = set()
    for common, i, j in pairs:
        if common <= -2 and sources[i] is None and j not in used:
            sources[i] = gone[j]
            used.add(j)
    return sources


def _step(
    target: Meld,
    source: Meld | None,
    laid: Counter[Tile],
    moved: Counter[Tile],
    taken: Counter[Tile],
) -> Step:
    if source is None:
        kind = StepKind.JOIN if moved else StepKind.LAY
    else:
        kind = StepKind.TAKE if taken else StepKind.ADD
    return Step(kind, target, source, _tiles(laid), _tiles(moved), _tiles(taken))


def _tiles(counted: Counter[Tile]) -> tuple[Tile, ...]:
    return in_order(counted.elements())


def _urgency(step: Step) -> tuple[bool, bool]:
    """What frees tiles comes first, what uses them later."""
    return step.kind is not StepKind.TAKE, bool(step.moved)
