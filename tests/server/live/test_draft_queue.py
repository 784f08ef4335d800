"""Drafts of a room: one at a time for each seat, and only the newest that waits."""

import asyncio

import pytest

from tests.server.live.sleeping import settled
from tilerummy.server.live.draft_queue import DraftQueue, QueuedDraft


class Drafts:
    """Drafts that are judged when the test lets them."""

    def __init__(self, queue):
        self.queue, self.said, self.gates = queue, [], {}

    def submit(self, seat, name, trouble=None):
        gate = self.gates[name] = asyncio.Event()

        async def judge():
            self.said.append(f"{name} begins")
            await gate.wait()
            if trouble is not None:
                raise trouble
            self.said.append(f"{name} judged")

        self.queue.submit(seat, QueuedDraft(judge, lambda: self.said.append(f"{name} replaced")))

    async def finish(self, name):
        self.gates[name].set()
        await settled()


@pytest.fixture
async def drafts():
    queue = DraftQueue()
    yield Drafts(queue)
    queue.close()
    await settled()


async def test_a_draft_that_still_waits_is_replaced_by_a_newer_one(drafts):
    drafts.submit(0, "a")
    await settled()
    drafts.submit(0, "b")
    drafts.submit(0, "c")
    assert drafts.said == ["a begins", "b replaced"]
    await drafts.finish("a")
    await drafts.finish("c")
    assert drafts.said[2:] == ["a judged", "c begins", "c judged"]


async def test_seats_do_not_wait_for_each_other(drafts):
    drafts.submit(0, "a")
    drafts.submit(1, "b")
    await settled()
    assert drafts.said == ["a begins", "b begins"]


async def test_a_draft_that_fails_does_not_hold_up_the_next(drafts, caplog):
    drafts.submit(0, "a", ValueError("secret"))
    await settled()
    drafts.submit(0, "b")
    await drafts.finish("a")
    await drafts.finish("b")
    assert drafts.said == ["a begins", "b begins", "b judged"]
    assert caplog.messages == ["a draft was not judged (ValueError)"]
    drafts.submit(0, "c")
    await drafts.finish("c")
    assert drafts.said[-1] == "c judged"


async def test_one_can_wait_until_all_are_judged(drafts):
    await asyncio.wait_for(drafts.queue.idle(), 5)
    drafts.submit(0, "a")
    drafts.submit(1, "b")
    idle = asyncio.create_task(drafts.queue.idle())
    await drafts.finish("a")
    assert not idle.done()
    await drafts.finish("b")
    assert idle.done()


async def test_at_the_end_nothing_more_is_judged(drafts):
    drafts.submit(0, "a")
    await settled()
    drafts.submit(0, "b")
    drafts.queue.close()
    await drafts.finish("a")
    await asyncio.wait_for(drafts.queue.idle(), 5)
    assert drafts.said == ["a begins"]
