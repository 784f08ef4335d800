"""Where many come and go, everybody is told who is there, but not every time."""

import asyncio

import pytest

from tilerummy.server.live.throttle import Throttle

SECONDS = 20.0


class Time:
    """The time of the running loop, which passes only when told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = 0.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self._now)

    async def pass_by(self, seconds: float) -> None:
        self._now += seconds
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_the_first_time_is_at_once_and_the_rest_becomes_one(monkeypatch):
    time, done = Time(monkeypatch), []
    tell = Throttle(SECONDS, lambda: done.append(1))
    for _ in range(50):
        tell()
    assert len(done) == 1
    await time.pass_by(SECONDS - 1)
    assert len(done) == 1
    await time.pass_by(1)
    assert len(done) == 2
    await time.pass_by(SECONDS)
    assert len(done) == 2, "nobody asked again"
    tell()
    assert len(done) == 3
    tell.close()


async def test_nothing_is_done_after_the_end(monkeypatch):
    time, done = Time(monkeypatch), []
    tell = Throttle(SECONDS, lambda: done.append(1))
    tell()
    tell()
    tell.close()
    await time.pass_by(2 * SECONDS)
    assert len(done) == 1
