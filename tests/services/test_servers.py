"""The servers that the other tests stand on are real, and empty at the start of every test."""

import asyncpg
import pytest
from redis.asyncio import Redis


def plain(url: str) -> str:
    return url.replace("+asyncpg", "")


@pytest.mark.parametrize("run", [1, 2])
async def test_each_test_has_an_empty_database(postgresql_url, run):
    connection = await asyncpg.connect(plain(postgresql_url))
    try:
        await connection.execute("create table kept (run int)")
        assert await connection.fetchval("select count(*) from kept") == 0
    finally:
        await connection.close()


@pytest.mark.parametrize("run", [1, 2])
async def test_each_test_has_an_empty_redis(redis_url, run):
    async with Redis.from_url(redis_url) as client:
        assert await client.get("kept") is None
        await client.set("kept", run)
