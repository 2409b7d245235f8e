"""The catalogues that games were begun with; the digests of games are those without names."""

import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

from mirabilia.catalogue.digests import EARLIER, current

revision = "0012"
down_revision = "0011"
_AT_ONCE = 200


def upgrade() -> None:
    op.create_table(
        "catalogues",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.add_column("games", sa.Column("catalogue", sa.String(64)))
    op.add_column("puzzles", sa.Column("catalogue", sa.String(64)))
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("catalogue"))
    for before, now in EARLIER.items():
        named = sa.update(tables).where(tables.c.catalogue == before)
        connection.execute(named.values(catalogue=now))
    _name_catalogues(connection, "games", "code", "record")
    _name_catalogues(connection, "puzzles", "day", "puzzle")


def _name_catalogues(connection: sa.Connection, name: str, key: str, packed: str) -> None:
    """By which catalogue each of these games was played stands in its record."""
    table = sa.table(name, sa.column(key), sa.column(packed), sa.column("catalogue"))
    keys = list(connection.execute(sa.select(table.c[key])).scalars())
    for first in range(0, len(keys), _AT_ONCE):
        some = sa.select(table.c[key], table.c[packed])
        some = some.where(table.c[key].in_(keys[first : first + _AT_ONCE]))
        for at, data in connection.execute(some).all():
            if digest := _digest_in(data):
                played = sa.update(table).where(table.c[key] == at)
                connection.execute(played.values(catalogue=digest))


def _digest_in(data: bytes) -> str | None:
    """None of what can't be read, which is not replayed either."""
    try:
        found: Any = json.loads(zlib.decompress(data))
        digest = found.get("record", found)["catalogue"]
    except (zlib.error, ValueError, TypeError, KeyError, AttributeError):
        return None
    return current(digest)[:64] if isinstance(digest, str) else None
