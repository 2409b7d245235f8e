"""The processes of a database, and which of them keeps which table."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column(
            "code",
            sa.String(12),
            sa.ForeignKey("tables.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "keeper",
            sa.Integer,
            sa.ForeignKey("servers.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
    )
    op.create_table(
        "inner_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )
