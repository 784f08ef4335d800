"""Threads for the tables, and others for whoever asks from outside."""

import asyncio
import threading

import pytest

from tilerummy.server.workers import Overworked, Workers


@pytest.fixture
def workers():
    workers = Workers(threads=1, studies=2)
    yield workers
    workers.close()


async def test_no_table_waits_for_questions_from_outside(workers):
    done = threading.Event()
    studies = [asyncio.create_task(workers.study(done.wait)) for _ in range(24)]
    await asyncio.sleep(0)
    assert await workers.run(lambda: "a bot has moved") == "a bot has moved"
    with pytest.raises(Overworked):
        await workers.study(done.wait)
    done.set()
    assert await asyncio.gather(*studies) == [True] * 24
    assert await workers.study(lambda: "answered") == "answered"


async def test_a_question_that_fails_makes_room_for_the_next(workers):
    for _ in range(30):
        with pytest.raises(ZeroDivisionError):
            await workers.study(lambda: 1 // 0)
