"""Whom the host has taken off a table; whose hand a shared device shows; how a game ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("removed", sa.Text))
    op.add_column("tables", sa.Column("shown", sa.Integer))
    op.add_column("tables", sa.Column("result", sa.Text))
