"""Where many come and go, everybody is told who is there, but not every time."""

import asyncio

from tilerummy.server.live.throttle import Throttle


async def test_the_first_time_is_at_once_and_the_rest_becomes_one():
    done = []
    tell = Throttle(0.02, lambda: done.append(1))
    for _ in range(50):
        tell()
    assert len(done) == 1
    await asyncio.sleep(0.1)
    assert len(done) == 2
    tell()
    assert len(done) == 3
    tell.close()


async def test_nothing_is_done_after_the_end():
    done = []
    tell = Throttle(0.01, lambda: done.append(1))
    tell()
    tell()
    tell.close()
    await asyncio.sleep(0.05)
    assert len(done) == 1
