"""Finished games, kept longer than their tables: their records, and who played."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("source", sa.String(10), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_games_digest", "games", ["digest"])
    op.create_index("ix_games_at", "games", ["at"])
    op.create_table(
        "players",
        sa.Column(
            "code",
            sa.String(12),
            sa.ForeignKey("games.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("level", sa.String(40)),
        sa.Column("holder", sa.String(64)),
        sa.Column("board", sa.String(40), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
    )
    op.create_index("ix_players_holder", "players", ["holder"])
