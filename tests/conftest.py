"""What all tests share: Hypothesis profiles, and real servers for those that ask for them.

A test that asks for `postgresql_url` or `redis_url` is marked `services`, those in
tests/browser and tests/browsers are marked with the name of their folder; the marks come from here,
so no test needs to say it. Tests on such servers stay in tests/server and tests/services:
`make test` looks for them nowhere else.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import servers

TESTS = Path(__file__).parent
FOLDERS = {"browser", "browsers"}
SERVICES = {"postgresql", "postgresql_url", "redis", "redis_url"}
WITH_SERVICES = {"server", "services"}

# `dev` looks at few new examples each time; `ci` at more, and always at the same ones.
settings.register_profile("dev", max_examples=30, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

_databases = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        top = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
        asks = bool(SERVICES.intersection(getattr(item, "fixturenames", ())))
        marked = asks or item.get_closest_marker("services") is not None
        if (marked and top not in WITH_SERVICES) or (top == "services" and not marked):
            raise pytest.UsageError(f"{item.nodeid}: no stage of `make test` would run it here")
        if top in FOLDERS:
            item.add_marker(top)
        elif asks:
            item.add_marker("services")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[servers.PostgreSQL]:
    """A real PostgreSQL server, for the session."""
    with servers.postgresql() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql: servers.PostgreSQL) -> Iterator[str]:
    """The address of an empty database of this test's own."""
    name = f"test_{next(_databases)}"
    yield postgresql.create(name)
    postgresql.drop(name)


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    """The address of a real Redis server, for the session."""
    with servers.redis() as url:
        yield url


@pytest.fixture
def redis_url(redis: str) -> str:
    """The address of a Redis server that holds nothing yet."""
    from redis import Redis

    with Redis.from_url(redis) as client:
        client.flushall()
    return redis
