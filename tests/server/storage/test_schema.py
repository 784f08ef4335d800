"""The tables that the code expects are those that the migrations make, column by column."""

import asyncio

import pytest
from sqlalchemy import create_engine, inspect

from tilerummy.server.storage.access import open_database
from tilerummy.server.storage.schema import metadata


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What a database says of its tables."""
    url = f"sqlite:///{tmp_path_factory.mktemp('tables') / 'game.sqlite'}"

    async def migrate():
        await (await open_database(url)).close()

    asyncio.run(migrate())
    engine = create_engine(url)
    yield inspect(engine)
    engine.dispose()


def test_the_tables_are_there(made):
    assert {*made.get_table_names()} - {"alembic_version"} == metadata.tables.keys()


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_a_table_has_these_columns_keys_and_indexes(made, table):
    key = [column.name for column in table.primary_key]
    assert made.get_pk_constraint(table.name)["constrained_columns"] == key
    assert [
        (column["name"], str(column["type"]), column["nullable"] and column["name"] not in key)
        for column in made.get_columns(table.name)
    ] == [(column.name, str(column.type), column.nullable) for column in table.columns]
    assert {index["name"]: index["column_names"] for index in made.get_indexes(table.name)} == {
        index.name: [column.name for column in index.columns] for index in table.indexes
    }
