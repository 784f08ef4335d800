"""A session: how much one connection may say, and how it is told what was refused."""

import json

import pytest

from tests.server.live import table as tables
from tests.server.live.table import Table, heard, settle
from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import Draw
from tilerummy.server.live import room as live_rooms
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.limits import Limits, Visitor
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.session import LONGEST_FRAME, Session
from tilerummy.server.room import log
from tilerummy.server.room.settings import LimitClock, NoClock

HERE = "1.2.3.4"


def playing(**settings):
    """Ann is in turn."""
    begun = lobby(ANN, BEN, **settings)
    return next(room for n in range(99) if (room := dealt(begun, seed=str(n))).round.turn == 0)


class Talk:
    """One person's session in a room."""

    def __init__(self, room, who=ANN):
        self.table = Table(room)
        self.limits = Limits()
        self.visitor = Visitor(who, HERE)
        self.connection = Connection(who)
        self.table.live.connections.add(self.connection)
        self.session = Session(
            self.table.live, self.table.services, self.connection, self.limits, HERE
        )

    async def say(self, **message):
        """What is answered; None if the session is over."""
        frame = message if message["type"] == "hello" else {"id": 7, **message}
        return await self.say_frame(json.dumps(frame))

    async def say_frame(self, frame):
        goes_on = await self.session.hear(frame)
        await settle()
        await self.table.live.drafts.idle()
        await self.table.live.advice.idle()
        self.goes_on = goes_on
        return heard(self.connection)

    async def code(self, **message):
        """The code of the refusal with which this is answered, or the kind of the answer."""
        found = (await self.say(**message))[-1]
        return found["reasons"][0]["code"] if found["type"] == "refused" else found["type"]


@pytest.fixture
async def begin(monkeypatch):
    monkeypatch.setattr(live_rooms, "_PRESENCE_EVERY", 0.0)
    made = []

    async def begin(room, who=ANN, *, hello=True):
        made.append(Talk(room, who))
        if hello:
            await made[-1].say(type="hello")
        return made[-1]

    yield begin
    for talk in made:
        await talk.table.live.close()
    await settle()


@pytest.mark.parametrize(
    ("frame", "number"),
    [
        ("nonsense", None),
        ('{"id": 5}', 5),
        (b'{"id": 5, "type": "nonsense"}', 5),
        ('{"id": 0, "type": "nonsense"}', 0),
        ('{"id": -1, "type": "nonsense"}', None),
        ('{"id": 2147483647, "type": "nonsense"}', 2**31 - 1),
        ('{"id": 2147483648, "type": "nonsense"}', None),
        ('{"id": "5", "type": "nonsense"}', None),
        (b"\xff\xff", None),
        ("[" * 5_000, None),
    ],
)
async def test_nonsense_is_refused_under_its_number_if_it_has_one(begin, frame, number):
    talk = await begin(lobby(ANN, BEN))
    (refused,) = await talk.say_frame(frame)
    assert (refused["id"], refused["reasons"][0]["code"]) == (number, "BAD_MESSAGE")
    assert talk.goes_on


@pytest.mark.parametrize(("length", "kind"), [(LONGEST_FRAME, "pong"), (LONGEST_FRAME + 1, None)])
async def test_a_frame_may_be_so_long(begin, length, kind):
    talk = await begin(lobby(ANN, BEN))
    frame = '{"type":"ping","id":7}'.ljust(length)
    (answer,) = await talk.say_frame(frame)
    assert answer["type"] == (kind or "refused")


async def test_whoever_talks_nonsense_too_often_is_sent_away(begin):
    talk = await begin(lobby(ANN, BEN))
    talk.limits._messages = tables.SimpleNamespace(allows=lambda *_: True)
    for _ in range(199):
        await talk.say_frame("nonsense")
        assert talk.goes_on
    last = await talk.say_frame("nonsense")
    assert not talk.goes_on
    assert [frame["type"] for frame in last] == ["refused", "notice"]
    assert (last[1]["key"], last[1]["again"]) == ("too-fast", False)


async def test_whoever_says_too_much_is_told_so_but_may_always_say_hello(begin):
    talk = await begin(lobby(ANN, BEN), hello=False)
    while talk.limits.may_speak(talk.visitor, 0.0):
        pass
    talk.limits.may_speak = lambda *_: False
    assert [frame["type"] for frame in await talk.say(type="hello")] == ["welcome"]
    (refused,) = await talk.say(type="ping")
    assert (refused["id"], refused["reasons"][0]["code"]) == (7, "TOO_FAST")
    assert talk.session._nonsense == 1


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"type": "ping"}, "pong"),
        ({"type": "draw", "seen": 99}, "done"),
        ({"type": "draft", "table": [], "seen": 99}, "verdict"),
        ({"type": "chat", "text": "Hello"}, "TOO_FAST"),
        ({"type": "hint"}, "TOO_FAST"),
        ({"type": "chances"}, "TOO_FAST"),
        ({"type": "react", "reaction": "wow"}, "TOO_FAST"),
        ({"type": "hello"}, "TOO_FAST"),
    ],
)
async def test_play_goes_on_for_who_has_talked_too_much(begin, message, answer):
    talk = await begin(playing())
    talk.limits.may_talk = lambda *_: False
    assert await talk.code(**message) == answer


async def test_the_first_hello_costs_nothing_and_the_others_are_counted(begin):
    talk = await begin(lobby(ANN, BEN), hello=False)
    counted = []
    talk.limits.may_talk = lambda *_: not counted.append(1)
    await talk.say(type="hello")
    assert not counted
    assert await talk.code(type="hello") == "welcome"
    assert len(counted) == 1


async def test_a_draft_waits_until_work_may_be_done_for_its_player_again(begin):
    talk = await begin(playing())
    assert await talk.code(type="draft", table=[], seen=99) == "verdict"
    talk.limits.may_work = lambda *_: False
    assert await talk.code(type="draft", table=[], seen=99) == "TOO_FAST"


@pytest.mark.parametrize(
    ("trouble", "charged"), [(TooLong(), 5.0), (Overworked(), 0.002), (None, None)]
)
async def test_a_draft_is_charged_with_what_it_cost(begin, trouble, charged):
    talk = await begin(playing())
    worked = []
    talk.limits.worked = lambda visitor, _, seconds: worked.append((visitor, seconds))
    talk.table.workers.trouble = [trouble] if trouble else []
    answer = await talk.code(type="draft", table=[], seen=99)
    assert answer == ("TOO_BUSY" if trouble else "verdict")
    ((visitor, seconds),) = worked
    assert visitor == talk.visitor
    assert seconds == charged or (charged is None and 0 <= seconds < 2)


@pytest.mark.parametrize("field", ["table", "opening"])
@pytest.mark.parametrize("kind", ["draft", "play"])
async def test_more_tiles_than_the_box_has_are_not_read(begin, kind, field):
    talk = await begin(playing())
    most = len(talk.table.room.rules.deck)
    for count, read in ((most, True), (most + 1, False)):
        full, rest = divmod(count, 20)
        rows = {"table": [], field: ["b1 " * 20] * full + ["b1 " * rest]}
        answer = json.dumps(await talk.say(type=kind, seen=99, **rows))
        assert ("more tiles than the box has" in answer) != read
        assert ("BAD_NOTATION" in answer) != read


async def test_a_draft_is_kept_if_its_player_is_in_turn_and_has_the_tiles(begin):
    room = playing()
    rack = [str(tile) for tile in room.round.view(0).rack]
    missing = next(str(t) for t in room.rules.deck if str(t) not in rack)
    talk = await begin(room)
    await talk.say(type="draft", table=[f"{rack[0]} {missing}"], seen=99)
    assert talk.table.store.kept is None
    await talk.say(type="draft", table=[rack[0]], seen=99)
    assert talk.table.store.kept.rows == [rack[0]]
    other = await begin(room, BEN)
    theirs = str(room.round.view(1).rack[0])
    assert await other.code(type="draft", table=[theirs], seen=99) == "verdict"
    assert other.table.store.kept is None


async def test_a_draft_of_a_turn_that_ended_while_it_was_judged_is_stale(begin):
    talk = await begin(playing())
    talk.table.live._over = talk.table.room.turn
    assert await talk.code(type="draft", table=[], seen=99) == "STALE"


@pytest.mark.parametrize("trouble", [Overworked(), TooLong()])
async def test_advice_that_takes_too_long_is_said_to(begin, trouble):
    talk = await begin(playing())
    talk.table.workers.trouble = [trouble]
    (refused,) = await talk.say(type="hint")
    assert (refused["id"], refused["reasons"][0]["code"]) == (7, "TOO_BUSY")
    assert (await talk.say(type="hint"))[0]["id"] == 7


@pytest.mark.parametrize("trouble", [OSError("gone"), Overworked()])
async def test_what_cannot_be_stored_is_refused_under_its_number(begin, trouble):
    talk = await begin(lobby(ANN, BEN))
    talk.table.live.ask = failing(trouble)
    (refused,) = await talk.say(type="chat", text="Hello")
    assert (refused["id"], refused["reasons"][0]["code"]) == (7, "TOO_BUSY")
    assert talk.goes_on


def failing(error):
    async def fail(*_):
        raise error

    return fail


async def test_an_address_beyond_its_share_is_turned_away(begin):
    talk = await begin(lobby(ANN, BEN), hello=False)
    assert not talk.session.turn_away("{}")
    (notice,) = heard(talk.connection)
    assert (notice["type"], notice["again"]) == ("notice", True)
    talk = await begin(lobby(ANN, BEN))
    assert talk.session.turn_away('{"id": 9}')
    (refused,) = heard(talk.connection)
    assert (refused["id"], refused["reasons"][0]["code"]) == (9, "TOO_FAST")


# Coming in


async def test_who_missed_a_little_is_told_that_alone(begin):
    room = lobby(ANN, BEN)
    talk = await begin(room, BEN)
    await talk.say(type="chat", text="One")
    await talk.say(type="chat", text="Two")
    number = talk.table.room.number
    back = await talk.say(type="hello", after=number - 1)
    assert [frame["type"] for frame in back] == ["resumed", "happened", "presence"]
    assert back[0]["after"] == number - 1
    assert back[1]["events"][0]["text"] == "Two"
    assert (back[2]["connected"], back[2]["watching"]) == ([False, True], 0)
    for seen, first in ((number, "resumed"), (number - 2, "resumed"), (number - 3, "welcome")):
        assert (await talk.say(type="hello", after=seen))[0]["type"] == first


async def test_hello_may_take_a_seat(begin):
    talk = await begin(lobby(ANN, seats=2), CLEO, hello=False)
    told = await talk.say(type="hello", join="Cleo")
    assert told[0]["type"] == "welcome"
    assert talk.table.room.seats[1].name == "Cleo"
    entries = len(talk.table.store.entries)
    await talk.say(type="hello", join="Again")
    assert len(talk.table.store.entries) == entries, "who has a seat needs no other"


async def test_who_finds_no_seat_is_told_why_and_may_watch(begin):
    talk = await begin(lobby(ANN, BEN), CLEO, hello=False)
    told = await talk.say(type="hello", join="Cleo")
    assert [frame["type"] for frame in told] == ["refused", "welcome"]
    talk = await begin(lobby(ANN), CLEO, hello=False)
    talk.limits.may_talk = lambda *_: False
    told = await talk.say(type="hello", join="Cleo")
    assert [frame["type"] for frame in told] == ["refused", "welcome"]
    assert told[0]["reasons"][0]["code"] == "TOO_FAST"
    assert talk.table.room.seats[1].free


async def test_who_may_not_come_in_is_told_why(begin):
    removed = after(lobby(ANN, BEN), log.Removed(at=1, who=BEN, seat=1, reason="away", level=None))
    talk = await begin(removed, BEN, hello=False)
    told = await talk.say(type="hello", join="Ben")
    assert told[0]["reasons"][0]["code"] == "REMOVED"
    assert (told[1]["type"], told[1]["again"]) == ("notice", False)
    assert not talk.connection.greeted
    talk = await begin(playing(spectators=False), CLEO, hello=False)
    told = await talk.say(type="hello")
    assert told[0]["reasons"][0]["code"] == "NO_SPECTATORS"
    assert (told[1]["type"], told[1]["again"]) == ("notice", False)
    assert not talk.connection.greeted


async def test_a_spectator_of_a_room_with_a_delay_sees_the_past(begin):
    room = after(playing(delay=60), log.Acted(at=1_500, action=Draw()))
    talk = await begin(room, CLEO, hello=False)
    entries = [
        log.Opened(at=0, host=ANN, settings=room.settings, rulings=room.rulings),
        *[
            log.Sat(at=0, seat=n, who=who, name=who.capitalize())
            for n, who in enumerate((ANN, BEN))
        ],
    ]
    talk.table.store.first, talk.table.store.entries = 0, entries
    (welcome,) = await talk.say(type="hello")
    assert (welcome["type"], welcome["room"]["phase"]) == ("welcome", "lobby")
    assert talk.connection.greeted


@pytest.mark.parametrize(
    ("who", "clock", "told"),
    [
        (ANN, LimitClock(60), {"result": "untouched", "penalty": 3}),
        (BEN, LimitClock(60), None),
        (ANN, NoClock(), None),
    ],
)
async def test_what_a_time_out_would_do_is_told_to_who_is_in_turn_and_timed(
    begin, who, clock, told
):
    talk = await begin(playing(clock=clock), who)
    (verdict,) = await talk.say(type="draft", table=[], seen=99)
    assert verdict["late"] == told


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "start"}, "NOT_THE_HOST"),
        ({"type": "draw", "seen": 99}, "NOT_NOW"),
        ({"type": "ready"}, None),
    ],
)
async def test_a_request_is_answered_once_under_its_number(begin, message, code):
    talk = await begin(lobby(ANN, BEN), BEN)
    answers = [one for one in await talk.say(**message) if one["type"] != "happened"]
    (answer,) = answers
    assert answer["id"] == 7
    assert [reason["code"] for reason in answer.get("reasons", [])] == ([code] if code else [])
    assert answer["type"] == ("refused" if code else "done")


async def test_messages_and_refusals_are_counted_by_their_kind_and_answers_timed(begin):
    talk = await begin(lobby(ANN, BEN), BEN)
    pings = METRICS.messages.labels("Ping")._value
    nonsense = METRICS.refusals.labels("BAD_MESSAGE")._value
    before = [pings.get(), nonsense.get(), METRICS.answering._sum.get()]
    await talk.say(type="ping")
    await talk.say_frame("nonsense")
    assert pings.get() - before[0] == 1
    assert nonsense.get() - before[1] == 1
    assert 0 < METRICS.answering._sum.get() - before[2] < 60
