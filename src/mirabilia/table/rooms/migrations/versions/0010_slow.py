"""Slow games: how long the server has lived, how tables wait, who is on holiday."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "lives",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("lived", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "timings",
        sa.Column(
            "code",
            sa.String(12),
            sa.ForeignKey("tables.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("life", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("rest", sa.Text, nullable=False),
    )
    op.create_index("ix_timings_deadline", "timings", ["deadline"])
    op.create_table(
        "holidays",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("first", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_holidays_until", "holidays", ["until"])
