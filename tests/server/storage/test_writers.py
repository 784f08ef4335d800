"""Writers of one SQLite file take turns, instead of finding it locked and looking again later."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from tilerummy.server.storage import access
from tilerummy.server.storage.access import open_database

ADD = text("insert into secrets (name, value) values (:name, 'v')")


async def test_a_writer_begins_when_the_other_has_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_IN_TURN", 60.0)
    used = await open_database(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    first_writes, may_finish, second_waits = (threading.Event() for _ in range(3))
    happened: list[str] = []

    def first(connection: Connection) -> None:
        connection.execute(ADD, {"name": "first"})
        first_writes.set()
        assert may_finish.wait(30)
        happened.append("first")

    def second(connection: Connection) -> None:
        second_waits.set()
        connection.execute(ADD, {"name": "second"})
        happened.append("second")

    one = asyncio.create_task(used.write(first))
    await asyncio.to_thread(first_writes.wait, 30)
    other = asyncio.create_task(used.write_log(second))
    await asyncio.to_thread(second_waits.wait, 0.3)
    assert not second_waits.is_set()
    may_finish.set()
    await asyncio.gather(one, other)
    assert happened == ["first", "second"]
    await used.close()


async def test_a_writer_that_waits_long_asks_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_IN_TURN", 0.0)
    used = await open_database(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    first_waits, may_finish = threading.Event(), threading.Event()

    def first(_: Connection) -> None:
        first_waits.set()
        assert may_finish.wait(30)

    def second(connection: Connection) -> int:
        may_finish.set()
        return int(connection.execute(text("select 7")).scalar_one())

    one = asyncio.create_task(used.write(first))
    await asyncio.to_thread(first_waits.wait, 30)
    assert await used.write_log(second) == 7
    await one
    await used.close()


async def test_a_log_is_always_written_through_the_same_connection(tmp_path: Path) -> None:
    used = await open_database(f"sqlite:///{tmp_path / 'rooms.sqlite'}")

    def connection_id(connection: Connection) -> int:
        return id(connection.connection.driver_connection)

    logs = [await used.write_log(connection_id) for _ in range(3)]
    others = [await used.write(connection_id) for _ in range(3)]
    assert len({*logs}) == len({*others}) == 1
    assert logs != others
    await used.close()


async def test_a_writer_goes_on_after_a_transaction_that_failed(tmp_path: Path) -> None:
    used = await open_database(f"sqlite:///{tmp_path / 'rooms.sqlite'}")

    def add_twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(ADD, {"name": "twice"})

    def names(connection: Connection) -> list[str]:
        return list(connection.execute(text("select name from secrets")).scalars())

    for write in (used.write, used.write_log):
        with pytest.raises(IntegrityError):
            await write(add_twice)
        assert await write(names) == []
    await used.close()
