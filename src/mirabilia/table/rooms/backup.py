"""All that a server keeps, in one file, and back from it; so also from one database to another.

The file is a SQLite database with the same tables. It is written from one snapshot, so the server
goes on meanwhile, and gets its name when it is complete. Who restores it brings a copy of it up to
date first, as a server would its database; then everything is copied in one transaction into a
database that holds nothing yet. It has secrets of games under way: it is for the host alone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from .leases import OF_PROCESSES
from .storage import Storage, StorageError, migrate, telling

_VERSION = "alembic_version"
_AT_ONCE = 500  # rows


def back_up(url: str, file: Path) -> int:
    """Write everything into a new file; how many tables at which people play are in it."""
    if file.exists():
        raise StorageError(f"{file} is there already; a backup does not replace anything.")
    storage = Storage(url)
    _must_be_there(storage.engine)
    part = file.with_name(f"{file.name}.part")
    try:
        with telling("There is no backup"):
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            try:
                with _snapshot(storage.engine) as source:
                    found = _copied(source, part)
                part.rename(file)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        return found
    finally:
        storage.engine.dispose()


def restore(file: Path, url: str) -> int:
    """Fill an empty database from a backup; how many tables at which people play were in it."""
    if not file.is_file():
        raise StorageError(f"There is no file {file}.")
    with tempfile.TemporaryDirectory() as folder, telling(f"{file} is no backup of Mirabilia"):
        copy = Path(folder) / "backup.sqlite"
        shutil.copyfile(file, copy)
        engine = sa.create_engine(f"sqlite:///{copy}")
        try:
            if not sa.inspect(engine).has_table(_VERSION):
                raise StorageError(f"{file} is no backup of Mirabilia.")
            migrate(engine)
            return _filled(engine, url)
        finally:
            engine.dispose()


def _must_be_there(engine: sa.Engine) -> None:
    """To look for a file that is not there would make it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and (path is None or not Path(path).is_file()):
        raise StorageError(f"There is no database {path}.")
    with telling("The database can't be read"):
        if not sa.inspect(engine).has_table(_VERSION):
            raise StorageError("That is no database of Mirabilia, or one that is empty.")


@contextlib.contextmanager
def _snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            level = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            connection = connection.execution_options(**level)
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection


def _copied(source: sa.Connection, part: Path) -> int:
    """Everything into a new file with the same version of the tables."""
    version = source.execute(sa.text(f"SELECT version_num FROM {_VERSION}")).scalar_one()
    engine = sa.create_engine(f"sqlite:///{part}")
    try:
        migrate(engine, version)
        with engine.begin() as target:
            return _copy(source, target)
    finally:
        engine.dispose()


def _filled(source: sa.Engine, url: str) -> int:
    storage = Storage(url)
    storage.open(alone=True)
    try:
        with source.connect() as rows, storage.engine.begin() as target:
            for table in _tables(target):
                if target.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                    raise StorageError("The database is not empty: a backup needs a new one.")
            return _copy(rows, target)
    finally:
        storage.stop()


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """All that are kept, each after those that it refers to."""
    found = sa.MetaData()
    found.reflect(connection)
    left_out = (_VERSION, *OF_PROCESSES)
    return [table for table in found.sorted_tables if table.name not in left_out]


def _copy(source: sa.Connection, target: sa.Connection) -> int:
    """All rows of all tables; how many of those there are at which people play."""
    there = {table.name: table for table in _tables(source)}
    source = source.execution_options(stream_results=True)
    counts = {}
    for table in _tables(target):
        if table.name in there:
            rows = source.execution_options(yield_per=_AT_ONCE).execute(
                sa.select(there[table.name])
            )
            counts[table.name] = 0
            for some in rows.mappings().partitions():
                target.execute(sa.insert(table), [dict(row) for row in some])
                counts[table.name] += len(some)
    return counts.get("tables", 0)
