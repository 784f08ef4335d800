"""The database: how it is set up, what its limits are, and what is said if it is not there."""

import asyncio
import re
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tilerummy.server.storage import access, database
from tilerummy.server.storage.access import Access, check_database, open_database, patient_access
from tilerummy.server.storage.database import (
    DatabaseMissing,
    DatabaseTooNew,
    address_of,
    describe,
    file_engine,
    server_engine,
)

SETTINGS = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5_000}


def settings_of(connection):
    return {name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in SETTINGS}


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'game.sqlite'}"


async def test_every_connection_to_a_file_waits_and_loses_nothing(url):
    used = Access(url)
    for does in (used.read, used.write, used.write_log):
        assert await does(settings_of) == SETTINGS
    await used.close()
    engine = file_engine(address_of(url), connections=2)
    assert (engine.pool.size(), engine.pool._max_overflow) == (2, 0)


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("sqlite:///x", "sqlite"),
        ("sqlite+aiosqlite:///x", "sqlite"),
        ("postgresql://db/x", "postgresql+asyncpg"),
        ("postgresql+asyncpg://db/x", "postgresql+asyncpg"),
    ],
)
def test_the_driver_is_chosen_by_the_kind_of_database(address, driver):
    assert address_of(address).drivername == driver


@pytest.mark.parametrize("kind", ["mysql", "sqlite+nonsense", "postgresql+nonsense"])
def test_a_kind_of_database_that_nobody_has_used_is_refused_and_named(kind, tmp_path):
    with pytest.raises(
        DatabaseMissing, match=re.escape(f"not the address of a database: '{kind}'")
    ):
        check_database(f"{kind}:///{tmp_path / 'x'}")
    assert not (tmp_path / "x").exists()


def test_what_is_stored_is_not_in_errors(url):
    assert file_engine(address_of(url), connections=1).hide_parameters
    for patience in (None, 5.0):
        engine = server_engine(address_of("postgresql://db/x"), patience=patience)
        assert engine.sync_engine.hide_parameters


def made_with(monkeypatch, patience):
    """The settings with which an engine for a database server is made."""
    found = {}
    monkeypatch.setattr(
        database, "create_async_engine", lambda _, **settings: found.update(settings)
    )
    server_engine(address_of("postgresql://db/x"), patience=patience)
    return found


def test_a_server_gives_up_in_time_and_a_command_has_longer(monkeypatch):
    patient = made_with(monkeypatch, None)
    hasty = made_with(monkeypatch, 2.5)
    for found in (patient, hasty):
        assert (found["pool_size"], found["max_overflow"]) == (8, 8)
        assert found["pool_pre_ping"] and found["hide_parameters"]
    assert patient["pool_timeout"] == 30
    assert patient["connect_args"] == {"timeout": 10}
    assert hasty["pool_timeout"] == 2.5
    limits = hasty["connect_args"]
    assert (limits["timeout"], limits["command_timeout"]) == (2.5, 2.5)
    settings = limits["server_settings"]
    for name in ("statement_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"):
        assert settings[name] == "2500"


async def test_an_open_database_has_its_tables_and_little_patience(url, monkeypatch):
    asked = []
    made = Access.__init__

    def noted(self, url, **options):
        made(self, url, **options)
        asked.append(options)

    monkeypatch.setattr(Access, "__init__", noted)
    used = await open_database(url)
    assert (
        await used.read(lambda c: c.execute(text("select count(*) from entries")).scalar_one()) == 0
    )
    await used.close()
    assert asked == [{"patience": None}, {}]
    assert Access("postgresql://db/x")._way._limit == 6.0
    assert Access("postgresql://db/x", patience=None)._way._limit is None


async def test_a_command_that_fails_adds_no_line_to_the_log(url, caplog):
    async with patient_access(url) as used:
        with pytest.raises(SQLAlchemyError):
            await used.read(lambda c: c.execute(text("select nothing")))
    assert not caplog.records


def test_servers_that_start_at_once_take_turns_at_the_tables(monkeypatch):
    said = []
    monkeypatch.setattr(database, "revision_of", lambda _: said.append("revision"))
    monkeypatch.setattr(database.command, "upgrade", lambda _, to: said.append(to))
    for dialect in ("sqlite", "postgresql"):
        execute = lambda statement, values: said.append((str(statement), values["key"]))  # noqa: E731
        database.upgrade_tables(
            SimpleNamespace(dialect=SimpleNamespace(name=dialect), execute=execute)
        )
    lock = ("SELECT pg_advisory_xact_lock(:key)", 7_411_223)
    assert said == ["revision", "head", lock, "revision", "head"]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("first\nsecond"), "ValueError: first"),
        (TimeoutError(), "TimeoutError"),
        (OperationalError("insert", {"a": 1}, OSError("disk full\nmore")), "OSError: disk full"),
    ],
)
def test_what_is_wrong_in_a_few_words(error, words):
    assert describe(error) == words


def test_a_database_that_is_there_is_not_complained_of(url, monkeypatch):
    check_database(url)
    asyncio.run(migrated(url))
    check_database(url)
    gone = []
    real = access.file_engine

    def made(address, **options):
        engine = real(address, **options)
        monkeypatch.setattr(engine, "dispose", lambda: gone.append(engine))
        return engine

    monkeypatch.setattr(access, "file_engine", made)
    check_database(url)
    assert len(gone) == 1


async def migrated(url):
    await (await open_database(url)).close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "this is not the address of a database"),
        ("nonsense://x", "this is not the address of a database"),
        ("sqlite:////there/is/no/such/folder/x", "unable to open database file"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "postgresql+asyncpg://ann:***@127.0.0.1:1/x: "),
    ],
)
def test_a_database_that_is_not_there_is_named_without_its_password(address, words):
    with pytest.raises(DatabaseMissing) as missing:
        check_database(address)
    assert words in str(missing.value)
    assert "secret" not in str(missing.value)
    assert not str(missing.value).endswith(": ")


def test_a_database_that_is_too_new_is_said_to_be(url, monkeypatch):
    def too_new(_):
        raise DatabaseTooNew("newer")

    monkeypatch.setattr(access, "revision_of", too_new)
    with pytest.raises(DatabaseTooNew):
        check_database(url)


def test_an_error_without_words_is_named_by_its_kind(url, monkeypatch):
    def silent(_):
        raise TimeoutError

    monkeypatch.setattr(access, "revision_of", silent)
    with pytest.raises(DatabaseMissing, match=r"TimeoutError$"):
        check_database(url)
