"""Runs the migrations on the connection the store hands over."""

from __future__ import annotations

from alembic import context

from tilerummy.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
