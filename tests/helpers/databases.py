"""A database of PostgreSQL for a test."""

from __future__ import annotations

import sqlalchemy as sa

from mirabilia.table.rooms.schema import metadata


def fresh(url: str) -> str:
    """A PostgreSQL without our tables."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
    return url
