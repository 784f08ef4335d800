"""Events as text: a line or a few for each, with the table drawn where it changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rich.text import Text

from tilerummy.cli.output import draw_table, draw_tiles
from tilerummy.engine.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    LateResult,
    Left,
    Passed,
    Played,
    PoolEmptied,
    RedealClaimed,
    Scored,
    SeedOpened,
    StartChosen,
    StartDrawn,
    TimedOut,
)
from tilerummy.engine.scoring import EndReason
from tilerummy.rules.positions import Table

__all__ = ["describe_event"]

_Part = str | Text


def describe_event(event: Event, players: Sequence[str], before: Table) -> Text:
    """The event as a line or a few; `before` is the table it found."""
    return Text.assemble(*_parts(event, players, before))


def _parts(event: Event, players: Sequence[str], before: Table) -> list[_Part]:
    match event:
        case StartDrawn():
            again = "" if event.counts else ", which does not count"
            return [f"{players[event.seat]} draws ", draw_tiles([event.tile]), again]
        case StartChosen():
            return [f"{players[event.seat]} begins"]
        case Dealt():
            return _dealt(event, players)
        case RedealClaimed():
            return [f"{players[event.seat]} shows pairs of ", draw_tiles(event.pairs)]
        case Played():
            opens = f" and opens with {event.points} points" if event.opening else ""
            return [
                *(f"{players[event.seat]} lays ", draw_tiles(event.laid), opens, "\n"),
                draw_table(event.table, before=before),
            ]
        case Drew():
            tiles = () if event.tile is None else (event.tile,)
            return [f"{players[event.seat]} draws ", draw_tiles(tiles), f", {event.pool} left"]
        case Passed():
            return [f"{players[event.seat]} passes"]
        case TimedOut():
            return _late(event, players, before)
        case Left():
            return [f"{players[event.seat]} leaves"]
        case PoolEmptied():
            return ["The pool is empty"]
        case Ended():
            return [_ending(event, players)]
        case Scored():
            return _scores(event, players)
        case SeedOpened():
            return [f"Seed {event.seed}, commitment {event.commitment}"]
        case _:
            assert_never(event)


def _dealt(event: Dealt, players: Sequence[str]) -> list[_Part]:
    again = "Dealt again" if event.deal else "Dealt"
    parts: list[_Part] = [f"{again}, {event.pool} tiles in the pool"]
    for name, rack in zip(players, event.racks, strict=True):
        if rack is not None:
            parts += [f"\n    {name}: ", draw_tiles(rack)]
    return parts


def _late(event: TimedOut, players: Sequence[str], before: Table) -> list[_Part]:
    parts: list[_Part] = [f"{players[event.seat]} runs out of time"]
    match event.result:
        case LateResult.COMPLETE:
            parts += ["; the table is complete and counts: ", draw_tiles(event.laid)]
        case LateResult.KEPT:
            parts += ["; finished melds stay: ", draw_tiles(event.laid)]
        case LateResult.UNDONE:
            parts.append("; everything goes back")
        case LateResult.UNTOUCHED:
            parts.append("; nothing was moved")
    if event.count:
        parts.append(f"; draws {event.count}")
    if event.drawn:
        parts += [": ", draw_tiles(event.drawn)]
    return [*parts, "\n", draw_table(event.table, before=before)] if event.laid else parts


def _ending(event: Ended, players: Sequence[str]) -> str:
    winner = "nobody" if event.winner is None else players[event.winner]
    return {
        EndReason.OUT: f"{winner} goes out",
        EndReason.BLOCKED: f"Nobody can go on; {winner} has the lowest rack and wins",
        EndReason.VOID: "The round is void",
        EndReason.ALONE: f"{winner} is left alone and wins",
    }[event.reason]


def _scores(event: Scored, players: Sequence[str]) -> list[_Part]:
    parts: list[_Part] = ["Scores"]
    for name, rack, score in zip(players, event.racks, event.scores, strict=True):
        parts += [f"\n    {name}: {score:+d}  ", draw_tiles(rack)]
    return parts
