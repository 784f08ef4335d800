"""Keep which servers live, and who is connected to each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("renewed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("room", sa.String(6), primary_key=True),
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Index("presence_server", "server"),
    )
