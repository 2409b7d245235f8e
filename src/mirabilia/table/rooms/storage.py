"""Tables, seats and decisions in a database; SQLite, or PostgreSQL by its URL.

One thread writes, on one connection, which holds the database's lock. It takes everything that
waits and commits it at once, so that under load many decisions share the price of one commit;
whoever asked is told when his is on the disk. Where several processes share the database, each
commit renews this one's lease first, or fails. Reading happens in other threads. Nothing here ever
blocks the event loop, and nothing waits without end: the database has a time for everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from ..tasks import in_background
from . import leases
from .leases import Displaced, Lease
from .lock import Lock, Locked
from .schema import (
    Change,
    Decided,
    Stored,
    Writing,
    not_written,
    read_decisions,
    read_tables,
    write,
)

log = logging.getLogger("mirabilia.storage")
T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
TAKEN = (
    "Another Mirabilia server has this database open: stop that one, or give this one a database "
    "of its own with --database."
)
OTHER_PROGRAM = (
    "The database has to be brought up to date, and a Mirabilia of another version is running on "
    "it: stop that one first, on all machines."
)
DISPLACED = "The tables of this process have gone to others"
_LARGEST_BATCH = 500
_SLOW = 0.5  # seconds; a commit that takes longer keeps players waiting
_LATELY = 1.0  # seconds for which a commit that went well says that the next one will
_COMPLAIN_EVERY = 10.0  # seconds
_PATIENCE = 3.0  # seconds for the end of an own session that was cut off
_STARTING = 60.0  # seconds in which another process brings the database up to date
# Others may wait for what a transaction of the session that writes has locked.
_AWAKE = "SET idle_in_transaction_session_timeout = '4s'"
_SQLITE = {"check_same_thread": False, "timeout": 10}
_POSTGRES = {
    "connect_timeout": 5,
    "options": "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=30000",
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15000,
}
_KINDS = ("sqlite", "postgresql")


class StorageError(RuntimeError):
    """The database did not take, or give, what was asked of it; the message says why."""


# What is to be written, who waits for it, and under which lease it was asked for.
_Waiting = tuple[Sequence[Change], "asyncio.Future[None]", Lease | None]


class Storage:
    """The database. ``open`` makes sure of it, ``start`` starts the thread that writes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self._lock = Lock(self.engine)
        self.lease: Lease | None = None  # where several processes may share the database
        self._connection: sa.Connection | None = None  # the one that writes
        self._version: str | None = None  # of a shared database, as this program knows it
        # In memory all share one connection: whoever reads must not end who writes.
        alone = isinstance(self.engine.pool, StaticPool)
        self._turn = threading.Lock() if alone else contextlib.nullcontext()
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._trial: asyncio.Task[str | None] | None = None
        self._went_well = -_LATELY
        self._complained: float | None = None
        self.commits = 0
        self.commit_seconds = 0.0

    # The server's life

    @property
    def shared(self) -> bool:
        """Whether several processes may use the database at the same time."""
        return self._lock.shared

    def open(self, patience: float = 0.0, *, alone: bool = False) -> None:
        """Take the database, and bring its tables up to date; again: nothing to do. ``alone``: so
        that nobody else can have it meanwhile.
        """
        if self._connection is not None:
            return
        with telling("The database can't be used"):
            self._connection = self.engine.connect()
            try:
                self._take(self._connection, patience, alone)
            except BaseException:
                self._drop()
                self._lock.release()
                raise

    def _take(self, connection: sa.Connection, patience: float, alone: bool) -> None:
        if self.shared:
            _stay_awake(connection)
            self._version = head()
        if not self._lock.take_alone(connection):
            if alone:
                raise Locked
            self._lock.take(connection, max(patience, _STARTING) if self.shared else patience)
            if self.shared:
                must_be_up_to_date(connection, self._version)
                return
        migrate(self.engine)
        if not alone:
            self._lock.share(connection)

    def enter(self, address: str) -> tuple[Lease, str]:
        """Be one more process of a shared database, which others reach there; what was asked for
        before is not written any more. Also the secret that all processes know.
        """
        with telling("The database can't be used"), self.engine.begin() as connection:
            secret, lease = leases.secret(connection), leases.enter(connection, address)
        self.lease = lease
        return lease, secret

    def start(self) -> None:
        self.open()
        self._thread = threading.Thread(target=self._write_all, name="storage", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """After everything that was asked for is written."""
        if self._thread:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self._drop()
        self.engine.dispose()
        self._lock.release()

    def _connect(self, patience: float = _PATIENCE) -> sa.Connection:
        connection = self.engine.connect()
        try:
            self._lock.take(connection, patience)
            if self.shared:
                _stay_awake(connection)
                must_be_up_to_date(connection, self._version)  # it was another's meanwhile
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        """End the session that writes, with its lock; the pool must not keep it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                if self.engine.dialect.name != "sqlite":
                    connection.invalidate()
                connection.close()

    # Writing

    async def write(self, *changes: Change) -> None:
        """Returns when the changes are durable; StorageError when that is not certain."""
        if self._thread is None:
            raise StorageError("The database is closed.")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((changes, done, self.lease))
        await done

    async def write_beside(self, *writings: Writing) -> None:
        """The same for what belongs to no table."""
        await self.write(Change("", also=list(writings)))

    async def trouble(self, seconds: float = 3.0) -> str | None:
        """Why nothing can be stored now; None if it can. Tried out, unless it was just now."""
        if time.monotonic() - self._went_well < _LATELY:
            return None
        if self._trial is None or self._trial.done():
            self._trial = in_background(self._try_out(), "trial of the database")
        try:
            return await asyncio.wait_for(asyncio.shield(self._trial), seconds)
        except TimeoutError:
            return "The database does not answer."

    async def _try_out(self) -> str | None:
        try:
            await self.write()
        except StorageError as error:
            return str(error)
        return None

    def _write_all(self) -> None:
        running = True
        while running:
            batch: list[_Waiting] = []
            item = self._queue.get()
            with contextlib.suppress(queue.Empty):
                while item is not None:
                    batch.append(item)
                    if len(batch) >= _LARGEST_BATCH:
                        break
                    item = self._queue.get_nowait()
            running = item is not None
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[_Waiting]) -> None:
        """Write a batch; if it fails, each part on its own, so that one does not spoil others."""
        lease, began = self.lease, time.perf_counter()
        if late := [waiting for waiting in batch if waiting[2] is not lease]:
            _tell(late, StorageError(f"{DISPLACED}."))
            batch = [waiting for waiting in batch if waiting[2] is lease]
            if not batch:
                return
        error = self._try(batch, lease)
        if error and len(batch) > 1:
            for waiting in batch:
                self._commit([waiting])
            return
        seconds = time.perf_counter() - began
        if error is None:
            self.commit_seconds += seconds
        if error is None and seconds > _SLOW:
            log.warning("slow commit", extra={"seconds": round(seconds, 2), "changes": len(batch)})
        _tell(batch, error)

    def _try(self, batch: list[_Waiting], lease: Lease | None) -> StorageError | None:
        """Write a batch, if need be on a new connection; what is wrong if that fails too."""
        changes = [change for changes, _, _ in batch for change in changes]
        kept = self._connection is not None
        try:
            try:
                self._transact(changes, lease, perhaps_written=not kept)
            except sa.exc.SQLAlchemyError:
                self._drop()
                if not kept:
                    raise
                self._transact(changes, lease, perhaps_written=True)
        except Displaced:
            return StorageError(f"{DISPLACED}.")
        except Exception as failure:
            self._drop()
            self._complain(failure)
            return StorageError(f"Nothing was stored: {_words(failure)}")
        self.commits += 1
        self._went_well = time.monotonic()
        if self._complained is not None:
            self._complained = None
            log.warning("storage works again")
        return None

    def _complain(self, failure: Exception) -> None:
        """Log what is wrong, and while it lasts now and then."""
        now = time.monotonic()
        if self._complained is None or now - self._complained > _COMPLAIN_EVERY:
            self._complained = now
            words = _words(failure)
            log.error("storage failed", extra={"why": type(failure).__name__, "words": words})

    def _transact(
        self, changes: Sequence[Change], lease: Lease | None, perhaps_written: bool
    ) -> None:
        """One transaction. Where the one before was cut off, its changes may be there already."""
        if self._connection is None:
            self._connection = self._connect()
        began = lease.now() if lease else 0.0
        with self._turn, self._connection.begin():
            if lease:
                lease.renew(self._connection)
            left = changes
            if changes and perhaps_written:
                left = not_written(self._connection, changes)
            if left or not changes:
                write(self._connection, left)
        if lease:
            lease.note(began)

    # Reading

    def load_tables(self) -> list[Stored]:
        """All tables with their seats, without their decisions."""
        return self.read(read_tables)

    def load_table(self, code: str) -> Stored | None:
        """One table with its seats."""
        return next(iter(self.read(lambda connection: read_tables(connection, code))), None)

    def load_decisions(self, code: str) -> list[Decided]:
        """A table's book of decisions, from the first to the last."""
        return self.read(lambda connection: read_decisions(connection, code))

    def read(self, read: Callable[[sa.Connection], T]) -> T:
        """What somebody reads on a connection of his own; takes a while."""
        with telling("Nothing could be read"), self._turn, self.engine.connect() as connection:
            return read(connection)

    async def look_up(self, read: Callable[[sa.Connection], T]) -> T:
        """The same in another thread."""
        return await asyncio.to_thread(self.read, read)


@contextlib.contextmanager
def telling(what: str) -> Iterator[None]:
    """Whatever the database says against it becomes a sentence."""
    try:
        yield
    except Locked:
        raise StorageError(TAKEN) from None
    except StorageError:
        raise
    except Exception as error:
        raise StorageError(f"{what}: {_words(error)}") from error


def _words(error: BaseException) -> str:
    """The first line of what the database said; further ones, and its SQL, may quote a row."""
    if isinstance(error, Locked):
        return TAKEN
    said = error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig else error
    lines = str(said).strip().splitlines() or [type(said).__name__]
    return f"{lines[0].strip().rstrip('.')[:200]}."


def _tell(batch: list[_Waiting], error: StorageError | None) -> None:
    """Tell those who wait, each loop once."""

    def finish(futures: list[asyncio.Future[None]]) -> None:
        for future in futures:
            if future.done():
                continue
            if error:
                future.set_exception(StorageError(*error.args))
            else:
                future.set_result(None)

    futures = [future for _, future, _ in batch]
    for loop in {future.get_loop() for future in futures}:
        mine = [future for future in futures if future.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits any more
            loop.call_soon_threadsafe(finish, mine)


def _engine(url: str) -> sa.Engine:
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StorageError(
            "That is no database: a file, or postgresql://user@host/name."
        ) from error
    kind = parsed.get_backend_name()
    if kind not in _KINDS:
        raise StorageError(f"There is no database {kind[:40]}: it is SQLite or PostgreSQL.")
    try:
        if kind == "postgresql":
            return sa.create_engine(url, pool_pre_ping=True, connect_args=_POSTGRES)
        return _sqlite(parsed)
    except ModuleNotFoundError as error:
        raise StorageError(
            f"PostgreSQL needs {error.name}: install it with pip install 'mirabilia[postgres]'."
        ) from None
    except (sa.exc.SQLAlchemyError, OSError, ValueError, TypeError) as error:
        raise StorageError(f"The database can't be used: {_words(error)}") from error


def _sqlite(url: sa.URL) -> sa.Engine:
    if url.database in (None, "", ":memory:"):
        # One connection for all threads, or each would have a database of its own.
        return _durable(
            sa.create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
        )
    Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    return _durable(sa.create_engine(url, connect_args=_SQLITE))


def _durable(engine: sa.Engine) -> sa.Engine:
    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        """Readers don't wait for the writer; a commit is on the disk when it returns."""
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def must_be_up_to_date(connection: sa.Connection, version: str | None) -> None:
    """Who is not alone can't change what others work with."""
    from alembic.migration import MigrationContext

    found = MigrationContext.configure(connection).get_current_revision()
    connection.commit()
    if found != version:
        raise StorageError(OTHER_PROGRAM)


def _stay_awake(connection: sa.Connection) -> None:
    connection.exec_driver_sql(_AWAKE)
    connection.commit()


def migrate(engine: sa.Engine, version: str = "head") -> None:
    """Bring the database's tables up to date, or to another version."""
    from alembic import command
    from alembic.util import CommandError

    config = _config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version)
        except CommandError as error:
            raise StorageError(
                "The database is that of a newer Mirabilia, or not one of Mirabilia's at all."
            ) from error
        connection.commit()


def head() -> str | None:
    """The version of the tables that this program knows."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config()).get_current_head()
