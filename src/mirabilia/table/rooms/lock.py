"""Who may open a database: one server a file of SQLite, all that are of one mind PostgreSQL.

Two servers on one file would overwrite each other, for a table lives in the memory of one process:
the lock is a file beside the database. A successor takes it over by waiting for it (``patience``)
while its predecessor stops. PostgreSQL is shared: there each server holds a lock that others may
hold too, and tables have leases (``leases``). Who is *alone* holds it for himself, to bring the
database up to date or to fill it. Locks of sessions and files both end with their process, however
that ends.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

_NUMBER = 0x6D69726162696C69  # "mirabili"; no other program is likely to take it
_POLL = 0.05


class Locked(Exception):
    """Somebody else has the lock."""


class Lock:
    """The lock of a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self.shared = engine.dialect.name == "postgresql"
        self._path = _file_beside(engine)
        self._held: int | None = None  # the descriptor of the file

    def take(self, connection: sa.Connection, patience: float = 0.0) -> None:
        """Take the lock for a connection, within so many seconds; ``Locked`` if it can't be had."""
        if self.shared:
            _within(patience, lambda: _ask(connection, sa.func.pg_try_advisory_lock_shared))
        elif self._path is not None and self._held is None:
            path = self._path
            _within(patience, lambda: self._take_file(path))

    def take_alone(self, connection: sa.Connection) -> bool:
        """Take the lock, if nobody else has it, so that nobody else can; whether that is so."""
        if self.shared:
            return _ask(connection, sa.func.pg_try_advisory_lock)
        try:
            self.take(connection)
        except Locked:
            return False
        return True

    def share(self, connection: sa.Connection) -> None:
        """Who was alone lets others in."""
        if self.shared:
            self.take(connection)
            _ask(connection, sa.func.pg_advisory_unlock)

    def _take_file(self, path: Path) -> bool:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _lock_file(descriptor):
            os.close(descriptor)
            return False
        self._held = descriptor
        return True

    def release(self) -> None:
        """Let another server have the file; a session's lock ends with its connection."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _file_beside(engine: sa.Engine) -> Path | None:
    database = engine.url.database
    if engine.dialect.name != "sqlite" or database in (None, "", ":memory:"):
        return None
    path = Path(str(database)).resolve()  # by another name it is the same database
    return path.with_name(f"{path.name}.lock")


def _within(patience: float, take: Callable[[], bool]) -> None:
    end = time.monotonic() + patience
    while not take():
        if time.monotonic() >= end:
            raise Locked
        time.sleep(_POLL)


def _ask(connection: sa.Connection, function: Callable[[int], sa.ColumnElement[bool]]) -> bool:
    done = connection.execute(sa.select(function(_NUMBER))).scalar()
    connection.commit()
    return bool(done)


if sys.platform == "win32":
    import msvcrt

    def _lock_file(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock_file(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
