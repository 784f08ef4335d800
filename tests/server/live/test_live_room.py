"""A live room: who is told what, whose draft counts, and what happens by itself."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.live import table as tables
from tests.server.live.table import Table, heard, kinds, settle
from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import Draw, TimeOut
from tilerummy.rules.melds import parse_melds
from tilerummy.server.live import room as live_rooms
from tilerummy.server.live.bus_messages import Appended, Drafted, PresenceUpdate, ReactionShown
from tilerummy.server.room import commands, log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.settings import LimitClock
from tilerummy.server.storage.leases import Latest

CODE = "ABCDEF"
GONE = OperationalError("insert", {}, OSError("gone"))
SAID = log.Said(at=7, seat=1, name="Ben", text="First!")


def playing(**settings):
    """Ann is in turn."""
    begun = lobby(ANN, BEN, **settings)
    return next(room for n in range(99) if (room := dealt(begun, seed=str(n))).round.turn == 0)


@pytest.fixture
async def sit(monkeypatch):
    """Makes tables and closes them in the end."""
    monkeypatch.setattr(live_rooms, "_RETRY", 0.0)
    monkeypatch.setattr(live_rooms, "_PRESENCE_EVERY", 0.0)
    made = []

    def sit(room, **options):
        made.append(Table(room, **options))
        return made[-1]

    yield sit
    for one in made:
        await one.live.close()
    await settle()


def drafted(room, text="k4 k5 k6"):
    return Draft(room.turn, parse_melds(text))


# Who is there


async def test_everybody_but_the_newcomer_is_told_who_came(sit):
    table = sit(lobby(ANN, BEN))
    ann = await table.come(ANN)
    assert kinds(ann) == []
    ben = await table.come(BEN)
    (told,) = heard(ann)
    assert (told["type"], told["connected"], told["watching"]) == ("presence", [True, True], 0)
    assert kinds(ben) == []
    await table.come("watcher")
    assert heard(ben)[0]["watching"] == 1
    await asyncio.sleep(0.01)
    table.live.parted(ann)
    await settle()
    assert heard(ben)[-1]["connected"] == [False, True]


async def test_who_has_not_said_hello_is_not_there(sit):
    table = sit(lobby(ANN, BEN))
    table.live.connections.add(tables.Connection(ANN))
    table.live.look_around()
    assert table.live.here == PresenceUpdate("ours", CODE, [])
    assert table.live.present.people == frozenset()


async def test_the_other_servers_are_told_once_with_a_rising_version(sit):
    others = tables.cluster()
    table = sit(lobby(ANN, BEN), cluster=others, now=5_000)
    ann = await table.come(ANN)
    table.live.look_around()
    ben = await table.come(BEN)
    table.time = 9_000
    table.live.parted(ben)
    assert [(here.people, here.version) for here in others.told] == [
        ([ANN], 5_000),
        ([ANN, BEN], 5_001),
        ([ANN], 9_000),
    ]
    assert table.live.here == others.told[-1]
    assert ann in table.live.connections and ben not in table.live.connections


async def test_a_room_is_idle_since_the_last_one_left(sit):
    table = sit(lobby(ANN, BEN), now=5_000)
    assert table.live.idle_since == 5_000
    ann = await table.come(ANN)
    table.time = 7_000
    assert table.live.idle_since == 5_000
    table.live.parted(ann)
    assert table.live.idle_since == 7_000


async def test_people_on_other_servers_are_there(sit):
    table = sit(lobby(ANN, BEN), cluster=tables.cluster())
    ann = await table.come(ANN)
    table.live.noticed(PresenceUpdate("theirs", CODE, [BEN]))
    assert table.live.present.people == {ANN, BEN}
    assert heard(ann)[-1]["connected"] == [True, True]


@pytest.mark.parametrize(
    ("people", "owner"), [((), ""), ((BEN, ANN), ANN), ((CLEO, BEN), BEN), ((CLEO,), CLEO)]
)
async def test_the_server_works_for_the_host_or_for_somebody_who_is_here(sit, people, owner):
    table = sit(lobby(ANN, BEN))
    for who in people:
        await table.come(who)
    assert table.live._owner() == owner


# What people ask for, and what other servers did


async def test_what_is_asked_is_stored_told_and_passed_on(sit):
    table = sit(lobby(ANN, BEN))
    ben = await table.come(BEN)
    assert await table.live.ask(ANN, commands.Chat(id=1, text="Hello")) == []
    assert table.store.entries[0].text == "Hello"
    assert isinstance(table.bus.published[0], Appended)
    assert kinds(ben) == ["happened"]


async def test_after_a_failure_the_truth_is_read_as_soon_as_it_can_be(sit):
    table = sit(lobby(ANN, BEN))
    ben = await table.come(BEN)
    table.store.trouble = [GONE, GONE, GONE]
    table.store.entries.append(SAID)
    (reason,) = await table.live.ask(ANN, commands.Chat(id=1, text="Lost"))
    assert reason.code == "TOO_BUSY"
    for _ in range(9):
        await asyncio.sleep(0)
        await settle()
    assert not table.live._sequencer.unsure
    assert not table.live._recovering
    assert heard(ben)[0]["events"][0]["text"] == "First!"
    assert await table.live.ask(ANN, commands.Chat(id=2, text="Second!")) == []


async def test_a_player_whose_move_could_not_be_stored_has_the_time_back(sit):
    table = sit(playing(clock=LimitClock(60)), now=5_000)
    await table.come(ANN)
    for who, due in ((BEN, "time-out"), (ANN, log.Paused)):
        table.store.trouble = [GONE]
        await table.live.ask(who, commands.Chat(id=1, text="Lost"))
        found = table.live._schedule.due().what
        assert found == due or isinstance(found, due)
        await settle()
    assert found.at == 5_000


async def test_only_news_is_taken(sit):
    table = sit(lobby(ANN, BEN))
    number = table.room.number
    table.store.entries.append(SAID)
    body = log.encode(SAID)
    table.live.appended(Appended("theirs", CODE, number, body))
    assert not table.live._tasks
    table.live.appended(Appended("theirs", CODE, number + 1, body))
    assert len(table.live._tasks) == 1
    await settle()
    assert table.room.number == number + 1
    assert not table.live._tasks


async def test_what_was_missed_is_read(sit):
    table = sit(lobby(ANN, BEN))
    table.store.entries += [SAID, SAID]
    table.live.resync()
    await settle()
    assert len(table.room.chat) == 2
    table.bus.alone = False
    table.store.entries.append(SAID)
    await table.live.reach(table.room.number)
    assert len(table.room.chat) == 2
    await table.live.reach(table.room.number + 1)
    assert len(table.room.chat) == 3


# Drafts


async def test_a_draft_is_kept_written_told_to_servers_and_shown_to_the_others(sit):
    table = sit(playing(live=True))
    ann, ben, cleo = [await table.come(who) for who in (ANN, BEN, CLEO)]
    for one in (ann, ben, cleo):
        heard(one)
    draft = drafted(table.room)
    assert await table.live.keep_draft(draft, ann)
    assert table.live.draft == table.store.kept == draft
    assert table.bus.published[-1] == Drafted.of(draft, "ours", CODE)
    assert kinds(ann) == []
    await settle()
    for one in (ben, cleo):
        (shown,) = heard(one)
        assert (shown["type"], shown["seat"], shown["table"]) == ("live", 0, ["k4 k5 k6"])


async def test_a_draft_is_not_shown_where_the_host_does_not_want_it(sit):
    table = sit(playing())
    ann, ben = await table.come(ANN), await table.come(BEN)
    heard(ben)
    assert await table.live.keep_draft(drafted(table.room), ann)
    assert kinds(ben) == []


async def test_a_draft_of_a_turn_that_is_over_is_not_kept(sit):
    table = sit(playing())
    ann = await table.come(ANN)
    old = Draft(table.room.turn - 1, parse_melds("k4 k5 k6"))
    assert not await table.live.keep_draft(old, ann)
    table.live._over = table.room.turn
    assert not await table.live.keep_draft(drafted(table.room), ann)
    assert table.live.draft is None and table.store.kept is None
    table.live.heard_draft(old)
    assert table.live.draft is None


async def test_the_answer_to_a_draft_does_not_wait_long_for_the_database(sit, monkeypatch):
    monkeypatch.setattr(live_rooms, "_WRITTEN", 0.001)
    table = sit(playing())
    table.store.slow = True
    assert await table.live.keep_draft(drafted(table.room), await table.come(ANN))


async def test_the_next_turn_has_no_draft_but_talk_changes_nothing(sit):
    table = sit(playing())
    await table.live.keep_draft(drafted(table.room), await table.come(ANN))
    await table.live.ask(BEN, commands.Chat(id=1, text="Hm"))
    assert table.live.draft is not None
    await table.live.ask(ANN, commands.Draw(id=2, seen=table.room.number))
    assert table.live.draft is None
    assert table.live._draft is None


@pytest.mark.parametrize("when", ["lobby", "old", "now"])
async def test_a_draft_that_was_stored_counts_in_its_turn_alone(sit, when):
    room = lobby(ANN, BEN) if when == "lobby" else playing()
    draft = Draft(room.turn - (when == "old"), parse_melds("k4 k5 k6"))
    table = sit(room, draft=draft)
    assert table.live.draft == (draft if when == "now" else None)


@pytest.mark.parametrize(("here", "taken"), [(None, True), (BEN, True), (ANN, False)])
async def test_a_draft_in_the_database_is_taken_unless_its_player_is_here(sit, here, taken):
    table = sit(playing())
    if here:
        await table.come(here)
    draft = drafted(table.room)
    table.live.stored(Latest(CODE, table.room.number, draft))
    assert table.live.draft == (draft if taken else None)


async def test_an_entry_in_the_database_is_read_before_its_draft(sit):
    table = sit(playing())
    table.store.entries.append(log.Acted(at=3_000, seat=0, action=Draw()))
    table.live.stored(Latest(CODE, table.room.number + 1, drafted(table.room)))
    assert table.live.draft is None
    await settle()
    assert table.room.round.turn == 1
    table.live.stored(Latest(CODE, table.room.number, None))
    assert table.live.draft is None


async def test_a_reaction_is_shown_here_and_elsewhere(sit):
    table = sit(lobby(ANN, BEN))
    ann = await table.come(ANN)
    table.live.react(1, "wow")
    assert kinds(ann) == ["reacted"]
    assert table.bus.published == [ReactionShown("ours", CODE, 1, "wow")]


# What happens by itself


def ready(room):
    return after(room, *[log.GotReady(at=1, seat=seat, ready=True) for seat in (0, 1)])


async def test_when_all_are_ready_tiles_are_dealt(sit):
    table = sit(ready(lobby(ANN, BEN)))
    assert not table.live.busy, "nobody is there"
    await table.come(ANN)
    assert [type(entry) for entry in table.store.entries] == [log.Dealt]
    assert table.store.entries[0].seed == "8"
    assert table.store.entries[0].at == 2_000


async def test_nothing_is_carried_out_before_it_is_due(sit):
    table = sit(playing(clock=LimitClock(60)), now=2_000)
    await table.come(ANN)
    due = table.live._schedule.due()
    assert due.what == "time-out" and table.live._timer._at == due.at
    table.time = due.at - 1
    await table.carry_out()
    assert table.store.entries == []
    table.time = due.at
    await table.carry_out()
    (late,) = table.store.entries
    assert late == log.Acted(at=due.at, seat=0, action=TimeOut())
    assert table.live._over is None


@pytest.mark.parametrize("when", ["now", "old", "untouched"])
async def test_a_late_turn_ends_with_its_own_draft_if_something_moved(sit, when):
    table = sit(playing(clock=LimitClock(60), house={"time.obligatory": True}), now=2_000)
    await table.come(ANN)
    laid = "" if when == "untouched" else str(table.room.round.view(0).rack[0])
    draft = Draft(table.room.turn - (when == "old"), parse_melds(laid))
    table.store.kept = draft
    table.time = table.live._schedule.due().at
    seen = []
    real = table.store.append

    async def watched(append):
        seen.append(table.live._over)
        return await real(append)

    table.store.append = watched
    turn = table.room.turn
    await table.carry_out()
    assert seen == [turn], "no draft counts any more while it is stored"
    (late,) = table.store.entries
    assert late.action == (TimeOut(draft.table) if when == "now" else TimeOut())


async def test_before_somebody_counts_as_gone_the_other_servers_are_asked(sit):
    there = tables.cluster(PresenceUpdate("theirs", CODE, [ANN], version=9))
    table = sit(playing(), cluster=there, now=2_000)
    await table.come(BEN)
    due = table.live._schedule.due()
    assert isinstance(due.what, log.TookOver)
    table.time = due.at
    await table.carry_out()
    assert there.looked == 1
    assert table.store.entries == [], "they are connected to another server"
    assert table.live.present.people == {ANN, BEN}


async def test_a_bot_takes_over_and_acts_and_gives_the_seat_back(sit):
    table = sit(playing(), now=2_000)
    await table.come(BEN)
    table.time = table.live._schedule.due().at
    await table.carry_out()
    assert isinstance(table.store.entries[0], log.TookOver)
    table.time += 60_000
    await table.carry_out()
    assert isinstance(table.store.entries[1], log.Acted)
    assert table.store.entries[1].at == table.time
    await table.come(ANN)
    assert isinstance(table.store.entries[-1], log.CameBack)


async def test_a_bot_whose_turn_is_over_meanwhile_does_nothing(sit):
    table = sit(after(playing(), log.TookOver(at=2_000, seat=0)), now=2_000)
    await table.come(BEN)
    table.time = table.live._schedule.due().at
    real = table.live._bots.action

    async def slowly(room):
        action = await real(room)
        await table.live._sequencer.append(back)
        return action

    async def back():
        return log.CameBack(at=table.time, seat=0)

    table.live._bots.action = slowly
    assert not await table.live._bot_turn()
    assert [type(entry) for entry in table.store.entries] == [log.CameBack]


async def test_what_fails_is_tried_again(sit, caplog):
    table = sit(ready(lobby(ANN, BEN)))
    table.store.trouble = [GONE, KeyError("x")]
    await table.come(ANN)
    for _ in range(30):
        await asyncio.sleep(0.001)
        if table.store.entries:
            break
    assert [type(entry) for entry in table.store.entries] == [log.Dealt]
    failed = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(failed) == 1, "what the database does is not a fault of the room"


async def test_a_closed_room_does_nothing(sit):
    table = sit(ready(lobby(ANN, BEN)))
    await table.live.close()
    await table.come(ANN)
    table.live.schedule()
    await settle()
    assert table.store.entries == []
    assert table.live._timer._handle is None


async def test_what_is_under_way_ends_with_the_room(sit):
    table = sit(lobby(ANN, BEN))
    begun, ended = asyncio.Event(), []

    async def work():
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    table.live._start(work)
    await begun.wait()
    await table.live.close()
    await settle()
    assert ended == [True]


async def test_with_a_room_all_its_parts_end(sit):
    table = sit(playing(clock=LimitClock(60)))
    await table.come(ANN)
    live, closed = table.live, []
    assert live._timer._handle is not None, "the time-out is due"
    delayed = live._broadcast.delayed
    parts = (live._bots, live._bot_reactions, live._tell_presence, delayed, live.drafts)
    for part in (*parts, live.advice):
        close = part.close
        part.close = lambda part=part, close=close: (closed.append(part), close())
    await live.close()
    assert closed == [*parts, live.advice]
    assert live._timer._handle is None
    table.time += 600_000
    await settle()
    assert table.store.entries == []
