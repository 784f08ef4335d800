"""An address that keeps the event loop busy waits; others do not."""

import asyncio

import pytest

from tilerummy.server.live.loop_time import LoopTime
from tilerummy.server.live.queues import Overworked


class Clock:
    def __init__(self):
        self.now = 1_000.0

    def __call__(self):
        return self.now


def test_an_address_that_used_its_share_waits_and_others_do_not():
    clock = Clock()
    loop_time = LoopTime(0.25, clock)
    loop_time.spend("here", 0.04)
    assert loop_time.wait("here") == 0
    loop_time.spend("here", 0.06)
    assert loop_time.wait("here") == pytest.approx(0.2)
    assert loop_time.wait("there") == 0
    clock.now += 0.2
    assert loop_time.wait("here") == pytest.approx(0)


async def test_what_it_cost_is_charged_without_the_time_that_it_waited_for_others():
    clock = Clock()
    loop_time = LoopTime(0.25, clock)

    async def work():
        clock.now += 0.1
        others = asyncio.get_running_loop().call_soon(setattr, clock, "now", clock.now + 0.3)
        await asyncio.sleep(0.01)
        assert not others.cancelled()
        clock.now += 0.1
        return "done"

    assert await loop_time.run("here", work()) == "done"
    # Two tenths of a second are eight of an address that has a quarter; two of them are free.
    assert loop_time.wait("here") == pytest.approx(0.6, abs=0.05)


async def test_what_has_a_turn_of_its_own_is_not_charged_twice():
    clock = Clock()
    loop_time = LoopTime(0.25, clock)

    async def inner():
        clock.now += 0.05
        await asyncio.sleep(0)
        clock.now += 0.05

    async def outer():
        clock.now += 0.01
        await loop_time.run("here", inner())
        clock.now += 0.01
        await asyncio.sleep(0)
        clock.now += 0.01

    spent = []
    spend = loop_time.spend
    loop_time.spend = lambda address, seconds, *user: (
        spent.append(seconds) or spend(address, seconds, *user)
    )
    await loop_time.metered("here", outer())
    assert sum(spent) == pytest.approx(0.13)


async def test_what_fails_is_charged_as_well():
    clock = Clock()
    loop_time = LoopTime(0.25, clock)

    async def work():
        await asyncio.sleep(0)
        clock.now += 0.1
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await loop_time.run("here", work())
    assert loop_time.wait("here") > 0.1


async def test_work_that_is_cancelled_hears_of_it():
    heard = []

    async def work():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    task = asyncio.create_task(LoopTime(0.25).run("here", work()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert heard == ["cancelled"]


async def test_those_who_come_together_take_turns_one_after_the_other():
    """Whoever waits has a turn of their own: they do not all begin when the first may."""
    clock = Clock()
    loop_time = LoopTime(0.25, clock)
    loop_time.spend("here", 0.05)
    waits = []

    async def come():
        waits.append(loop_time.wait("here"))
        await loop_time.turn("here")

    await asyncio.gather(*[come() for _ in range(5)])
    assert waits == sorted(waits)
    assert len(set(waits)) == 5


async def test_whoever_would_wait_too_long_is_refused_but_not_at_once(monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr("tilerummy.server.live.loop_time.asyncio.sleep", sleep)
    loop_time = LoopTime(0.25, Clock())
    loop_time.spend("here", 10.0)

    async def work():
        raise AssertionError("not reached")

    with pytest.raises(Overworked):
        await loop_time.run("here", work())
    assert slept == [5.0]


def test_a_user_who_asks_for_little_does_not_wait_behind_others_of_the_address():
    clock = Clock()
    loop_time = LoopTime(0.25, clock)
    for _ in range(10):
        loop_time.spend("school", 0.01, "flooder")
        loop_time.spend("school", 0.0005, "player")
    assert loop_time.wait("school") > 0.2
    assert loop_time.wait("school", "flooder") > 0.2
    assert loop_time.wait("school", "player") == 0
    assert loop_time.wait("school", "newcomer") == 0


def test_many_users_together_have_no_more_than_their_address():
    """However many identities somebody has: beyond the head start they wait like one."""
    clock = Clock()
    loop_time = LoopTime(0.25, clock)
    for number in range(1_000):
        loop_time.spend("here", 0.001, f"nobody {number}")
    wait = loop_time.wait("here")
    assert wait == pytest.approx(3.8)
    assert loop_time.wait("here", "another") == pytest.approx(wait - 0.5)
    assert loop_time.wait("there", "another") == 0


def test_addresses_that_are_idle_are_forgotten():
    clock = Clock()
    loop_time = LoopTime(0.25, clock)
    for number in range(1_500):
        loop_time.spend(str(number), 0.001)
        clock.now += 1
    assert len(loop_time._taken) < 1_000
