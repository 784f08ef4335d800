"""Moves: a whole play as moves tile by tile, for programs that learn from players.

Melds that do not stay are taken apart, the last one first; then every new meld is placed tile
by tile and closed. Where an opening turn may go on, the opening melds are laid before the
table is touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilerummy.lab.environments.layout import Move
from tilerummy.rules.positions import Play, Position
from tilerummy.solver.codes import translator

__all__ = ["moves_of"]


def moves_of(position: Position, play: Play) -> list[int]:
    """The moves that make a legal play in this position, from the first to the last."""
    code = translator(position.rules)
    lies = code.rows(position.table)
    moves: list[int] = []
    if not position.opened and position.rules.opening.goes_on:
        for row in code.rows(play.opening or ()):
            moves += _placed(row)
            lies.append(row)
    after = code.rows(play.table)
    stays = Counter(lies) & Counter(after)
    fresh = Counter(after) - stays
    for place in reversed(range(len(lies))):
        if stays[lies[place]]:
            stays[lies[place]] -= 1
        else:
            moves.append(Move.TAKE + place)
    for row in fresh.elements():
        moves += _placed(row)
    return [*moves, Move.PLAY]


def _placed(row: bytes) -> Iterator[int]:
    yield from (Move.PLACE + tile for tile in row[1:])
    yield Move.CLOSE_GROUP if row[0] else Move.CLOSE_RUN
