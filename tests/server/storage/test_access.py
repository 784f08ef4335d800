"""Access: what is said when the database stops answering, and what is let go at the end."""

import asyncio
import threading
from contextlib import suppress

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tilerummy.server.storage import access, store
from tilerummy.server.storage.access import Access
from tilerummy.server.storage.store import Store

GONE = OperationalError("select", {}, OSError("gone"))


@pytest.fixture
async def used(tmp_path):
    made = Access(f"sqlite:///{tmp_path / 'game.sqlite'}")
    yield made
    await made.close()


def failing(error):
    def work(_):
        raise error

    return work


def one(connection):
    return connection.execute(text("select 1")).scalar_one()


async def test_a_failing_database_is_named_once_and_once_when_it_answers_again(used, caplog):
    for work in (used.read, used.write, used.read):
        with pytest.raises(SQLAlchemyError):
            await work(failing(GONE))
    assert await used.read(one) == await used.write(one) == 1
    first, second = [record.getMessage() for record in caplog.records]
    assert first == "the database does not answer (OSError: gone)"
    assert second.startswith("the database answers again, after 0.")
    with pytest.raises(OSError, match="again"):
        await used.write(failing(OSError("again")))
    assert len(caplog.records) == 3


async def test_a_fault_of_ours_is_not_the_database_s(used, caplog):
    with pytest.raises(KeyError):
        await used.read(failing(KeyError("x")))
    assert await used.read(one) == 1
    assert not caplog.records


async def test_a_transaction_that_fails_leaves_nothing(used):
    def make(connection):
        connection.execute(text("create table t (x integer)"))

    def add(connection):
        connection.execute(text("insert into t values (1)"))
        raise GONE

    await used.write(make)
    with suppress(SQLAlchemyError):
        await used.write(add)
    assert await used.read(lambda c: c.execute(text("select count(*) from t")).scalar_one()) == 0


async def test_many_read_at_once(used):
    together = threading.Barrier(access._READERS, timeout=20)
    await asyncio.gather(*[used.read(lambda _: together.wait()) for _ in range(access._READERS)])


async def test_after_closing_no_thread_is_left(tmp_path):
    used = Access(f"sqlite:///{tmp_path / 'game.sqlite'}")
    await used.write(one)
    await used.write_log(one)
    await used.read(one)
    pool = used._way._engine.pool
    assert pool.checkedin()
    await used.close()
    assert used._way._engine.pool is not pool
    assert not any("database" in thread.name for thread in threading.enumerate())


async def test_both_databases_are_spoken_to_in_their_own_words(used):
    assert (used.dialect, used.insert) == ("sqlite", sqlite.insert)
    other = Access("postgresql://127.0.0.1:1/x")
    assert (other.dialect, other.insert) == ("postgresql", postgresql.insert)
    gone = []
    engine = other._way._engine

    class Engine:
        async def dispose(self):
            gone.append(engine)

    other._way._engine = Engine()
    await other.close()
    assert gone == [engine]


class Probed:
    """Counts what is asked of the database."""

    def __init__(self):
        self.reads = self.writes = 0
        self.trouble = []
        self.open = asyncio.Event()
        self.open.set()
        self.dialect, self.insert, self.text_of = "sqlite", sqlite.insert, str

    async def read(self, _):
        self.reads += 1

    async def write(self, _):
        self.writes += 1
        await self.open.wait()
        if self.trouble:
            raise self.trouble.pop()

    async def close(self):
        pass


async def test_whether_the_database_can_write_is_tried_every_two_seconds(monkeypatch):
    time = [1_000.0]
    monkeypatch.setattr(store.time, "monotonic", lambda: time[0])
    probed = Probed()
    kept = Store(probed)
    for seconds, counts in ((0.0, (0, 1)), (1.9, (1, 1)), (0.1, (1, 2)), (0.1, (2, 2))):
        time[0] += seconds
        await kept.ping()
        assert (probed.reads, probed.writes) == counts
    time[0] += 2.0
    probed.trouble = [OSError("full")]
    with pytest.raises(OSError, match="full"):
        await kept.ping()
    await kept.ping()
    assert probed.writes == 4, "after a failure it is tried at once"
    await kept.close()


async def test_however_many_ask_the_database_is_asked_once(monkeypatch):
    probed = Probed()
    kept = Store(probed)
    probed.open.clear()
    asked = [asyncio.create_task(kept.ping()) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked[0].cancel()
    probed.open.set()
    await asyncio.gather(*asked[1:])
    assert probed.writes == 1
    await kept.close()
