"""Keep who played which finished rounds, and the reviews of rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("record", sa.String(32), primary_key=True),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("games_player", "games", ["player", "finished"])
    op.create_table(
        "reviews",
        sa.Column("record", sa.String(32), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
