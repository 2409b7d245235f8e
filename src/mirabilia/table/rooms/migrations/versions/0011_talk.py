"""What is said at tables, and what was done about the seats of games under way."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def _table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.code", ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("tables", sa.Column("doings", sa.Text))
    op.create_table(
        "talk",
        sa.Column("code", sa.String(12), _table(), primary_key=True),
        sa.Column("team", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("holder", sa.String(64), index=True),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_table(
        "talk_readers",
        sa.Column("code", sa.String(12), _table(), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("document", sa.Text, nullable=False),
    )
