"""Every event in words."""

from __future__ import annotations

import pytest

from tilerummy.cli.event_text import describe_event
from tilerummy.engine import events
from tilerummy.engine.events import LateResult
from tilerummy.engine.scoring import EndReason
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.tiles import Tile

PLAYERS = ("Ann", "Ben")
BEFORE = parse_melds("k4 k5 k6")
AFTER = parse_melds("k4 k5 k6 k7")


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(parse_tiles(text))


def said(event: events.Event) -> str:
    return " ".join(describe_event(event, PLAYERS, BEFORE).plain.split())


def late(result: LateResult, laid: str = "", count: int = 0, drawn: str = "") -> events.TimedOut:
    return events.TimedOut(
        seat=1,
        result=result,
        table=AFTER if laid else BEFORE,
        laid=tiles(laid),
        opening=None,
        points=0,
        count=count,
        drawn=tiles(drawn) if drawn else None,
        pool=9,
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (events.StartDrawn(1, 0, tiles("k9")[0], counts=True), "Ann draws k9"),
        (
            events.StartDrawn(1, 1, tiles("k9")[0], counts=False),
            "Ben draws k9, which does not count",
        ),
        (events.StartChosen(1), "Ben begins"),
        (
            events.Dealt(0, (tiles("r1 r2"), None), 92),
            "Dealt, 92 tiles in the pool Ann: r1 r2",
        ),
        (events.Dealt(1, (None, None), 92), "Dealt again, 92 tiles in the pool"),
        (events.RedealClaimed(0, tiles("r1 b2 k3")), "Ann shows pairs of r1 b2 k3"),
        (events.Played(1, tiles("k7"), AFTER, None, 0), "Ben lays k7 + k4 k5 k6 k7"),
        (
            events.Played(1, tiles("k7"), AFTER, AFTER, 22),
            "Ben lays k7 and opens with 22 points + k4 k5 k6 k7",
        ),
        (events.Drew(0, tiles("o3")[0], 8, goes_on=False), "Ann draws o3, 8 left"),
        (events.Drew(0, None, 8, goes_on=False), "Ann draws , 8 left"),
        (events.Passed(0), "Ann passes"),
        (events.PoolEmptied(0), "The pool is empty"),
        (
            events.Scored((tiles("r1"), ()), (-1, 1)),
            "Scores Ann: -1 r1 Ben: +1",
        ),
        (events.SeedOpened("8", "abc"), "Seed 8, commitment abc"),
        (events.Left(1), "Ben leaves"),
        (late(LateResult.UNTOUCHED), "Ben runs out of time; nothing was moved"),
        (late(LateResult.UNTOUCHED, count=1), "Ben runs out of time; nothing was moved; draws 1"),
        (
            late(LateResult.UNDONE, count=3, drawn="r1 r2 r3"),
            "Ben runs out of time; everything goes back; draws 3: r1 r2 r3",
        ),
        (
            late(LateResult.KEPT, "k7", count=1),
            "Ben runs out of time; finished melds stay: k7; draws 1 + k4 k5 k6 k7",
        ),
        (
            late(LateResult.COMPLETE, "k7"),
            "Ben runs out of time; the table is complete and counts: k7 + k4 k5 k6 k7",
        ),
        (events.Ended(EndReason.OUT, 0), "Ann goes out"),
        (
            events.Ended(EndReason.BLOCKED, 1),
            "Nobody can go on; Ben has the lowest rack and wins",
        ),
        (events.Ended(EndReason.VOID, None), "The round is void"),
        (events.Ended(EndReason.ALONE, 1), "Ben is left alone and wins"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_event_is_told_in_words(event, words):
    assert said(event) == words
