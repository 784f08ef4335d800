"""Leases: servers and the people connected to them, by the database's clock."""

import asyncio
import time

import pytest
from sqlalchemy import text

from tests.server.storage.test_store import THREE, append, room
from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage.leases import Latest, Said
from tilerummy.server.storage.store import Store


class LeaseTests:
    """Run on every database."""

    @pytest.fixture
    async def store(self, url):
        store = await Store.open(url)
        yield store
        await store.close()

    async def test_the_database_says_what_time_it_is(self, store):
        before = int(time.time() * 1000)
        now = await store.leases.now()
        assert before - 2 <= now <= int(time.time() * 1000) + 2

    async def test_a_lease_is_renewed_by_the_clock_of_the_database(self, store):
        first = await store.leases.renew("a")
        second = await store.leases.renew("b")
        assert second.renewed.keys() == {"a", "b"}
        assert second.renewed["a"] == first.renewed["a"] <= second.renewed["b"] <= second.now
        third = await store.leases.renew("a")
        assert third.renewed["a"] > first.renewed["a"] or third.now == first.now
        await store.leases.give_up("b")
        assert (await store.leases.renew("a")).renewed.keys() == {"a"}

    async def test_what_a_server_says_replaces_what_it_said(self, store):
        await store.leases.say([Said("AAAAAA", "a", 1, ["ann"]), Said("BBBBBB", "a", 1, ["ann"])])
        await store.leases.say([Said("AAAAAA", "a", 2, ["ann", "ben"])])
        await store.leases.say([Said("AAAAAA", "b", 7, [])])
        said = await store.leases.said(["AAAAAA", "CCCCCC"])
        assert sorted(said, key=lambda one: one.server) == [
            Said("AAAAAA", "a", 2, ["ann", "ben"]),
            Said("AAAAAA", "b", 7, []),
        ]
        await store.leases.give_up("a")
        assert await store.leases.said(["AAAAAA", "BBBBBB"]) == [Said("AAAAAA", "b", 7, [])]

    async def test_the_latest_of_rooms_is_their_last_entry_and_their_draft(self, store):
        codes = [f"A{number:05}" for number in range(600)]
        await store.create(room(codes[0], "one", "two"))
        await store.create(room(codes[-1]))
        await store.append(append(codes[-1], 2))
        await store.keep_draft(codes[-1], Draft(2, THREE, THREE)).wait()
        assert sorted(await store.leases.latest(codes), key=lambda one: one.room) == [
            Latest(codes[0], 2, None),
            Latest(codes[-1], 2, Draft(2, THREE, THREE)),
        ]

    async def test_a_server_that_ended_long_ago_is_forgotten_with_its_people(self, store):
        for name in ("old", "new"):
            await store.leases.renew(name)
            await store.leases.say([Said("AAAAAA", name, 1, ["ann"])])
        ages = {"old": 3_600_001, "new": 3_590_000}
        for name, age in ages.items():
            change = text("update servers set renewed = renewed - :age where name = :name")
            values = {"age": age, "name": name}
            await store._access.write(lambda c, v=values, s=change: c.execute(s, v).close())
        await store.leases.tidy()
        assert (await store.leases.renew("us")).renewed.keys() == {"new", "us"}
        assert await store.leases.said(["AAAAAA"]) == [Said("AAAAAA", "new", 1, ["ann"])]

    async def test_a_room_without_entries_has_not_begun(self, store):
        await store.create(room("AAAAAA"))
        await store._access.write(lambda c: c.execute(text("delete from entries")).close())
        assert await store.leases.latest(["AAAAAA"]) == [Latest("AAAAAA", 0, None)]

    @pytest.mark.parametrize("count", [0, 1, 500, 501])
    async def test_however_many_rooms_are_asked_about_each_is_answered_once(self, store, count):
        codes = [f"A{number:05}" for number in range(count)]
        await asyncio.gather(*[store.create(room(code)) for code in codes])
        await store.leases.say(
            [Said(code, "a", 1, []) for code in codes] or [Said("B", "a", 1, [])]
        )
        assert sorted(one.room for one in await store.leases.latest(codes)) == codes
        assert sorted(one.room for one in await store.leases.said(codes)) == codes

    async def test_what_is_old_is_forgotten(self, store):
        now = (await store.leases.renew("a")).now
        kept = [Said("AAAAAA", "a", now, []), Said("BBBBBB", "a", 1, ["ann"])]
        await store.leases.say([*kept, Said("CCCCCC", "a", 1, []), Said("DDDDDD", "x", 1, ["ben"])])
        await store.leases.tidy()
        found = await store.leases.said(["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"])
        assert sorted(found, key=lambda one: one.room) == kept


class TestSqlite(LeaseTests):
    @pytest.fixture
    def url(self, tmp_path):
        return f"sqlite:///{tmp_path / 'store.sqlite'}"


class TestPostgreSQL(LeaseTests):
    @pytest.fixture
    def url(self, postgresql_url):
        return postgresql_url
