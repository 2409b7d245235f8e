"""Databases for tests: an empty one of PostgreSQL, and those that earlier versions left."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import sqlalchemy as sa

from mirabilia.table.rooms.schema import metadata

FIXTURES = Path(__file__).parents[1] / "table" / "fixtures"
_AS_BYTES = re.compile("X'([0-9A-F]*)'")


def fresh(url: str) -> str:
    """A PostgreSQL without our tables."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
    return url


def earlier(version: str, url: str) -> None:
    """Make a database what an earlier version left behind, with games under way."""
    lines = (FIXTURES / f"tables-{version}.sql").read_text("utf-8")
    if url.startswith("sqlite"):
        with sqlite3.connect(sa.make_url(url).database or "") as database:
            database.executescript(lines)
        return
    statements = [text.strip() for text in lines.split(";\n")]
    kept = [text for text in statements if text.startswith(("CREATE", "INSERT"))]
    kept.sort(key=lambda text: (text.startswith("INSERT"), "tables" not in text.split("(")[0]))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for text in kept:
            text = _AS_BYTES.sub(r"'\\x\1'", text.replace(" BLOB", " BYTEA"))
            connection.exec_driver_sql(text.replace("%", "%%"))
    engine.dispose()
