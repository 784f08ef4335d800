"""Bots in seats: one thought for each turn, and nobody sees how long it took."""

import asyncio
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.server.live.test_sequencer import MemoryStore
from tests.server.rooms import ANN, after, dealt, lobby
from tilerummy.bots import LADDER
from tilerummy.engine.actions import Draw
from tilerummy.engine.laying import can_lay
from tilerummy.server.live.bots import LEVELS, BotTurns, roster
from tilerummy.server.live.bus import LonelyBus
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
        self._began = time.monotonic()

    def now(self):
        return round((time.monotonic() - self._began) * 1000)

    async def think(self, _owner, _choose, level, _view, seconds):
        self.level = level
        self.thoughts += 1
        self.budgets.append(seconds)
        await asyncio.sleep(self.seconds.pop(0))
        return Draw()


def bots(thinkers):
    return BotTurns(SimpleNamespace(workers=thinkers, now=thinkers.now), lambda: "ann")


@pytest.mark.parametrize("seconds", [0.0, 0.1])
async def test_a_quick_thought_is_shown_at_the_end_of_the_window(seconds):
    thinkers = Thinkers(seconds)
    assert await bots(thinkers).action(automatic()) == Draw()
    assert thinkers.now() >= WINDOW


async def test_a_slow_thought_is_shown_at_the_end_of_the_next_window_and_lengthens_the_next():
    thinkers, room = Thinkers(1.1 * WINDOW / 1000, 0.0), automatic()
    turns = bots(thinkers)
    await turns.action(room)
    assert thinkers.now() >= 2 * WINDOW
    later = after(
        room,
        log.Acted(at=thinkers.now(), action=Draw()),
        log.Acted(at=thinkers.now(), action=Draw()),
    )
    began = later.clock.began
    await turns.action(later)
    assert thinkers.now() >= began + 2 * thinking_time(later)
    times = thinking_time(later) / thinking_time(room)
    assert thinkers.budgets[1] == pytest.approx(2 * times * thinkers.budgets[0])


async def test_a_turn_is_thought_about_once_whatever_happens_meanwhile():
    thinkers, room = Thinkers(0.05), automatic()
    turns = bots(thinkers)
    turns.think(room)
    said = after(room, log.Said(at=1, seat=0, name="Ann", text="Hurry!"))
    turns.think(said)
    assert await asyncio.gather(turns.action(room), turns.action(said)) == [Draw(), Draw()]
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
    action = await turns.action(room)
    assert len(asked) == 1
    assert asked[0] < thinking_time(room)
    assert turns.after == room.round.apply(Draw())

    services = SimpleNamespace(
        store=MemoryStore(room), bus=LonelyBus(), workers=None, server="ours", now=thinkers.now
    )
    sequencer = Sequencer(room, services, lambda step: None)

    async def entry():
        return log.Acted(at=thinkers.now(), seat=1, action=action)

    assert await sequencer.append(entry, Foreseen(room.round, turns.after))
    assert sequencer.room.round == room.round.apply(Draw())
    assert sequencer.room == after(room, log.decode(services.store.bodies[0]))
