"""Fair queues: who waits for whom, and who is turned away."""

import asyncio

import pytest

from tilerummy.server.live.queues import FairQueue, Overworked, QueueLimits


class Table:
    """A queue, and owners who hold a slot until they are told to leave."""

    def __init__(self, address_of=lambda owner: owner, **limits):
        usual = {"slots": 1, "each": 9, "waiting": 9, "seconds": 30.0}
        self.queue = FairQueue(QueueLimits(**usual | limits), address_of)
        self.began = []
        self._ends = {}
        self.tasks = {}

    async def ask(self, *names):
        """Each name is an owner and a number: `a1`."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._hold(name))
            await self.settle()

    async def _hold(self, name):
        async with self.queue.slot(name[0]):
            self.began.append(name)
            await self._ends[name].wait()

    async def end(self, *names):
        for name in names:
            self._ends[name].set()
            await self.settle()

    async def settle(self):
        for _ in range(5):
            await asyncio.sleep(0)

    async def finish(self):
        """Whoever holds a slot leaves, until nobody is left."""
        for _ in range(50):
            await self.end(*self._ends)
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        assert not (self.queue._running or self.queue._busy or self.queue._waiting)


async def test_slots_are_given_at_once_while_there_are_some():
    table = Table(slots=3)
    await table.ask("a1", "b1", "c1", "d1")
    assert table.began == ["a1", "b1", "c1"]
    await table.end("b1")
    assert table.began[-1] == "d1"
    await table.finish()


async def test_owners_take_turns():
    table = Table()
    await table.ask("a1", "a2", "a3", "a4", "b1", "b2", "c1")
    for name in ("a1", "a2", "b1", "c1", "a3", "b2", "a4"):
        assert table.began[-1] == name
        await table.end(name)
    await table.finish()


async def test_addresses_take_turns_and_then_their_owners():
    table = Table(address_of=lambda owner: "home" if owner in "abc" else owner)
    await table.ask("a1", "a2", "b1", "c1", "x1", "x2")
    for name in ("a1", "a2", "x1", "b1", "x2", "c1"):
        assert table.began[-1] == name
        await table.end(name)
    await table.finish()


@pytest.mark.parametrize(("slots", "share"), [(1, 1), (2, 1), (3, 2)])
async def test_no_address_has_all_slots_if_there_is_more_than_one(slots, share):
    table = Table(slots=slots, address_of=lambda owner: "home" if owner in "abcd" else owner)
    await table.ask("a1", "b1", "c1", "d1")
    assert len(table.began) == share
    await table.ask("x1")
    assert ("x1" in table.began) == (slots > share)
    await table.finish()


async def test_an_owner_with_too_many_questions_is_turned_away():
    table = Table(slots=1, each=3)
    await table.ask("a1", "a2", "a3", "a4", "b1")
    assert isinstance(table.tasks["a4"].exception(), Overworked)
    assert not any(table.tasks[name].done() for name in ("a1", "a2", "a3", "b1"))
    await table.end("a1")
    await table.ask("a5")
    assert not table.tasks["a5"].done()
    await table.finish()


async def test_when_too_many_wait_the_next_is_turned_away():
    table = Table(slots=1, waiting=2)
    await table.ask("a1", "b1", "c1", "d1")
    assert isinstance(table.tasks["d1"].exception(), Overworked)
    await table.end("a1")
    await table.ask("d2")
    assert not table.tasks["d2"].done()
    await table.finish()
    assert table.began == ["a1", "b1", "c1", "d2"]


async def test_whoever_waits_too_long_is_turned_away_and_out_of_the_way():
    table = Table(slots=1, seconds=0.01)
    await table.ask("a1", "b1", "b2")
    await asyncio.wait([table.tasks["b1"], table.tasks["b2"]])
    assert isinstance(table.tasks["b1"].exception(), Overworked)
    assert not table.queue._waiting
    await table.ask("c1")
    await table.end("a1")
    assert table.began == ["a1", "c1"]
    await table.finish()


async def test_whoever_gives_up_leaves_the_others_in_their_order():
    table = Table()
    await table.ask("a1", "b1", "b2", "c1")
    table.tasks["b1"].cancel()
    await table.settle()
    assert table.tasks["b1"].cancelled()
    await table.end("a1")
    assert table.began == ["a1", "b2"]
    await table.finish()


async def test_a_slot_that_comes_at_the_moment_of_giving_up_is_given_on():
    table = Table()
    await table.ask("a1", "b1", "c1")
    table._ends["a1"].set()
    for _ in range(9):
        if table.queue._running["b"]:
            break
        await asyncio.sleep(0)
    assert not table.began[1:], "the slot is theirs, and they do not know it yet"
    table.tasks["b1"].cancel()
    await table.settle()
    assert table.began == ["a1", "c1"]
    await table.finish()


async def test_somebody_cancelled_but_not_yet_gone_gets_no_slot():
    table = Table()
    await table.ask("a1", "b1", "c1")
    table.tasks["b1"].cancel()
    table.queue._leave("a", "a")
    table.queue._running["a"] += 1
    table.queue._busy["a"] += 1
    await table.settle()
    assert table.began == ["a1", "c1"]
    await table.finish()


async def test_what_fails_gives_its_slot_back():
    queue = FairQueue(QueueLimits(slots=1, each=1, waiting=1, seconds=30.0))
    for _ in range(3):
        with pytest.raises(KeyError):
            async with queue.slot("a"):
                raise KeyError
    assert queue.slots == 1
    assert not queue._running
