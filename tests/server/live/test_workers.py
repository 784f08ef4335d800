"""Workers: processes that can be ended, and queues in which everybody takes turns."""

import asyncio
import os
import time
from threading import current_thread

import pytest

from tilerummy.rules.errors import RulebookError
from tilerummy.rules.library import rulebook
from tilerummy.server.live.processes import Processes, TooLong
from tilerummy.server.live.queues import FairQueue, Overworked, QueueLimits

LIMITS = QueueLimits(slots=2, each=3, waiting=4, seconds=60)


@pytest.fixture
async def processes():
    processes = Processes(FairQueue(LIMITS), seconds=1)
    yield processes
    await processes.close()


def for_ever():
    while True:
        time.sleep(0.1)


def wrong(field):
    rulebook("jumbo").replace({field: 3})


async def test_work_is_done_elsewhere(processes):
    assert await processes.run("ann", os.getpid) != os.getpid()


async def test_processes_are_started_once_and_not_in_the_event_loop(processes, monkeypatch):
    """That takes a tenth of a second, in which nobody else would be served."""
    starters, start = [], processes._started
    monkeypatch.setattr(processes, "_started", lambda: starters.append(current_thread()) or start())
    await asyncio.gather(processes.run("ann", os.getpid), processes.run("ben", os.getpid))
    (starter,) = starters
    assert starter is not current_thread()


async def test_what_takes_too_long_is_ended_and_the_next_is_done(processes):
    for _ in range(3):
        with pytest.raises(TooLong):
            await processes.run("ann", for_ever)
    assert await processes.run("ann", divmod, 7, 2) == (3, 1)


async def test_an_error_comes_back_as_it_was(processes):
    with pytest.raises(RulebookError, match="such") as caught:
        await processes.run("ann", wrong, "no.such")
    assert caught.value.field == "no.such"


async def work(queue, owner, done, gate):
    async with queue.slot(owner):
        await gate.wait()
        done.append(owner)


async def test_owners_take_turns_and_none_has_every_slot():
    queue, done, gate = FairQueue(LIMITS), [], asyncio.Event()
    tasks = [asyncio.create_task(work(queue, "ann", done, gate)) for _ in range(3)]
    await asyncio.sleep(0)
    open_gate = asyncio.Event()
    open_gate.set()
    await work(queue, "ben", done, open_gate)
    assert done == ["ben"], "whoever asks little does not wait for whoever asks much"
    gate.set()
    await asyncio.gather(*tasks)
    assert done == ["ben", "ann", "ann", "ann"]


async def test_an_owner_with_too_much_is_turned_away_and_others_are_not():
    queue, done, gate = FairQueue(LIMITS), [], asyncio.Event()
    tasks = [asyncio.create_task(work(queue, "ann", done, gate)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Overworked):
        await work(queue, "ann", done, gate)
    tasks += [asyncio.create_task(work(queue, "ben", done, gate)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Overworked):
        await work(queue, "cleo", done, gate)
    gate.set()
    await asyncio.gather(*tasks)
    await work(queue, "ann", done, gate)


async def test_whoever_gives_up_makes_room():
    queue, done, gate = FairQueue(LIMITS), [], asyncio.Event()
    for _ in range(5):
        tasks = [asyncio.create_task(work(queue, "ann", done, gate)) for _ in range(3)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    gate.set()
    await work(queue, "ann", done, gate)


async def test_what_waits_too_long_is_turned_away():
    limits = QueueLimits(slots=1, each=3, waiting=4, seconds=0.01)
    queue, done, gate = FairQueue(limits), [], asyncio.Event()
    task = asyncio.create_task(work(queue, "ann", done, gate))
    await asyncio.sleep(0)
    with pytest.raises(Overworked):
        await work(queue, "ben", done, gate)
    gate.set()
    await task


async def test_addresses_take_turns_before_their_people_do():
    homes = {"mallory 1": "there", "mallory 2": "there", "mallory 3": "there", "ann": "here"}
    limits = QueueLimits(slots=1, each=3, waiting=9, seconds=60)
    queue, done, gate = FairQueue(limits, homes.__getitem__), [], asyncio.Event()
    tasks = []
    for owner in ("mallory 1", "mallory 1", "mallory 2", "mallory 3", "ann"):
        tasks.append(asyncio.create_task(work(queue, owner, done, gate)))
        await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*tasks)
    assert done == ["mallory 1", "mallory 1", "ann", "mallory 2", "mallory 3"]
    assert not queue._waiting and not queue._busy and not queue._running
