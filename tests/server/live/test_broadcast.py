"""The broadcast: everybody is told exactly what they may know, and what is the same once."""

import json

import pytest

from tests.server.live.table import heard, settle
from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import Draw, Leave
from tilerummy.server.live import broadcast as broadcasts
from tilerummy.server.live.broadcast import Broadcast
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.history import PendingEntry, history_of
from tilerummy.server.live.sequencer import Step
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold
from tilerummy.server.room.projection import Present, event_for
from tilerummy.server.wire import messages
from tilerummy.solver import solve

NOW = 50_000
PRESENT = Present(frozenset({ANN, BEN, CLEO}))
PEOPLE = (ANN, BEN, CLEO, "watcher", "other")


class Hall:
    """A broadcast, and somebody of each kind who listens."""

    def __init__(self, room, *people):
        self.room = room
        self.broadcast = Broadcast(lambda: NOW)
        self.people = {who: Connection(who) for who in people or PEOPLE}
        for connection in self.people.values():
            connection.greeted = True
            self.broadcast.connections.add(connection)

    def step(self, entry):
        step = Step(entry, self.room, fold(self.room.code, self.room, entry))
        self.room = step.after
        self.broadcast.step(step, PRESENT)
        return step

    def heard(self, who):
        return heard(self.people[who])


def act(room, action, seat=None):
    seat = room.round.turn if seat is None else seat
    return log.Acted(at=NOW, seat=seat, action=action)


def expected(step, who):
    told = event_for(step.before, step.entry, step.after, who, PRESENT, NOW)
    return json.loads(messages.encode(told))


def best(room):
    play = solve(room.round.view(room.round.turn).position).play
    return play if play is not None else Draw()


async def test_a_frame_that_several_share_says_what_each_may_know():
    hall = Hall(lobby(ANN, BEN, CLEO, seats=3))
    entries = [lambda _: log.Dealt(at=NOW, seed="8")] + [lambda room: act(room, best(room))] * 5
    entries += [lambda room: act(room, Draw())] * 4
    entries += [lambda _: log.Said(at=NOW, seat=0, name="Ann", text="Hm")]
    entries += [lambda room: act(room, Leave(2), 2), lambda room: act(room, best(room))]
    shared = 0
    for make in entries:
        turn = hall.room.round.turn if hall.room.round else None
        step = hall.step(make(hall.room))
        frames = {who: one._outbox[-1] for who, one in hall.people.items()}
        for who in PEOPLE:
            (told,) = hall.heard(who)
            assert told == expected(step, who), (step.entry, who)
        if frames["watcher"] is frames["other"]:
            shared += 1
            concerned = {turn, step.after.round.turn}
            for seat, who in enumerate((ANN, BEN, CLEO)):
                assert (frames[who] is frames["other"]) == (seat not in concerned)
        await settle()
    assert shared >= 4


async def test_who_may_still_claim_a_new_deal_is_told_so_though_others_are_in_turn():
    """Until the first play: what two others do then is not the same for everybody."""
    begun = lobby(ANN, BEN, CLEO, seats=3, rulebook="ravensburger-travel-de")
    for seed in range(2_000):
        room = dealt(begun, seed=str(seed))
        holder = (room.round.turn + 2) % 3
        if [room.round.view(seat).may_claim_redeal for seat in range(3)].count(True) == 1 and (
            room.round.view(holder).may_claim_redeal
        ):
            break
    hall = Hall(room, ANN, BEN, CLEO)
    step = hall.step(act(room, Draw()))
    for seat, who in enumerate((ANN, BEN, CLEO)):
        (told,) = hall.heard(who)
        assert told == expected(step, who)
        assert ("redeal" in told["turn"]["may"]) is (seat == holder)


async def test_who_has_not_said_hello_hears_nothing():
    hall = Hall(lobby(ANN, BEN), ANN, BEN)
    hall.people[BEN].greeted = False
    hall.step(log.Said(at=NOW, seat=0, name="Ann", text="Hm"))
    assert len(hall.heard(ANN)) == 1
    assert hall.heard(BEN) == []
    assert hall.broadcast.people == [ANN]


async def test_who_was_removed_is_told_why_and_hears_no_more():
    hall = Hall(lobby(ANN, BEN), ANN, BEN)
    hall.step(log.Removed(at=NOW, seat=1, who=BEN, reason="away", level=None))
    (notice,) = hall.heard(BEN)
    assert (notice["key"], notice["again"], notice["reason"]) == ("removed", False, "away")
    assert hall.people[BEN] not in hall.broadcast.connections
    assert len(hall.heard(ANN)) == 1


async def test_spectators_go_when_a_round_begins_that_has_none():
    hall = Hall(lobby(ANN, BEN, spectators=False), ANN, "watcher")
    hall.step(log.Dealt(at=NOW, seed="8"))
    (notice,) = hall.heard("watcher")
    assert (notice["type"], notice["key"], notice["again"]) == ("notice", "gone", False)
    assert [frame["type"] for frame in hall.heard(ANN)] == ["happened"]


async def test_who_sits_down_during_a_round_is_shown_the_whole_room_with_a_rack():
    room = after(lobby(ANN, seats=2), log.BotSat(at=0, seat=1, level="greedy"))
    hall = Hall(dealt(room), ANN, CLEO)
    hall.step(log.Joined(at=NOW, seat=1, who=CLEO, name="Cleo"))
    (welcome,) = hall.heard(CLEO)
    assert welcome["type"] == "welcome"
    assert welcome["round"]["rack"]
    assert [frame["type"] for frame in hall.heard(ANN)] == ["happened"]
    missed = hall.broadcast.missed(CLEO, hall.room.number - 1, hall.room, PRESENT)
    assert missed is None, "what they knew before is not enough"
    assert hall.broadcast.missed(ANN, hall.room.number - 1, hall.room, PRESENT) is not None


async def test_spectators_of_a_room_with_a_delay_hear_nothing_now():
    hall = Hall(lobby(ANN, BEN, delay=60), ANN, "watcher")
    hall.step(log.Dealt(at=NOW, seed="8"))
    hall.step(act(hall.room, Draw()))
    assert len(hall.heard(ANN)) == 2
    assert hall.heard("watcher") == []
    assert hall.broadcast.delayed.waiting == 2
    hall.broadcast.spread(messages.LiveDraft(0, ["k1 k2 k3"]), hall.room)
    assert (len(hall.heard(ANN)), hall.heard("watcher")) == (1, [])
    hall.broadcast.delayed.close()


async def test_what_is_not_stored_is_told_to_everybody_but_one():
    hall = Hall(lobby(ANN, BEN), ANN, BEN, "watcher")
    hall.people["other"] = Connection("other")
    hall.broadcast.connections.add(hall.people["other"])
    told = messages.Reacted(0, "wow")
    hall.broadcast.spread(told, hall.room, but=hall.people[ANN])
    counts = {who: len(hall.heard(who)) for who in hall.people}
    assert counts == {ANN: 0, BEN: 1, "watcher": 1, "other": 0}


async def test_a_few_steps_are_remembered():
    hall = Hall(lobby(ANN, BEN), ANN)
    first = hall.room.number
    for number in range(broadcasts._REMEMBERED + 1):
        hall.step(log.Said(at=NOW, seat=0, name="Ann", text=str(number)))
    last = hall.room.number

    def missed(number):
        found = hall.broadcast.missed(ANN, number, hall.room, PRESENT)
        return None if found is None else [one.events[0].text for one in found]

    assert missed(last) == []
    assert missed(last - 1) == ["8"]
    assert missed(first + 1) == [str(number) for number in range(1, 9)]
    assert missed(first) is None
    assert missed(last + 1) is None


# The history of a room with a delay


@pytest.mark.parametrize(
    ("horizon", "number", "pending"), [(-1, 1, 4), (0, 3, 2), (1_000, 4, 1), (2_000, 5, 0)]
)
def test_a_history_is_the_room_then_and_what_came_after(horizon, number, pending):
    first = lobby(ANN, BEN, delay=60)
    entries = [
        log.Opened(at=0, host=ANN, settings=first.settings, rulings=first.rulings),
        log.Sat(at=0, seat=0, who=ANN, name="Ann"),
        log.Sat(at=0, seat=1, who=BEN, name="Ben"),
        log.Dealt(at=1_000, seed="8"),
        log.Acted(at=2_000, action=Draw()),
    ]
    found = history_of("ABCDEF", [log.encode(entry) for entry in entries], horizon)
    assert found.room.number == number
    assert [one.entry for one in found.pending] == entries[number:]
    assert len(found.pending) == pending
    delays = [one.delay for one in found.pending]
    assert delays == [0 if isinstance(one.entry, log.Sat) else 60_000 for one in found.pending]


def test_where_there_is_no_delay_nothing_is_late():
    before = lobby(ANN, BEN)
    entry = log.Dealt(at=1_000, seed="8")
    assert PendingEntry.of(before, entry, fold(before.code, before, entry)).delay == 0
