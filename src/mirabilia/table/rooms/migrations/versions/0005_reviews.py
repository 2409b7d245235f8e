"""What a bot thinks of finished games, decision by decision; goes with the game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column(
            "code",
            sa.String(12),
            sa.ForeignKey("games.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )
