"""The club's database for who comes from outside of a server: the terminal, also while one runs.

What is done is one transaction. It needs no lock: nothing of the club is held in a server's memory,
and every change of it says from what.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from ..refused import Refused
from ..storage import Storage, StorageError, head, migrate, telling

VERSION = "alembic_version"


def at_database(url: str, deed: Callable[[sa.Connection], None]) -> None:
    """Do something in one transaction. A database that is not there yet is made; one of another
    version is only brought up to date by a server that starts.
    """
    storage = Storage(url)
    try:
        with telling("The database can't be used"):
            _make_sure(storage.engine)
            with storage.engine.begin() as connection:
                try:
                    deed(connection)
                except Refused:
                    connection.rollback()
                    raise
    except StorageError as error:
        if isinstance(error.__cause__, ValueError):  # what was refused is no fault of the database
            raise error.__cause__ from None
        raise
    finally:
        storage.engine.dispose()


def _make_sure(engine: sa.Engine) -> None:
    if not sa.inspect(engine).has_table(VERSION):
        migrate(engine)
        return
    with engine.connect() as connection:
        version = connection.execute(sa.text(f"SELECT version_num FROM {VERSION}")).scalar()
    if version != head():
        raise StorageError(
            "The database is that of another Mirabilia: start the server of this one first."
        )
