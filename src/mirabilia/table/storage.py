"""Tables, seats and decisions in a database; SQLite, or PostgreSQL by its URL.

One thread writes. It takes everything that waits and commits it at once, so that under load many
decisions share the price of one commit; whoever asked is told when his is on the disk. Reading
happens in other threads. Nothing here ever blocks the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from .glimpse import EMPTY, Options

log = logging.getLogger("mirabilia.storage")
MIGRATIONS = Path(__file__).parent / "migrations"
_LARGEST_BATCH = 500
_SLOW = 0.5  # seconds; a commit that takes longer keeps players waiting

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("host", sa.String(64)),  # a holder
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("nonce", sa.String(32), nullable=False),
    sa.Column("next_code", sa.String(12)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(40)),
    sa.Column("holder", sa.String(64), index=True),
    sa.Column("away", sa.String(10), nullable=False),
)
decisions = sa.Table(
    "decisions",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.Text),  # empty: the decision was taken back
    sa.Column("decider", sa.String(40), nullable=False),  # "person", or the level of a bot
    sa.Column("at", sa.Float, nullable=False),
)


@dataclass(slots=True)
class Seat:
    """A seat as it is stored. ``away`` is empty, ``left`` or ``clock``."""

    seat: int
    kind: str = EMPTY
    name: str = ""
    level: str | None = None
    holder: str | None = None
    away: str = ""


@dataclass(slots=True)
class Stored:
    """A table as it is stored, without its decisions."""

    code: str
    options: Options
    status: str
    version: int
    host: str | None
    secret: str
    nonce: str
    created: float
    touched: float
    next_code: str | None = None
    seats: list[Seat] = field(default_factory=list)

    def row(self) -> dict[str, Any]:
        """The row of the table itself."""
        return {
            "code": self.code,
            "options": json.dumps(asdict(self.options)),
            "status": self.status,
            "version": self.version,
            "host": self.host,
            "secret": self.secret,
            "nonce": self.nonce,
            "next_code": self.next_code,
            "created": self.created,
            "touched": self.touched,
        }


@dataclass(frozen=True, slots=True)
class Decided:
    """One entry of a table's book of decisions; without a move it was taken back."""

    number: int
    version: int
    seat: int
    move: str | None
    decider: str
    at: float


@dataclass(slots=True)
class Change:
    """What is to be written about one table, all of it or nothing."""

    code: str
    table: dict[str, Any] | None = None  # a whole row, or the columns that have changed
    new: bool = False
    seats: list[Seat] = field(default_factory=list)
    decisions: list[Decided] = field(default_factory=list)
    delete: bool = False


class StorageError(RuntimeError):
    """The database did not take what was given to it."""


_Waiting = tuple[Sequence[Change], "asyncio.Future[None]"]


class Storage:
    """The database. ``start`` brings its tables up to date and starts the thread that writes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.commits = 0

    def start(self) -> None:
        migrate(self.engine)
        self._thread = threading.Thread(target=self._write_all, name="storage", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """After everything that was asked for is written."""
        if self._thread:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self.engine.dispose()

    async def write(self, *changes: Change) -> None:
        """Returns when the changes are durable; StorageError when they are not."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((changes, done))
        await done

    def _write_all(self) -> None:
        connection: sa.Connection | None = None
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
                connection = self._commit(connection, batch)
        if connection:
            connection.close()

    def _commit(
        self, connection: sa.Connection | None, batch: list[_Waiting]
    ) -> sa.Connection | None:
        """Write a batch; if it fails, each part on its own, so that one does not spoil others."""
        error: Exception | None = None
        began = time.perf_counter()
        try:
            connection = connection or self.engine.connect()
            with connection.begin():
                _write(connection, [change for changes, _ in batch for change in changes])
            self.commits += 1
            if (seconds := time.perf_counter() - began) > _SLOW:
                log.warning(
                    "slow commit", extra={"seconds": round(seconds, 2), "changes": len(batch)}
                )
        except Exception as failure:
            error = failure
            log.error("storage failed: %s", type(failure).__name__)
            if connection is not None:
                with contextlib.suppress(Exception):
                    connection.close()
            connection = None
        if error and len(batch) > 1:
            for waiting in batch:
                connection = self._commit(connection, [waiting])
            return connection
        _tell(batch, error)
        return connection

    def load_tables(self) -> list[Stored]:
        """All tables with their seats, without their decisions."""
        with self.engine.connect() as connection:
            found = {row.code: _stored(row) for row in connection.execute(sa.select(tables))}
            for row in connection.execute(sa.select(seats).order_by(seats.c.code, seats.c.seat)):
                if row.code in found:
                    found[row.code].seats.append(
                        Seat(row.seat, row.kind, row.name, row.level, row.holder, row.away)
                    )
        return list(found.values())

    def load_table(self, code: str) -> Stored | None:
        """One table with its seats."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.code == code)).first()
            if row is None:
                return None
            stored = _stored(row)
            chosen = sa.select(seats).where(seats.c.code == code).order_by(seats.c.seat)
            stored.seats = [
                Seat(seat.seat, seat.kind, seat.name, seat.level, seat.holder, seat.away)
                for seat in connection.execute(chosen)
            ]
        return stored

    def load_decisions(self, code: str) -> list[Decided]:
        """A table's book of decisions, from the first to the last."""
        chosen = sa.select(decisions).where(decisions.c.code == code).order_by(decisions.c.number)
        with self.engine.connect() as connection:
            return [
                Decided(row.number, row.version, row.seat, row.move, row.decider, row.at)
                for row in connection.execute(chosen)
            ]


def _stored(row: Any) -> Stored:
    options = json.loads(row.options)
    options["expansions"] = tuple(options["expansions"])
    return Stored(
        row.code,
        Options(**options),
        row.status,
        row.version,
        row.host,
        row.secret,
        row.nonce,
        row.created,
        row.touched,
        row.next_code,
    )


def _tell(batch: list[_Waiting], error: Exception | None) -> None:
    """Tell those who wait, each loop once."""

    def finish(futures: list[asyncio.Future[None]]) -> None:
        for future in futures:
            if future.done():
                continue
            if error:
                future.set_exception(StorageError(f"Nothing was stored ({type(error).__name__})."))
            else:
                future.set_result(None)

    futures = [future for _, future in batch]
    for loop in {future.get_loop() for future in futures}:
        mine = [future for future in futures if future.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits any more
            loop.call_soon_threadsafe(finish, mine)


def _write(connection: sa.Connection, changes: Sequence[Change]) -> None:
    """Statements for all changes; new decisions of all tables go in one."""
    booked: list[dict[str, Any]] = []
    for change in changes:
        if change.delete:
            connection.execute(sa.delete(tables).where(tables.c.code == change.code))
            continue
        if change.new:
            connection.execute(sa.insert(tables), change.table)
        elif change.table:
            connection.execute(
                sa.update(tables).where(tables.c.code == change.code).values(**change.table)
            )
        if change.seats:
            _write_seats(connection, change)
        booked += [
            {
                "code": change.code,
                "number": entry.number,
                "version": entry.version,
                "seat": entry.seat,
                "move": entry.move,
                "decider": entry.decider,
                "at": entry.at,
            }
            for entry in change.decisions
        ]
    if booked:
        connection.execute(sa.insert(decisions), booked)


def _write_seats(connection: sa.Connection, change: Change) -> None:
    numbers = [seat.seat for seat in change.seats]
    connection.execute(
        sa.delete(seats).where(seats.c.code == change.code, seats.c.seat.in_(numbers))
    )
    rows = [{"code": change.code, **asdict(seat)} for seat in change.seats]
    connection.execute(sa.insert(seats), rows)


def _engine(url: str) -> sa.Engine:
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_pre_ping=True)
    if parsed.database in (None, "", ":memory:"):
        # One connection for all threads, or each would have a database of its own.
        engine = sa.create_engine(
            url, poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
    else:
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        """Readers don't wait for the writer; a commit is on the disk when it returns."""
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def migrate(engine: sa.Engine) -> None:
    """Bring the database's tables up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
