"""Whatever a person asks, the answer is the same in rooms that look the same to that person.

Every message of a client, in every phase of a game, from every role: the frames that come back
(answers, refusals, verdicts, hints, events, notices) are equal to the letter in two rooms that
differ only in what the asker may not know.
"""

import asyncio
import json
from dataclasses import dataclass
from typing import get_args

import pytest
from msgspec import to_builtins

from tests.server.twins import (
    CODE,
    PEOPLE,
    Side,
    Table,
    begin,
    made,
    played,
    renamed,
    twins,
)
from tilerummy.engine.actions import Draw
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.server.live import chances
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.room import LiveRoom
from tilerummy.server.live.services import Services
from tilerummy.server.live.session import Session
from tilerummy.server.live.summaries import index_of, indexed_summary, summary_of
from tilerummy.server.room import log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.fold import fold
from tilerummy.server.room.perspective import perspective
from tilerummy.server.room.projection import Present, event_for
from tilerummy.server.room.settings import LimitClock, NoClock, RoomSettings
from tilerummy.server.wire.messages import ClientMessage, encode

NOW = 10_000_000
STRANGER = "d" * 32


@dataclass(frozen=True)
class Case:
    """A moment of a game in which questions are asked."""

    rulebook: str
    until: object
    seats: int = 3
    eager: float = 0.6
    """How often players lay when they can."""
    same_seed: bool = False


def in_play(room):
    return room.playing is not None


CASES = {
    "redeal": Case("ravensburger-travel-de", in_play, same_seed=True),
    "before opening": Case("jumbo", lambda room: room.round.number == 3 and not room.round.opened),
    "after opening": Case("jumbo", lambda room: in_play(room) and len(room.round.opened) > 1),
    "must lay": Case(
        "ravensburger-travel-de",
        lambda room: in_play(room) and not room.round.pool_size,
        eager=0.1,
    ),
    "drawn": Case(
        "lets-play-rummy-it", lambda room: in_play(room) and room.round.phase is Phase.DRAWN
    ),
    "empty pool": Case("jumbo", lambda room: in_play(room) and not room.round.pool_size, eager=0.1),
    "last turns": Case("twist", lambda room: in_play(room) and room.round.last_turns, eager=0.1),
    "timed out": Case(
        "piatnik-travel",
        lambda room: in_play(room) and any("TimedOut" in repr(e) for e in room.round.events),
    ),
}
ROLES = ("in turn", "out of turn", "former player", "spectator", "late spectator", "outsider")
QUIET = ("lobby", "between rounds", "over", "rematch")
"""Moments in which no round is on: nothing is hidden but who the others are."""
QUIET_ROLES = (
    "host",
    "guest",
    "former player",
    "removed",
    "spectator",
    "late spectator",
    "outsider",
)


class Workers:
    """Processes for nothing: everything is done at once."""

    async def judge(self, _owner, work, *args):
        return work(*args)

    read = think = judge

    def seed(self):
        return "a fresh seed"


class MemoryStore:
    """A store that has one room."""

    def __init__(self, side):
        self.bodies = [log.encode(entry) for entry in side.entries]
        self.kept = None

    async def append(self, append):
        self.bodies.append(append.body)
        return True

    async def read(self, _room, after=0):
        return self.bodies[after:]

    def keep_draft(self, _room, draft):
        self.kept = draft
        written = asyncio.Event()
        written.set()
        return written

    async def draft(self, _room):
        return self.kept


@pytest.fixture
def table(monkeypatch):
    table = Table()
    monkeypatch.setattr(Round, "deal", table.deal)
    # Few deals and no limit in seconds, which would make chances depend on how busy a machine is.
    monkeypatch.setattr(chances, "_DEALS", 4)
    monkeypatch.setattr(chances, "_SECONDS", 1_000.0)
    return table


async def answers(side: Side, who: str, *frames: bytes, draft: Draft | None = None) -> list[bytes]:
    """Everything this person hears, having said this."""
    # Not long after the last action, so that no time-out comes however slow this machine is.
    timeless = side.room.settings.delay or not side.entries
    now = NOW if timeless else side.entries[-1].at + 1_000
    services = Services(MemoryStore(side), LonelyBus(), Workers(), "here", 30_000, lambda: now)
    live = LiveRoom(side.room, services, draft)
    connection = Connection(who)
    live.connections.add(connection)
    session = Session(live, services, connection, Limits(), "here")
    goes_on = [await session.hear(frame) for frame in frames]
    await live.drafts.idle()
    await live.advice.idle()
    heard = [*connection._outbox, repr(goes_on).encode()]
    live.parted(connection)
    await live.close()
    return heard


def questions(side: Side, who: str) -> list[dict]:
    """What somebody could say who wants to know more than they may."""
    seen = perspective(side.room, who)
    view, number = seen.view, side.room.number
    deck = [str(tile) for tile in side.room.rules.deck]
    rows = [] if view is None else [str(meld) for meld in view.table]
    rack = [] if view is None else [str(tile) for tile in view.rack]
    tables = [
        rows,
        [" ".join(deck[place : place + 10]) for place in range(0, len(deck), 10)],
        [*rows, *deck],
        [*rows, " ".join(rack[:3])],
        [*rows, " ".join(rack)],
        rows[1:],
    ]
    said = [
        {"type": kind, "table": table, "seen": late, **opening}
        for kind in ("draft", "play")
        for table in tables
        for late in (number, 1)
        for opening in ({}, {"opening": [" ".join(deck[:3])]})
    ]
    said += [
        {"type": kind, "seen": late}
        for kind in ("pass", "redeal")
        for late in (number, number - 1, 0)
    ]
    return [
        *said,
        {"type": "hint"},
        {"type": "chances"},
        {"type": "ping"},
        {"type": "chat", "text": "What do you have?"},
        {"type": "react", "reaction": "thinking"},
        {"type": "sit", "seat": 0, "name": "Somebody"},
        {"type": "sit", "seat": 5, "name": "Somebody"},
        {"type": "join", "name": "Somebody"},
        {"type": "remove", "seat": 1, "reason": "away"},
        {"type": "readmit", "number": 3},
        {"type": "stand"},
        {"type": "ready"},
        {"type": "start", "bots": "greedy"},
        {"type": "bot", "seat": 1, "level": "greedy"},
        {"type": "free", "seat": 1},
        {"type": "configure", "settings": {"rulebook": "jumbo"}},
        {"type": "configure", "settings": {**to_builtins(side.room.settings), "late": "no"}},
        {"type": "rematch"},
        {"type": "leave"},
        {"type": "nonsense"},
    ]


HELLO = {"type": "hello"}


def frame(message: dict) -> bytes:
    numbered = message if message["type"] == "hello" else {"id": 7, **message}
    return json.dumps(numbered).encode()


def settings_of(case: Case, role: str) -> RoomSettings:
    return RoomSettings(
        rulebook=case.rulebook,
        seats=case.seats,
        clock=LimitClock(60),
        delay=3_600 // 10 if role == "late spectator" else 0,
        takeover=role != "former player",
    )


def asker(side: Side, role: str) -> tuple[Side, str]:
    """Who asks in that role, and the room once they have it."""
    playing = side.room.playing
    assert playing is not None
    turn, other = playing.turn, (playing.turn + 1) % playing.seats
    match role:
        case "in turn":
            return side, PEOPLE[turn]
        case "out of turn":
            return side, PEOPLE[other]
        case "former player":
            gone = log.WentAway(at=NOW - 1, seat=other, level=None)
            return made((*side.entries, gone)), PEOPLE[other]
        case _:
            return side, STRANGER


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", CASES)
async def test_answers_do_not_depend_on_what_the_asker_may_not_know(table, name, role):
    case = CASES[name]
    compared = moments = 0
    for seed in range(40):
        side = played(table, settings_of(case, role), seed, case.until, case.eager)
        if side is None:
            continue
        side, who = asker(side, role)
        if side.room.playing is None:
            continue
        moments += 1
        compared += await compare(table, side, who, role, seed, same_seed=case.same_seed)
        if compared >= 2:
            return
    assert compared, f"{moments} such moments, none with a twin"


async def compare(table, side, who, role, seed, *, same_seed):
    other = twins(table, side, who, seed, same_seed=same_seed)
    if other is None:
        return 0
    assert side.room.round.hidden != other.room.round.hidden
    hello = () if role == "outsider" else (frame(HELLO),)
    asked = [
        HELLO,
        {"type": "hello", "after": side.room.number - 1},
        *questions(side, who),
    ]
    for message in asked:
        said = (*hello, frame(message))
        here, there = await answers(side, who, *said), await answers(other, who, *said)
        assert here == there, message
    assert index_of(side.room, 5).summary == index_of(other.room, 5).summary
    await compare_draw(table, side, who, hello, seed)
    await compare_draft(side, other, who, hello)
    if role != "former player":  # who knew a rack of their own, which is another in this twin
        assert heard_all_along(side, who) == heard_all_along(other, who)
    return 1


def heard_all_along(side: Side, who: str) -> list[bytes]:
    """What somebody was told of every entry, having been there from the beginning."""
    told, before = [], None
    for entry in side.entries:
        after = fold(CODE, before, entry)
        if before is not None:
            seated = who if before.seat_of(who) is not None else ""
            told.append(encode(event_for(before, entry, after, seated, Present(), entry.at)))
        before = after
    return told


async def compare_draw(table, side, who, hello, seed):
    """Whoever draws learns the next tile of the pool, so that is the same in this twin."""
    other = twins(table, side, who, seed, next_tiles=4)
    if other is not None:
        said = (*hello, frame({"type": "draw", "seen": side.room.number}))
        assert await answers(side, who, *said) == await answers(other, who, *said)


async def compare_draft(side, other, who, hello):
    """What the player in turn has moved so far is nobody else's to know."""
    playing = side.room.playing
    if side.room.seat_of(who) == playing.turn:
        return
    empty, full = Draft(side.room.turn, ()), Draft(side.room.turn, playing.table[:1])
    here = await answers(side, who, *hello, frame(HELLO), draft=empty)
    assert here == await answers(other, who, *hello, frame(HELLO), draft=full)


def test_every_message_is_asked_here():
    """A new message needs a case: what it answers is compared like everything else."""
    known = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    side = made(begin(RoomSettings(rulebook="jumbo"), PEOPLE[:2]))
    asked = {message["type"] for message in questions(side, PEOPLE[0])}
    assert asked - {"nonsense"} | {"hello", "draw"} == known


def quiet(table: Table, name: str, role: str) -> tuple[Side, str]:
    """A room in which no round is on, and who asks there."""
    settings = RoomSettings(
        rulebook="jumbo",
        seats=3,
        rounds=2 if name == "between rounds" else 1,
        clock=NoClock(),
        delay=360 if role == "late spectator" else 0,
    )
    if name == "lobby":
        side = made(begin(settings, PEOPLE))
    else:
        wanted = "between" if name == "between rounds" else "over"
        games = (
            played(table, settings, seed, lambda room: room.phase == wanted, 0.95)
            for seed in range(40)
        )
        side = next(game for game in games if game is not None)
    at = NOW - 500_000
    entries = list(side.entries)
    if name == "rematch":
        entries.append(log.Restarted(at=at, seat=0))
    if role == "former player":
        kind = log.Freed(at=at, seat=2) if name != "between rounds" else None
        entries.append(kind or log.WentAway(at=at, seat=2, level="greedy"))
    if role == "removed":
        entries.append(log.Removed(at=at, seat=2, who=PEOPLE[2], reason="away", level=None))
    seats = {"host": 0, "guest": 1, "former player": 2, "removed": 2}
    return made(entries), PEOPLE[seats[role]] if role in seats else STRANGER


@pytest.mark.parametrize("role", QUIET_ROLES)
@pytest.mark.parametrize("name", QUIET)
async def test_where_no_round_is_on_nobody_learns_who_the_others_are(table, name, role):
    side, who = quiet(table, name, role)
    other = made([renamed(entry, who) for entry in side.entries])
    assert side.room.seats != other.room.seats
    hello = () if role == "outsider" else (frame(HELLO),)
    joining = {"type": "hello", "join": "Somebody"}
    for message in [HELLO, joining, {"type": "hello", "after": 2}, *questions(side, who)]:
        said = (*hello, frame(message))
        here, there = await answers(side, who, *said), await answers(other, who, *said)
        assert here == there, message
    assert index_of(side.room, NOW).summary == index_of(other.room, NOW).summary


SINCE = {
    "a draw": [log.Acted(at=NOW - 9_000, action=Draw())],
    "talk": [log.Said(at=NOW - 9_000, seat=0, name="Ann", text="I hold two jokers")],
    "a bot in a seat": [log.WentAway(at=NOW - 9_000, seat=1, level="greedy")],
    "the end": [log.WentAway(at=NOW - 9_000, seat=seat, level=None) for seat in (1, 2)],
    "a rematch": [
        *[log.WentAway(at=NOW - 9_000, seat=seat, level=None) for seat in (1, 2)],
        log.Restarted(at=NOW - 8_000, seat=0),
    ],
}


@pytest.mark.parametrize("late", ["no", "now"])
@pytest.mark.parametrize("since", SINCE)
async def test_a_late_spectator_cannot_tell_what_has_happened_since(table, since, late):
    settings = RoomSettings(
        rulebook="jumbo", seats=3, clock=NoClock(), delay=360, rounds=1, late=late, public=True
    )
    side = played(table, settings, 3, lambda room: len(room.round.opened) > 1)
    other = made((*side.entries, *SINCE[since]))
    for message in [HELLO, {"type": "hello", "after": 5}, *questions(side, STRANGER)]:
        if late == "now" and message["type"] == "join":
            continue  # whoever may take a seat at once learns that there is one
        said = (frame(HELLO), frame(message))
        here, there = await answers(side, STRANGER, *said), await answers(other, STRANGER, *said)
        assert here == there, message
    for now in (NOW, NOW + 300_000):
        assert summary_of(side.room, STRANGER, now) == summary_of(other.room, STRANGER, now)
        lines = [index_of(room, now).summary for room in (side.room, other.room)]
        assert indexed_summary(lines[0], now) == indexed_summary(lines[1], now)
