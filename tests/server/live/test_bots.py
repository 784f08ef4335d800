"""Bots in seats: one thought for each turn, and nobody sees how long it took."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.server.live.test_sequencer import MemoryStore
from tests.server.rooms import ANN, after, dealt, lobby
from tilerummy.bots import LADDER
from tilerummy.engine.actions import Draw
from tilerummy.engine.laying import can_lay
from tilerummy.server.live.bots import LEVELS, BotTurns, Thought, choose_in_time, roster
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.sequencer import Foreseen, Sequencer
from tilerummy.server.room import log
from tilerummy.server.room.snapshots import RoundResult
from tilerummy.server.room.thinking_time import thinking_time


def automatic():
    """A room in which a bot is to act."""
    room = after(lobby(ANN, pace="fast"), log.BotSat(at=0, seat=1, level="expert"))
    for seed in range(99):
        playing = dealt(room, seed=str(seed), at=0)
        if playing.automatic_turn:
            return playing
    raise AssertionError


WINDOW = thinking_time(automatic())


class Thinkers:
    """Threads that take as long as the test says, on a clock that starts with the turn."""

    def __init__(self, *seconds):
        self.seconds = list(seconds)
        self.thoughts = 0
        self.budgets = []
        self._began = None

    def now(self):
        """From the moment at which somebody asks first."""
        self._began = self._began or time.monotonic()
        return round((time.monotonic() - self._began) * 1000)

    async def think(self, _owner, _choose, level, _view, seconds, _ends):
        self.level = level
        self.thoughts += 1
        self.budgets.append(seconds)
        took = self.seconds.pop(0)
        if isinstance(took, Exception):
            raise took
        await asyncio.sleep(took)
        return Draw()


def bots(thinkers):
    return BotTurns(SimpleNamespace(workers=thinkers, now=thinkers.now), lambda: "ann")


@pytest.mark.parametrize("seconds", [0.0, 0.1])
async def test_a_quick_thought_is_shown_at_the_end_of_the_window(seconds):
    thinkers = Thinkers(seconds)
    assert await bots(thinkers).action(automatic()) == Thought(Draw(), None)
    assert thinkers.now() >= WINDOW


@pytest.mark.parametrize("took", [0.0, 60.0, Overworked(), TooLong(), ValueError("tiles")])
async def test_when_an_action_is_shown_has_nothing_to_do_with_the_thought(took):
    thinkers, room = Thinkers(took), automatic()
    turns = bots(thinkers)
    thought = await turns.action(room)
    assert turns._turn.shown == WINDOW
    assert thinkers.now() >= WINDOW
    assert room.round.view(1).judge(thought.action) == []
    turns.close()


async def test_a_bot_that_cannot_think_in_time_does_what_it_would_do_without(monkeypatch):
    asked, room = [], automatic()

    def choose(level, view, seconds):
        asked.append((level, seconds))
        return Draw()

    monkeypatch.setattr("tilerummy.server.live.bots.choose", choose)
    turns = bots(Thinkers(0.0))
    await turns.action(room)
    assert asked == []
    turns = bots(Thinkers(60.0))
    assert (
        await asyncio.gather(turns.action(room), turns.action(room)) == [Thought(Draw(), None)] * 2
    )
    assert asked == [("greedy", 0.0)]
    turns.close()


async def test_there_is_something_to_show_before_anybody_asks_for_it():
    """Actions are asked for when they are to be shown: to begin then would be too late."""
    turns = bots(Thinkers(60.0))
    turns.think(automatic())
    async with asyncio.timeout(20):
        while turns._turn.found is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    turns.close()


async def test_there_is_one_thought_at_a_time_though_it_is_late():
    thinkers, room = Thinkers(60.0, 0.0), automatic()
    turns = bots(thinkers)
    await turns.action(room)
    later = after(
        room,
        log.Acted(at=thinkers.now(), action=Draw()),
        log.Acted(at=thinkers.now(), action=Draw()),
    )
    await turns.action(later)
    assert thinkers.thoughts == 1
    turns.close()


async def test_a_thought_that_begins_late_ends_before_its_action_is_shown(monkeypatch):
    monkeypatch.setattr("tilerummy.server.live.bots.time.monotonic", lambda: 100.0)
    budgets = []
    monkeypatch.setattr(
        "tilerummy.server.live.bots.choose", lambda _level, _view, seconds: budgets.append(seconds)
    )
    for ends in (100.5, 100.1, 99.0):
        choose_in_time("ada", None, 0.3, ends)
    assert budgets == [0.3, pytest.approx(0.1), 0.0]


async def test_a_room_that_slept_shows_the_action_at_a_beat_and_leaves_time_for_it():
    thinkers, room = Thinkers(0.0), automatic()
    thinkers.now = lambda: 10 * WINDOW + 1
    turns = bots(thinkers)
    turns.think(room)
    assert turns._turn.shown == 11 * WINDOW
    turns.close()
    thinkers = Thinkers(0.0)
    thinkers.now = lambda: round(10.6 * WINDOW)
    turns = bots(thinkers)
    turns.think(room)
    assert turns._turn.shown == 12 * WINDOW
    turns.close()


async def test_a_turn_is_thought_about_once_whatever_happens_meanwhile():
    thinkers, room = Thinkers(0.05), automatic()
    turns = bots(thinkers)
    turns.think(room)
    said = after(room, log.Said(at=1, seat=0, name="Ann", text="Hurry!"))
    turns.think(said)
    assert (
        await asyncio.gather(turns.action(room), turns.action(said)) == [Thought(Draw(), None)] * 2
    )
    assert thinkers.thoughts == 1


def result(winner):
    return RoundResult(
        index=0,
        reason="out",
        winner=winner,
        scores=[0, 0],
        racks=[],
        seed="",
        commitment="",
        record="",
    )


@pytest.mark.parametrize(("winners", "step"), [((), 4), ((0,), 5), ((1,), 3), ((None,), 4)])
async def test_a_matched_bot_follows_the_results_of_the_room(winners, step):
    thinkers, room = Thinkers(0.0), automatic()
    seats = [replace(seat, level="match") if seat.level else seat for seat in room.seats]
    results = tuple(result(winner) for winner in winners)
    await bots(thinkers).action(replace(room, seats=tuple(seats), results=results))
    assert thinkers.level == LADDER[step - 1].name


def test_the_list_has_the_ladder_and_the_bot_that_suits():
    levels = [info.level for info in roster()]
    assert levels[0] == "match"
    assert levels[1:9] == [entry.name for entry in LADDER]
    assert {*levels, "expert"} == LEVELS
    assert [info.ladder for info in roster()][:3] == [None, 1, 2]


def forced():
    """A room in which a bot has to draw because it can play nothing, where playing is a duty."""
    room = lobby(ANN, pace="fast", house={"draw.must_lay": True})
    room = after(room, log.BotSat(at=0, seat=1, level="expert"))
    for seed in range(99):
        playing = dealt(room, seed=str(seed), at=0)
        if playing.automatic_turn and not can_lay(playing.round.view(1).position):
            return playing
    raise AssertionError


async def test_what_a_forced_draw_leads_to_is_worked_out_before_it_is_shown():
    """Whether a bot could have played takes the longer to find out the better its tiles are."""
    thinkers, room = Thinkers(0.0), forced()
    asked = []

    async def judge(_owner, work, *args):
        asked.append(thinkers.now())
        return work(*args)

    thinkers.judge = judge
    turns = bots(thinkers)
    thought = await turns.action(room)
    assert len(asked) == 1
    assert asked[0] < thinking_time(room)
    assert thought == Thought(Draw(), room.round.apply(Draw()))

    services = SimpleNamespace(
        store=MemoryStore(room), bus=LonelyBus(), workers=None, server="ours", now=thinkers.now
    )
    sequencer = Sequencer(room, services, lambda step: None)

    async def entry():
        return log.Acted(at=thinkers.now(), seat=1, action=thought.action)

    assert await sequencer.append(entry, Foreseen(room.round, thought.after))
    assert sequencer.room.round == room.round.apply(Draw())
    assert sequencer.room == after(room, log.decode(services.store.bodies[0]))


async def test_the_same_holds_for_what_a_bot_does_without_thinking():
    turns, room = bots(Thinkers(60.0)), forced()
    assert await turns.action(room) == Thought(Draw(), room.round.apply(Draw()))
    turns.close()
