"""Devices that are told when it is somebody's turn, and the server's own key for that."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "push_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("visitor", sa.String(64), nullable=False, index=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(20), nullable=False),
        sa.Column("used", sa.Float, nullable=False, index=True),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_table(
        "push_told",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
