"""The store: appends that win or lose, drafts, the index, migrations."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.rules.melds import parse_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage.access import open_database
from tilerummy.server.storage.archive import FinishedGame
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

    async def test_a_number_that_is_taken_holds_up_nobody_else(self, store, url):
        for code in ("AAAAAA", "BBBBBB"):
            await store.create(room(code, "x"))
        other = await Store.open(url)
        await other.append(append("AAAAAA", 2, "there"))
        await other.close()
        here = [store.append(append(code, 2, "here")) for code in ("AAAAAA", "BBBBBB")]
        assert await asyncio.gather(*here) == [False, True]
        assert [await store.read(code, 1) for code in ("AAAAAA", "BBBBBB")] == [["there"], ["here"]]

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

    async def test_the_newest_rooms_are_listed_first_and_only_so_many(self, store):
        for number in range(60):
            await store.create(room(f"A{number:05}", changed=number, summary=str(number)))
        listed = [str(number) for number in reversed(range(60))]
        assert await store.public_rooms(since=0) == listed[:50]
        assert await store.public_rooms(since=58, limit=9) == ["59", "58"]

    async def test_rooms_of_the_same_moment_are_listed_by_their_codes(self, store):
        for code in ("CCCCCC", "AAAAAA", "BBBBBB"):
            await store.create(room(code, changed=7, summary=code[0]))
        assert await store.public_rooms(since=0) == ["A", "B", "C"]

    async def test_the_rooms_of_a_person_that_are_still_alive_are_counted(self, store):
        for number, host in enumerate(("ann", "ann", "ben", "ann")):
            await store.create(room(f"A{number:05}", host=host, changed=number))
        assert await store.rooms_of("ann", since=1) == 2
        assert await store.rooms_of("ann", since=0) == 3
        assert await store.rooms_of("cleo", since=0) == 0

    async def test_the_index_follows_the_entries_that_won(self, store):
        await store.create(room("AAAAAA", summary="one"))
        await store.create(room("BBBBBB", summary="other"))
        await store.append(append("AAAAAA", 2, summary="two", changed=2_000))
        await store.append(append("AAAAAA", 2, summary="lost", changed=3_000))
        await store.append(Append("AAAAAA", 3, "x", None))
        assert await store.public_rooms(since=0) == ["two", "other"]

    async def test_a_round_ends_once_and_its_players_find_it_again(self, store):
        def end(number, record, *games):
            return Append("AAAAAA", number, f"end {number}", None, record, games)

        def game(player, record, finished):
            return FinishedGame(player, record, finished, f"{player} {record}")

        await store.create(room("AAAAAA", "one"))
        await store.append(end(2, "r1", game("ann", "r1", 10), game("ben", "r1", 10)))
        assert not await store.append(end(2, "r9", game("ann", "r9", 90)))
        await store.append(end(3, "r2", game("ann", "r2", 20)))
        await store.append(end(4, "r2", game("ann", "r2", 30)))
        await store.append(end(5, None))
        assert await store.finished("r1") == ("AAAAAA", ["one", "end 2"])
        assert await store.finished("r2") == ("AAAAAA", ["one", "end 2", "end 3"])
        assert await store.finished("r9") is None
        assert await store.archive.games_of("ann", before=99, limit=9) == ["ann r2", "ann r1"]
        assert await store.archive.games_of("ann", before=99, limit=1) == ["ann r2"]
        assert await store.archive.games_of("ann", before=20, limit=9) == ["ann r1"]
        assert await store.archive.games_of("ben", before=99, limit=9) == ["ben r1"]
        assert await store.archive.games_of("cleo", before=99, limit=9) == []

    async def test_the_first_review_of_a_round_is_kept(self, store):
        assert await store.archive.review("r1") is None
        await store.archive.keep_review("r1", "first")
        await store.archive.keep_review("r1", "second")
        assert await store.archive.review("r1") == "first"
        assert await store.archive.review("r2") is None

    async def test_the_database_is_seen_to_answer_and_to_write(self, store):
        await store.ping()
        await store.ping()
        await rename(store, "secrets", "away")
        await store.ping()
        store._probed -= 2.0
        with pytest.raises(SQLAlchemyError):
            await store.ping()
        await rename(store, "away", "secrets")
        await store.ping()

    async def test_all_that_belongs_to_a_forgotten_room_is_forgotten(self, store):
        await store.create(room("AAAAAA"))
        await store.create(room("BBBBBB", changed=1_001))
        for code in ("AAAAAA", "BBBBBB"):
            await store.keep_draft(code, Draft(1, THREE)).wait()
        assert await store.forget_rooms(before=1_001) == 1
        assert await store.draft("AAAAAA") is None
        assert await store.create(room("AAAAAA")), "its code is free again"
        assert await store.draft("BBBBBB") == Draft(1, THREE)
        assert await store.read("BBBBBB") == ["x"]

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
        access = await open_database(url)
        differences = await access.read(
            lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
        )
        await access.close()
        assert differences == []


class TestSqlite(StoreTests):
    @pytest.fixture
    def url(self, tmp_path):
        return f"sqlite:///{tmp_path / 'store.sqlite'}"


class TestPostgreSQL(StoreTests):
    @pytest.fixture
    def url(self, postgresql_url):
        return postgresql_url
