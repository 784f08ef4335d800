"""Windows of bots' turns, on a clock that the test moves: when they think, and when they act."""

import asyncio
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.server.live.sleeping import settled
from tests.server.live.test_bots import result
from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.engine.actions import Draw
from tilerummy.server.live import bots
from tilerummy.server.live.bots import BotTurns, Thought
from tilerummy.server.live.queues import Overworked
from tilerummy.server.room import log
from tilerummy.server.room.thinking_time import thinking_time

BEGAN = 50_000


class Clock:
    """In place of the module `asyncio`: time passes when the test says so."""

    def __init__(self, now):
        self.now = now
        self.waiting = []

    def __getattr__(self, name):
        return getattr(asyncio, name)

    def sleep(self, seconds):
        woken = asyncio.get_running_loop().create_future()
        self.waiting.append((self.now + round(seconds * 1000), woken))
        return woken

    async def wait(self, tasks, timeout):  # noqa: ASYNC109
        return await asyncio.wait(
            [*tasks, self.sleep(timeout)], return_when=asyncio.FIRST_COMPLETED
        )

    async def to(self, time):
        """Let everything happen until then."""
        await settled()
        while due := [one for one in self.waiting if one[0] <= time and not one[1].done()]:
            at, woken = min(due, key=lambda one: one[0])
            self.now = max(self.now, at)
            woken.set_result(None)
            await settled()
        self.now = time
        await settled()


class Seat:
    """The bots of a room, with thoughts that come when the test says so."""

    def __init__(self, room, monkeypatch, *, now=BEGAN):
        self.room, self.clock = room, Clock(now)
        self.asked, self.quick, self.thoughts = [], [], []
        monkeypatch.setattr(bots, "asyncio", self.clock)
        monkeypatch.setattr(bots.time, "monotonic", lambda: self.clock.now / 1000)

        async def to_thread(work, *args):
            self.quick.append((self.clock.now, args[0]))
            return Draw()

        self.clock.to_thread = to_thread
        services = SimpleNamespace(workers=self, now=lambda: self.clock.now)
        self.turns = BotTurns(services, lambda: ANN)

    async def think(self, owner, _choose, level, view, seconds, ends):
        self.asked.append((owner, level, view.seat, round(seconds, 6), round(ends, 6)))
        self.thoughts.append(asyncio.get_running_loop().create_future())
        return await self.thoughts[-1]

    @property
    def window(self):
        return thinking_time(self.room)


def bots_turn(*, pace="fast", people=(ANN,), seats=2, level="ada"):
    """A room in which a bot is to act since `BEGAN`."""
    room = lobby(*people, pace=pace, seats=seats)
    entries = [log.BotSat(at=0, seat=seat, level=level) for seat in range(len(people), seats)]
    room = after(room, *entries)
    begun = [dealt(room, seed=str(number), at=BEGAN) for number in range(40)]
    return next(room for room in begun if room.automatic_turn)


@pytest.fixture
async def sit(monkeypatch):
    made = []

    def sit(room=None, **options):
        made.append(Seat(room or bots_turn(), monkeypatch, **options))
        return made[-1]

    yield sit
    for one in made:
        one.turns.close()
    await settled()


@pytest.mark.parametrize(("pace", "most"), [("fast", None), ("calm", 0.8)])
async def test_a_bot_thinks_for_a_part_of_its_window_and_never_for_long(sit, pace, most):
    seat = sit(bots_turn(pace=pace))
    seat.turns.think(seat.room)
    await settled()
    part = 0.6 * seat.window / 1000
    assert (most or part) <= part
    turn = seat.room.round.turn
    assert seat.asked == [(ANN, "ada", turn, round(most or part, 6), round(BEGAN / 1000 + part, 6))]


async def test_a_bot_that_begins_late_has_what_is_left_of_its_window(sit):
    seat = sit()
    seat.clock.now = BEGAN + 100
    seat.turns.think(seat.room)
    await settled()
    assert seat.asked[0][3] == round(0.6 * (seat.window - 100) / 1000, 6)


async def test_an_action_is_shown_when_the_window_ends_and_not_before(sit):
    seat = sit()
    acting = asyncio.create_task(seat.turns.action(seat.room))
    await settled()
    seat.thoughts[0].set_result(Draw())
    await seat.clock.to(BEGAN + seat.window - 1)
    assert not acting.done()
    await seat.clock.to(BEGAN + seat.window)
    assert acting.result() == Thought(Draw(), None)
    assert seat.quick == [], "it had come to an end in time"


async def test_what_a_bot_does_without_thinking_is_found_in_the_rest_of_its_window(sit):
    seat = sit()
    acting = asyncio.create_task(seat.turns.action(seat.room))
    enough = BEGAN + seat.window - round(0.4 * seat.window)
    await seat.clock.to(enough - 1)
    assert seat.quick == []
    await seat.clock.to(enough)
    assert seat.quick == [(enough, "greedy")]
    await seat.clock.to(BEGAN + seat.window)
    assert acting.result() == Thought(Draw(), None)


async def test_a_thought_that_fails_is_replaced_at_once(sit):
    seat = sit()
    seat.turns.think(seat.room)
    await settled()
    seat.thoughts[0].set_exception(Overworked())
    await seat.clock.to(BEGAN + 1)
    assert seat.quick == [(BEGAN, "greedy")]


async def test_where_nothing_is_found_the_action_is_shown_at_a_later_beat(sit):
    seat, gate = sit(), asyncio.get_running_loop().create_future()

    async def slowly(_work, *_):
        seat.quick.append(seat.clock.now)
        await asyncio.shield(gate)
        return Draw()

    seat.clock.to_thread = slowly
    acting = asyncio.create_task(seat.turns.action(seat.room))
    await seat.clock.to(BEGAN + seat.window + 5)
    gate.set_result(None)
    await seat.clock.to(BEGAN + 2 * seat.window - 1)
    assert not acting.done(), "nobody sees how long it took"
    await seat.clock.to(BEGAN + 2 * seat.window)
    assert acting.result() == Thought(Draw(), None)
    assert len(seat.quick) == 1


@pytest.mark.parametrize(("after_half", "windows"), [(0, 1), (1, 2)])
async def test_a_window_of_which_less_than_half_is_left_is_not_used(sit, after_half, windows):
    seat = sit()
    seat.clock.now = BEGAN + seat.window - round(0.5 * seat.window) + after_half
    acting = asyncio.create_task(seat.turns.action(seat.room))
    await settled()
    seat.thoughts[0].set_result(Draw())
    await seat.clock.to(BEGAN + windows * seat.window - 1)
    assert not acting.done()
    await seat.clock.to(BEGAN + windows * seat.window)
    assert acting.done()


async def test_the_next_turn_has_a_thought_and_a_window_of_its_own(sit):
    seat = sit()
    acting = asyncio.create_task(seat.turns.action(seat.room))
    await settled()
    seat.thoughts[0].set_result(Draw())
    await seat.clock.to(BEGAN + seat.window)
    assert acting.done()
    turn, later = seat.room.round.turn, seat.clock.now + 900
    drew = [log.Acted(at=at, seat=n, action=Draw()) for at, n in ((later, turn), (later, 1 - turn))]
    seat.room = after(seat.room, *drew)
    await seat.clock.to(later)
    acting = asyncio.create_task(seat.turns.action(seat.room))
    await settled()
    assert len(seat.asked) == 2
    seat.thoughts[1].set_result(Draw())
    await seat.clock.to(later + seat.window - 1)
    assert not acting.done()
    await seat.clock.to(later + seat.window)
    assert acting.done()


async def test_a_bot_that_is_still_at_the_turn_before_does_without_thinking(sit):
    seat = sit()
    await_first = asyncio.create_task(seat.turns.action(seat.room))
    await seat.clock.to(BEGAN + seat.window)
    assert await_first.done() and not seat.thoughts[0].done()
    turn, later = seat.room.round.turn, seat.clock.now
    drew = [log.Acted(at=later, seat=n, action=Draw()) for n in (turn, 1 - turn)]
    seat.room = after(seat.room, *drew)
    acting = asyncio.create_task(seat.turns.action(seat.room))
    await seat.clock.to(later + seat.window)
    assert acting.done()
    assert len(seat.asked) == 1
    assert len(seat.quick) == 2


async def test_when_a_room_closes_its_bots_stop(sit):
    seat = sit()
    seat.turns.think(seat.room)
    await settled()
    turn = seat.turns._turn
    seat.turns.close()
    await settled()
    assert turn.thinking.cancelled()
    assert seat.turns._watching.cancelled()
    await seat.clock.to(BEGAN + 2 * seat.window)
    assert seat.quick == []


@pytest.mark.parametrize(
    ("people", "seats", "winners", "won"),
    [
        ((ANN,), 2, (0, 1, None), [True, False]),
        ((ANN, BEN), 3, (0, 1, 2), [True, True, False]),
        ((ANN,), 4, (0, 3), [True, False]),
    ],
)
async def test_a_matched_bot_suits_the_people_at_its_table(
    sit, monkeypatch, people, seats, winners, won
):
    """A round counts as won if any of them won it; against several bots a fair share is less."""
    room = bots_turn(people=people, seats=seats, level="match")
    seat = sit(replace(room, results=tuple([result(winner) for winner in winners])))
    asked = []
    monkeypatch.setattr(
        bots,
        "matched",
        lambda won, count: asked.append((won, count)) or SimpleNamespace(name="pip"),
    )
    seat.turns.think(seat.room)
    await settled()
    assert asked == [(won, seats - len(people))]
    assert seat.asked[0][1] == "pip"
