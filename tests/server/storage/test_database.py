"""The database: how it is set up, what its limits are, and what is said if it is not there."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tilerummy.server.storage import database
from tilerummy.server.storage.database import (
    DatabaseMissing,
    DatabaseTooNew,
    check_database,
    database_engine,
    describe,
    file_engine,
    open_database,
)

SETTINGS = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5_000}


def settings_of(connection):
    return {name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in SETTINGS}


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'game.sqlite'}"


async def test_every_connection_to_a_file_waits_and_loses_nothing(url):
    engine = database_engine(url)
    async with engine.connect() as connection:
        assert await connection.run_sync(settings_of) == SETTINGS
    threaded = file_engine(engine.url, connections=2)
    with threaded.connect() as connection:
        assert settings_of(connection) == SETTINGS
    assert (threaded.pool.size(), threaded.pool._max_overflow) == (2, 0)
    assert file_engine(engine.url).pool.size() == 1
    threaded.dispose()
    await engine.dispose()


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("sqlite:///x", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///x", "sqlite+aiosqlite"),
        ("postgresql://db/x", "postgresql+asyncpg"),
        ("postgresql+asyncpg://db/x", "postgresql+asyncpg"),
    ],
)
def test_the_driver_is_chosen_by_the_kind_of_database(address, driver):
    assert database_engine(address).url.drivername == driver


def test_what_is_stored_is_not_in_errors(url):
    for address in (url, "postgresql://db/x"):
        assert database_engine(address).sync_engine.hide_parameters
    assert file_engine(database_engine(url).url).hide_parameters


def made_with(monkeypatch, **options):
    """The settings with which an engine for a database server is made."""
    found = {}
    monkeypatch.setattr(
        database, "create_async_engine", lambda _, **settings: found.update(settings)
    )
    database_engine("postgresql://db/x", **options)
    return found


def test_a_server_gives_up_in_time_and_a_command_has_longer(monkeypatch):
    patient = made_with(monkeypatch)
    hasty = made_with(monkeypatch, patience=2.5)
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
    real = database.database_engine
    monkeypatch.setattr(
        database,
        "database_engine",
        lambda url, **options: (asked.append(options), real(url, **options))[1],
    )
    engine = await open_database(url)
    async with engine.connect() as connection:
        assert (await connection.execute(text("select count(*) from entries"))).scalar_one() == 0
    await engine.dispose()
    assert asked == [{}, {"patience": 5.0}]


def test_servers_that_start_at_once_take_turns_at_the_tables(monkeypatch):
    said = []
    monkeypatch.setattr(database, "revision_of", lambda _: said.append("revision"))
    monkeypatch.setattr(database.command, "upgrade", lambda _, to: said.append(to))
    for dialect in ("sqlite", "postgresql"):
        execute = lambda statement, values: said.append((str(statement), values["key"]))  # noqa: E731
        database._migrate(SimpleNamespace(dialect=SimpleNamespace(name=dialect), execute=execute))
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
    real = database.file_engine

    def made(address):
        engine = real(address)
        monkeypatch.setattr(engine, "dispose", lambda: gone.append(engine))
        return engine

    monkeypatch.setattr(database, "file_engine", made)
    check_database(url)
    assert len(gone) == 1


async def migrated(url):
    await (await open_database(url)).dispose()


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

    monkeypatch.setattr(database, "revision_of", too_new)
    with pytest.raises(DatabaseTooNew):
        check_database(url)


def test_an_error_without_words_is_named_by_its_kind(url, monkeypatch):
    def silent(_):
        raise TimeoutError

    monkeypatch.setattr(database, "revision_of", silent)
    with pytest.raises(DatabaseMissing, match=r"TimeoutError$"):
        check_database(url)
