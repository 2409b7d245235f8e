"""Score pads for games played with the box."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "pads",
        sa.Column("code", sa.String(20), primary_key=True),
        sa.Column("pen", sa.String(20), nullable=False, unique=True),
        sa.Column("owner", sa.String(64), index=True),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False, index=True),
    )
