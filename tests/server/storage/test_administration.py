"""Administration: what can be asked of a database and done with it without a server."""

import sqlite3
from contextlib import closing

import pytest

from tests.server.storage.test_store import append, room
from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.room import log
from tilerummy.server.room.settings import RoomSettings
from tilerummy.server.storage import access, administration
from tilerummy.server.storage.administration import AdministrationError, Health, Log
from tilerummy.server.storage.database import DatabaseTooNew, Revision
from tilerummy.server.storage.store import Append, Store

OPENED = log.encode(
    log.Opened(at=1, host="ann", settings=RoomSettings(rulebook="jumbo"), rulings=RULINGS)
)
SAT = log.encode(log.Sat(at=2, seat=0, who="ann", name="Ann"))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "game.sqlite"


@pytest.fixture
def url(file):
    return f"sqlite:///{file}"


@pytest.fixture
async def filled(url):
    """Two rooms in which somebody sits, one whose log is broken, and a finished round."""
    store = await Store.open(url)
    for code in ("BBBBBB", "AAAAAA"):
        await store.create(room(code, OPENED, SAT))
    await store.create(room("CCCCCC", OPENED, "nonsense"))
    end = append("CCCCCC", 3)
    await store.append(Append("CCCCCC", 3, "end", end.index, record="r1"))
    await store.close()
    return url


@pytest.fixture
def disposed(monkeypatch):
    """The engines that were made, and those that were let go."""
    made, gone, real = [], [], access.file_engine

    def engine(address, **options):
        new = real(address, **options)
        made.append(id(new.pool))
        inner = new.pool.dispose
        new.pool.dispose = lambda: (gone.append(id(new.pool)), inner())[1]
        return new

    monkeypatch.setattr(access, "file_engine", engine)
    return made, gone


async def test_a_database_is_counted_and_its_logs_are_followed(filled, disposed):
    health = await administration.examine(filled)
    assert health == Health(health.revision, rooms=3, entries=7, finished=1, broken=["CCCCCC"])
    assert health.revision.found == health.revision.expected
    made, gone = disposed
    assert made and len(made) == len(gone)


async def test_a_database_without_tables_has_nothing(url):
    health = await administration.examine(url)
    assert health == Health(Revision(None, health.revision.expected))
    assert (health.rooms, health.entries, health.finished, health.broken) == (0, 0, 0, [])
    assert [one async for one in administration.logs(url)] == []


async def test_an_empty_log_cannot_be_followed():
    assert not administration._can_be_followed(Log("AAAAAA", []))
    assert administration._can_be_followed(Log("AAAAAA", [OPENED]))


async def test_logs_come_room_by_room_in_order(filled):
    assert [one async for one in administration.logs(filled)] == [
        Log("AAAAAA", [OPENED, SAT]),
        Log("BBBBBB", [OPENED, SAT]),
        Log("CCCCCC", [OPENED, "nonsense", "end"]),
    ]


async def test_migrating_says_what_was_there_before(url):
    first = await administration.migrate(url)
    assert first.found is None
    second = await administration.migrate(url)
    assert second.found == second.expected == first.expected
    assert (await administration.examine(url)).revision == second


async def test_tables_of_a_newer_version_are_left_alone(filled, file):
    with closing(sqlite3.connect(file)) as stored, stored:
        stored.execute("update alembic_version set version_num = 'zzzz'")
    for work in (administration.examine, administration.migrate, Store.open):
        with pytest.raises(DatabaseTooNew, match="zzzz"):
            await work(filled)


async def test_a_backup_is_a_database_of_its_own(filled, tmp_path):
    copy = tmp_path / "copy.sqlite"
    await administration.backup(filled, copy)
    assert (await administration.examine(f"sqlite:///{copy}")).rooms == 3


async def test_a_backup_of_a_database_server_is_refused_without_its_password(tmp_path):
    with pytest.raises(AdministrationError) as refused:
        await administration.backup("postgresql://ann:secret@db/game", tmp_path / "copy")
    assert "postgresql://ann:***@db/game" in str(refused.value)
    assert "secret" not in str(refused.value)
