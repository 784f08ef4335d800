"""The bus between servers, on a real Redis."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from tests.servers import free_port, redis_on
from tilerummy.server.live.bus import RedisBus
from tilerummy.server.live.bus_messages import BusMessage, PresenceUpdate

NEWS = PresenceUpdate("other", "ABCDEF", ["ann"])


@asynccontextmanager
async def listening(url):
    """A bus, what it hears and whether it says that something may have been missed."""
    bus, heard, lost = RedisBus(url), asyncio.Queue[BusMessage](), asyncio.Event()
    await bus.start(heard.put_nowait, lost.set)
    yield bus, heard, lost
    await bus.close()


@pytest.mark.parametrize("turns", range(12))
async def test_a_room_entered_while_the_bus_is_still_connecting_is_heard(redis_url, turns):
    async with listening(redis_url) as (bus, heard, _), listening(redis_url) as (other, _, _):
        # Redis answers some turns of the loop later; the room may be entered at any of them.
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(1.5):
            await bus.join("ABCDEF")
        other.publish(NEWS)
        assert await asyncio.wait_for(heard.get(), 5) == NEWS


async def test_a_room_left_and_entered_again_at_once_is_heard(redis_url):
    async with listening(redis_url) as (bus, heard, _), listening(redis_url) as (other, _, _):
        await bus.join("ABCDEF")
        bus.leave("ABCDEF")
        await bus.join("ABCDEF")
        await asyncio.sleep(0.1)
        other.publish(NEWS)
        assert await asyncio.wait_for(heard.get(), 5) == NEWS


@pytest.mark.services
async def test_rooms_entered_before_redis_is_there_are_read_again_when_it_is():
    port = free_port()
    async with listening(f"redis://127.0.0.1:{port}") as (bus, _, lost):
        await bus.join("ABCDEF")
        assert not lost.is_set()
        redis = redis_on(port)
        try:
            await asyncio.wait_for(lost.wait(), 10)
        finally:
            redis.kill()
            redis.wait()
