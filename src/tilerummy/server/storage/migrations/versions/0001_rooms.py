"""Keep rooms, their logs, drafts, records and the signing key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("room", sa.String(6), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("rooms_public", "rooms", ["public", "open", "changed"])
    op.create_index("rooms_due", "rooms", ["due"])
    op.create_index("rooms_host", "rooms", ["host", "changed"])
    op.create_index("rooms_changed", "rooms", ["changed"])
    op.create_table(
        "drafts",
        sa.Column("room", sa.String(6), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("layout", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=True),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(6), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("ix_records_room", "records", ["room"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )
