"""By which cards and rules a game was begun; a row to see whether the database takes anything."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("catalogue", sa.String(64)))
    op.add_column("tables", sa.Column("rules", sa.Integer))
    op.create_table(
        "alive",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
