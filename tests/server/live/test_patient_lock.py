"""A lock that is waited for with a limit: one task has it at a time, a free one needs no timer."""

import asyncio

import pytest

from tilerummy.server.live.patient_lock import PatientLock


async def test_tasks_have_it_one_after_the_other_in_their_order():
    lock, happened = PatientLock(), []

    async def work(name):
        async with lock:
            happened.append(f"{name} begins")
            await asyncio.sleep(0)
            happened.append(f"{name} ends")

    await asyncio.gather(work("first"), work("second"))
    assert happened == ["first begins", "first ends", "second begins", "second ends"]


async def test_whoever_gave_up_holds_up_nobody():
    lock = PatientLock()
    await lock.acquire(1.0)
    with pytest.raises(TimeoutError):
        await lock.acquire(0.001)
    lock.release()
    await asyncio.wait_for(lock.acquire(), 1.0)
    lock.release()
    assert lock._wanted == 0


async def test_a_free_lock_needs_no_timer(monkeypatch):
    monkeypatch.setattr(asyncio, "timeout", None)
    lock = PatientLock()
    for _ in range(2):
        await lock.acquire(1.0)
        lock.release()


async def test_whoever_comes_while_it_changes_hands_has_a_limit_too():
    lock = PatientLock()
    await lock.acquire()
    second = asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    lock.release()  # the second task has it, but does not run yet
    with pytest.raises(TimeoutError):
        await lock.acquire(0.001)
    await second
