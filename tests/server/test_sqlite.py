"""The game on one server with SQLite."""

import pytest

from tests.server.cluster import one_server
from tests.server.scenarios import Scenarios


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("one")) as cluster:
        yield cluster


class TestOneServer(Scenarios):
    """Every scenario on one machine."""
