"""The store: appends that win or lose, drafts, the index, migrations."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.rules.melds import parse_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage.database import open_database
from tilerummy.server.storage.leases import Said
from tilerummy.server.storage.schema import metadata
from tilerummy.server.storage.store import Append, NewRoom, RoomIndex, Store

THREE = parse_melds("b4 b5 b6")
INDEX = RoomIndex(host="ann", public=True, open=True, changed=1_000, summary="{}")


def append(room: str, number: int, body: str = "x", **changes) -> Append:
    index = RoomIndex(**{name: getattr(INDEX, name) for name in INDEX.__slots__} | changes)
    return Append(room, number, body, index)


def room(code: str, *bodies: str, **changes) -> NewRoom:
    return NewRoom(code, bodies or ("x",), append(code, 1, **changes).index)


async def rename(store: Store, table: str, name: str) -> None:
    statement = f"alter table {table} rename to {name}"
    await store._access.write(lambda connection: connection.exec_driver_sql(statement).close())


class StoreTests:
    """Run on every database."""

    @pytest.fixture
    async def store(self, url):
        store = await Store.open(url)
        yield store
        await store.close()

    async def test_an_entry_can_be_read_again(self, store):
        assert await store.create(room("AAAAAA", "one"))
        assert await store.append(append("AAAAAA", 2, "two"))
        assert await store.read("AAAAAA") == ["one", "two"]
        assert await store.read("AAAAAA", after=1) == ["two"]
        assert await store.read("BBBBBB") == []

    async def test_a_room_is_written_with_all_its_entries_or_not_at_all(self, store):
        rooms = [room("AAAAAA", "one", "two"), room("AAAAAA", "three", "four", "five")]
        assert await asyncio.gather(*map(store.create, rooms)) == [True, False]
        assert not await store.create(room("AAAAAA", "six", "seven", "eight"))
        assert await store.read("AAAAAA") == ["one", "two"]

    async def test_of_two_entries_with_one_number_the_first_is_kept(self, store):
        answers = await asyncio.gather(
            store.append(append("AAAAAA", 1, "first")), store.append(append("AAAAAA", 1, "second"))
        )
        assert answers == [True, False]
        same = append("AAAAAA", 2, "same")
        again = append("AAAAAA", 2, "same")
        answers = await asyncio.gather(store.append(same), store.append(again))
        assert answers == [True, False]
        assert await store.read("AAAAAA") == ["first", "same"]

    async def test_a_draft_outlives_a_batch_that_failed(self, store):
        await store.append(append("AAAAAA", 1))
        await rename(store, "drafts", "away")
        store.keep_draft("AAAAAA", Draft(1, THREE))
        with pytest.raises(SQLAlchemyError):
            await store.append(append("AAAAAA", 2))
        assert await store.draft("AAAAAA") == Draft(1, THREE)
        store.keep_draft("AAAAAA", Draft(1, parse_melds("k1 k2 k3 k4")))
        await rename(store, "away", "drafts")
        assert await store.append(append("AAAAAA", 2))
        for _ in range(200):
            if store._batches.draft("AAAAAA") is None:
                break
            await asyncio.sleep(0.02)
        assert await store.draft("AAAAAA") == Draft(1, parse_melds("k1 k2 k3 k4"))

    async def test_of_two_servers_one_wins(self, store, url):
        other = await Store.open(url)
        await store.create(room("AAAAAA"))
        for number in range(2, 12):
            answers = await asyncio.gather(
                store.append(append("AAAAAA", number, "here")),
                other.append(append("AAAAAA", number, "there")),
            )
            assert sorted(answers) == [False, True]
        assert len(await store.read("AAAAAA")) == 11
        await other.close()

    async def test_many_rooms_are_written_at_once(self, store):
        codes = [f"A{number:05d}" for number in range(200)]
        answers = await asyncio.gather(*[store.create(room(code)) for code in codes])
        assert all(answers)
        assert len(await store.public_rooms(since=0, limit=300)) == 200

    async def test_the_latest_draft_is_kept(self, store, url):
        store.keep_draft("AAAAAA", Draft(4, parse_melds("b4 b5")))
        store.keep_draft("AAAAAA", Draft(4, THREE, THREE))
        assert await store.draft("AAAAAA") == Draft(4, THREE, THREE)
        await store.create(room("AAAAAA"))
        other = await Store.open(url)
        assert await other.draft("AAAAAA") == Draft(4, THREE, THREE)
        await other.close()

    async def test_only_open_public_rooms_are_listed(self, store):
        await store.create(room("AAAAAA", summary="public"))
        await store.create(room("BBBBBB", public=False, summary="private"))
        await store.create(room("CCCCCC", open=False, summary="over"))
        await store.create(room("DDDDDD", changed=1, summary="old"))
        assert await store.public_rooms(since=500) == ["public"]

    async def test_rooms_without_a_finished_round_are_forgotten_in_time(self, store):
        await store.create(room("AAAAAA"))
        await store.create(room("BBBBBB"))
        finished = append("BBBBBB", 2)
        finished = Append("BBBBBB", 2, "end", finished.index, record="r1")
        await store.append(finished)
        assert await store.forget_rooms(before=1_001) == 1
        assert await store.read("AAAAAA") == []
        assert await store.finished("r1") == ("BBBBBB", ["x", "end"])

    async def test_a_room_in_which_somebody_is_is_not_forgotten(self, store):
        for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
            await store.create(room(code))
        await store.leases.say([Said("BBBBBB", "elsewhere", 5, ["ann"])])
        assert await store.forget_rooms(before=1_001, live=["AAAAAA"]) == 1
        assert await store.read("AAAAAA") == await store.read("BBBBBB") == ["x"]
        assert await store.read("CCCCCC") == []

    async def test_servers_share_their_secret(self, store, url):
        other = await Store.open(url)
        assert await store.secret("identity") == await other.secret("identity")
        assert await store.secret("identity") != await store.secret("another")
        await other.close()

    async def test_what_waits_is_written_before_the_store_closes(self, store, url):
        other = await Store.open(url)
        waiting = asyncio.create_task(other.append(append("AAAAAA", 1)))
        await asyncio.sleep(0)
        await other.close()
        assert await waiting
        assert await store.read("AAAAAA") == ["x"]

    async def test_the_migrations_make_the_tables_the_code_expects(self, store, url):
        engine = await open_database(url)
        async with engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        await engine.dispose()
        assert differences == []


class TestSqlite(StoreTests):
    @pytest.fixture
    def url(self, tmp_path):
        return f"sqlite:///{tmp_path / 'store.sqlite'}"


class TestPostgreSQL(StoreTests):
    @pytest.fixture
    def url(self, postgresql_url):
        return postgresql_url
