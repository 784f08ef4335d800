"""Twins on servers that are joined by Redis: what one of them asks another tells nothing either."""

import pytest

from tests.server.web import test_twin_servers

table = test_twin_servers.table


@pytest.mark.parametrize("role", ["out of turn", "spectator"])
async def test_joined_servers_tell_one_person_the_same(table, tmp_path, redis_url, role):
    await test_twin_servers.compare_servers(table, tmp_path, role, redis_url)
