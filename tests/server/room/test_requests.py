"""Who may do what, and when: every request in every phase from every role.

`requests.txt` is the table: a line for each request, a column for each phase and role, and in each
cell the entry that the request adds or the codes with which it is refused. It was read by people,
line by line; a change of any cell is a change of what the server allows.
"""

from functools import cache
from pathlib import Path

import pytest

from tests.server.rooms import ANN, BEN, CLEO, after, ask, dealt, lobby
from tilerummy.engine.actions import Draw, Play
from tilerummy.engine.rounds import Round
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room import log
from tilerummy.server.room.commands import (
    AddBot,
    Chat,
    ClaimRedeal,
    Configure,
    Free,
    Join,
    Leave,
    Pass,
    Readmit,
    Ready,
    Rematch,
    Remove,
    Sit,
    Stand,
    Start,
)
from tilerummy.server.room.commands import (
    Draw as DrawAsked,
)
from tilerummy.server.room.commands import (
    Play as PlayAsked,
)
from tilerummy.server.room.settings import RoomSettings

DAN = "dan"
"""Somebody who had a seat and gave it up."""
EVE = "eve"
"""Somebody whom the host removed."""


def settings(**changes):
    return RoomSettings(rulebook="jumbo", **({"seats": 4, "rounds": 2} | changes))


@cache
def phases():
    """A room in each phase: Ann is the host, Ben a guest, then a bot and a free seat."""
    room = lobby(ANN, BEN, DAN, seats=4, rounds=2)
    room = after(
        room,
        log.Freed(at=0, seat=2),
        log.Joined(at=0, seat=2, who=EVE, name="Eve"),
        log.Removed(at=0, seat=2, who=EVE, reason="conduct", level=None),
        log.BotSat(at=0, seat=2, level="greedy"),
    )
    playing = next(begun for n in range(99) if (begun := dealt(room, seed=str(n))).round.turn == 0)
    drawn = after(playing, log.Acted(at=2_000, action=Draw()))
    between = ended(playing)
    again = ended(dealt(between, seed="9", at=9_000))
    return {
        "lobby": room,
        "ready": after(room, log.GotReady(at=0, seat=0, ready=True)),
        "Ann's turn": playing,
        "Ben's turn": drawn,
        "away": after(playing, log.TookOver(at=2_000, seat=0)),
        "between": between,
        "over": again,
        "rematch": after(again, log.Restarted(at=10_000, seat=1)),
    }


def ended(room):
    """The room after the round: its last play is made by hand."""
    from msgspec.structs import replace

    racks = ["k1 k2 k3", "r1", "r2"]
    last = Round.from_hands(room.rules, racks, pool="b9", opened=[0, 1, 2])
    out = log.Acted(at=8_000, action=Play(parse_melds("k1 k2 k3")))
    return after(replace(room, round=last), out)


def requests(room):
    seen = room.number
    return {
        "sit free": Sit(id=1, seat=3, name="New"),
        "sit own": Sit(id=1, seat=0, name="New"),
        "sit bot's": Sit(id=1, seat=2, name="New"),
        "sit Ben's": Sit(id=1, seat=1, name="New"),
        "sit nowhere": Sit(id=1, seat=5, name="New"),
        "sit nameless": Sit(id=1, seat=3, name="\u200b"),
        "join": Join(id=1, name="New"),
        "join nameless": Join(id=1, name="\u200b"),
        "stand": Stand(id=1),
        "ready": Ready(id=1),
        "not ready": Ready(id=1, ready=False),
        "start": Start(id=1),
        "start bots": Start(id=1, bots="expert"),
        "start ghosts": Start(id=1, bots="ghost"),
        "bot free": AddBot(id=1, seat=3, level="expert"),
        "bot bot's": AddBot(id=1, seat=2, level="expert"),
        "bot Ben's": AddBot(id=1, seat=1, level="expert"),
        "bot nowhere": AddBot(id=1, seat=5, level="expert"),
        "ghost": AddBot(id=1, seat=3, level="ghost"),
        "free Ben's": Free(id=1, seat=1),
        "free bot's": Free(id=1, seat=2),
        "free nowhere": Free(id=1, seat=5),
        "remove Ben": Remove(id=1, seat=1, reason="away"),
        "remove Ann": Remove(id=1, seat=0),
        "remove a bot": Remove(id=1, seat=2),
        "remove nobody": Remove(id=1, seat=5),
        "readmit Eve": Readmit(id=1, number=7),
        "readmit nobody": Readmit(id=1, number=1),
        "configure": Configure(id=1, settings=settings(hints=False)),
        "latecomers": Configure(id=1, settings=settings(late="next")),
        "2 seats": Configure(id=1, settings=settings(seats=2)),
        "3 seats": Configure(id=1, settings=settings(seats=3)),
        "5 seats": Configure(id=1, settings=settings(seats=5)),
        "ghost level": Configure(id=1, settings=settings(takeover_level="ghost")),
        "rematch": Rematch(id=1),
        "leave": Leave(id=1),
        "draw": DrawAsked(id=1, seen=seen),
        "draw at turn": DrawAsked(id=1, seen=room.turn),
        "draw too old": DrawAsked(id=1, seen=max(0, room.turn - 1)),
        "pass": Pass(id=1, seen=seen),
        "play nothing": PlayAsked(id=1, table=[], seen=seen),
        "play nonsense": PlayAsked(id=1, table=["x"], seen=seen),
        "play k1 k2": PlayAsked(id=1, table=["k1 k2"], seen=seen),
        "redeal": ClaimRedeal(id=1, seen=seen),
        "chat": Chat(id=1, text="Hello"),
        "chat blank": Chat(id=1, text=" \u200b"),
    }


ROLES = {"Ann": ANN, "Ben": BEN, "Dan": DAN, "Cleo": CLEO, "Eve": EVE}


def cell(room, who, request):
    answer = ask(room, who, request, now=20_000)
    if isinstance(answer, list):
        return "+".join(sorted(set(answer)))
    if isinstance(answer, log.Acted):
        return f"{type(answer.action).__name__}@{answer.seat}"
    seat = getattr(answer, "seat", None)
    return type(answer).__name__ + ("" if seat is None else f"@{seat}")


def table():
    """The table as the server makes it now."""
    lines = []
    for phase, room in phases().items():
        lines.append(f"== {phase}")
        for name, request in requests(room).items():
            cells = [cell(room, who, request) for who in ROLES.values()]
            lines.append(f"{name:14} | " + " | ".join(f"{text:20}" for text in cells).rstrip())
    return lines


EXPECTED = Path(__file__).with_name("requests.txt").read_text("utf-8").splitlines()[2:]


@pytest.mark.parametrize("phase", phases())
def test_every_request_is_answered_as_the_table_says(phase):
    def part(lines):
        start = lines.index(f"== {phase}") + 1
        rest = [i for i, line in enumerate(lines[start:], start) if line.startswith("==")]
        return lines[start : rest[0] if rest else None]

    assert part(table()) == part(EXPECTED)


def test_the_table_is_complete():
    assert [line for line in EXPECTED if line.startswith("==")] == [
        f"== {phase}" for phase in phases()
    ]
