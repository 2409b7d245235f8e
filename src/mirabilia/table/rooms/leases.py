"""Which process keeps which table, where several share a database: rows, and how they change hands.

A process has a row in ``servers`` while it runs, a table that is kept has one in ``leases``. Every
commit of a process renews its lease in the same transaction (``Lease.renew``) and fails if its row
is not there: that is the fence. Only who deletes that row takes tables from it, and never while it
is locked by a commit that is under way: so nobody waits for who has stopped in the middle of one,
whose session the database ends soon (``storage``). Time is the database's. Everything here works on
a connection that somebody else has opened.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import sqlalchemy as sa

from .life import THE_ONE, lives
from .schema import Writing, metadata, tables

LASTS = 6.0  # seconds; a lease that was not renewed for so long is over
SILENT = 3.0  # the same, if the session of its process has ended
CHANNEL = "mirabilia"  # of NOTIFY
JOINED = "servers"  # what is told there when processes come or go, or leave tables to others
_SESSION = 0x6D697261  # "mira": the locks by which sessions show that they are there
_LATE = 2.0  # seconds between two renewals after which a process has to prove itself again

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("address", sa.String(200), nullable=False),  # where other processes reach it
    sa.Column("until", sa.Float, nullable=False),  # seconds, by the database's clock
)
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "keeper",
        sa.ForeignKey("servers.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
)
# By what processes prove each other that they are of this database.
inner_key = sa.Table(
    "inner_key",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.String(64), nullable=False),
)
# What is true of processes and not of games: no backup has it.
OF_PROCESSES = (servers.name, leases.name, inner_key.name)
_now = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)


class Displaced(Exception):
    """Others have declared this process gone: nothing that it holds in memory counts any more."""


class Lease:
    """The lease of this process, with its number. ``clock`` is one that also counts while the
    machine sleeps, where there is such a clock.
    """

    def __init__(self, number: int, clock: Callable[[], float] | None = None) -> None:
        self.number, self.over = number, False
        self._clock = clock or steady
        self.renewed = self._steady_since = self._clock()
        self._signed: sa.Connection | None = None  # the session that shows that we are there

    def renew(self, connection: sa.Connection) -> None:
        """The first statement of every transaction; ``Displaced`` if the lease was taken away."""
        if self._signed is not connection:
            lock = sa.func.pg_try_advisory_lock(_SESSION, self.number)
            if connection.execute(sa.select(lock)).scalar():
                self._signed = connection
        mine = sa.update(servers).where(servers.c.id == self.number)
        if self.over or not connection.execute(mine.values(until=_now + LASTS)).rowcount:
            self.over = True
            raise Displaced

    def note(self, began: float) -> None:
        """It was renewed, by a transaction that began then."""
        if began - self.renewed > _LATE:
            self._steady_since = began
        self.renewed = began

    def now(self) -> float:
        return self._clock()

    @property
    def sure(self) -> bool:
        """Whether nobody can have declared this process gone by now."""
        return not self.over and self._clock() - self.renewed < SILENT

    @property
    def steady(self) -> bool:
        """Whether it has been renewed without a break for so long that others have had the chance,
        too: after an outage nobody is declared gone who only comes back a little later.
        """
        return self.sure and self.renewed - self._steady_since >= SILENT


def steady() -> float:
    """Seconds by a clock that nobody sets."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def enter(connection: sa.Connection, address: str) -> Lease:
    """A new process, which keeps nothing yet."""
    began = steady()
    row = {"address": address, "until": _now + LASTS}
    number = connection.execute(sa.insert(servers).values(row).returning(servers.c.id)).scalar_one()
    notify(JOINED)(connection)
    lease = Lease(number)
    lease.renewed = began
    return lease


def leave(number: int) -> Writing:
    """A process keeps nothing any more, and ends."""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(servers).where(servers.c.id == number))
        notify(JOINED)(connection)

    return write


def bury(address: str) -> Writing:
    """Who has seen a process end tells the others: they need not wait until its lease is over."""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(servers).where(servers.c.address == address))
        notify(JOINED)(connection)

    return write


def notify(words: str) -> Writing:
    """Have all processes told something, once this is stored; where there is but one, nobody."""

    def write(connection: sa.Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, words)))

    return write


def secret(connection: sa.Connection) -> str:
    """What all processes of this database know; whoever is first makes it."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert

        made = insert(inner_key).values(id=1, secret=secrets.token_hex(32))
        connection.execute(made.on_conflict_do_nothing())
    return str(connection.execute(sa.select(inner_key.c.secret)).scalar_one())


# Tables


def keep(code: str, number: int) -> Writing:
    """A new table is kept by the process that opens it."""
    from sqlalchemy.dialects.postgresql import insert

    def write(connection: sa.Connection) -> None:
        kept = insert(leases).values(code=code, keeper=number)
        connection.execute(kept.on_conflict_do_nothing())

    return write


def let_go(codes: list[str], number: int) -> Writing:
    """Tables that others may claim."""

    def write(connection: sa.Connection) -> None:
        mine = leases.c.code.in_(codes), leases.c.keeper == number
        connection.execute(sa.delete(leases).where(*mine))
        notify(JOINED)(connection)

    return write


def claim(number: int, most: int) -> Writing:
    """So many of the tables that nobody keeps, whichever; other processes take others."""
    from sqlalchemy.dialects.postgresql import insert

    def write(connection: sa.Connection) -> None:
        free = sa.select(tables.c.code, sa.literal(number)).where(
            ~sa.exists().where(leases.c.code == tables.c.code)
        )
        some = free.order_by(sa.func.random()).limit(most)
        claimed = insert(leases).from_select(["code", "keeper"], some)
        connection.execute(claimed.on_conflict_do_nothing())

    return write


def kept_by(connection: sa.Connection, number: int) -> set[str]:
    """The tables of a process."""
    found = sa.select(leases.c.code).where(leases.c.keeper == number)
    return set(connection.execute(found).scalars())


def keeper_of(connection: sa.Connection, code: str) -> tuple[bool, int | None]:
    """Whether there is such a table, and the process that keeps it."""
    joined = tables.outerjoin(leases, leases.c.code == tables.c.code)
    wanted = sa.select(leases.c.keeper).select_from(joined).where(tables.c.code == code)
    row = connection.execute(wanted).first()
    return row is not None, row[0] if row else None


# Processes


@dataclass(slots=True)
class Round:
    """A sign of life of a process, and what it learns by it: written about once a second."""

    number: int
    lived: float  # seconds, as far as this process knows
    steady: bool = False  # whether it may declare others gone who are only late
    members: dict[int, str] = field(default_factory=dict)  # addresses by number
    gone: tuple[int, ...] = ()
    mine: int = 0  # the tables that it keeps
    tables: int = 0
    free: int = 0  # those that nobody keeps

    def write(self, connection: sa.Connection) -> None:
        """Done twice it is the same as done once; what is learned is what was seen last."""
        self.gone = _declare_gone(connection, self.number, self.steady)
        self.lived = _live(connection, self.number, self.lived)
        everybody = connection.execute(sa.select(servers.c.id, servers.c.address))
        self.members = {row.id: row.address for row in everybody}
        counts = [sa.select(sa.func.count()).select_from(one) for one in (tables, leases)]
        self.tables, held = (connection.execute(count).scalar_one() for count in counts)
        self.free = self.tables - held
        own = sa.select(sa.func.count()).where(leases.c.keeper == self.number)
        self.mine = connection.execute(own).scalar_one()


def _declare_gone(connection: sa.Connection, number: int, steady: bool) -> tuple[int, ...]:
    """Whose lease is over, or who is silent and has no session any more, keeps nothing. That the
    session is not there says nothing when the database has just been started.
    """
    up = _now - sa.cast(sa.extract("epoch", sa.func.pg_postmaster_start_time()), sa.Float)
    late = sa.select(servers.c.id, servers.c.until < _now, up > LASTS).where(
        servers.c.id != number, servers.c.until < _now + (LASTS - SILENT)
    )
    gone = []
    # Whose row is locked is renewing its lease, or is looked at again in a second.
    for each, over, up_long in connection.execute(late.with_for_update(skip_locked=True)).all():
        if not (over and steady):
            ended = sa.func.pg_try_advisory_xact_lock(_SESSION, each)
            if not (up_long and connection.execute(sa.select(ended)).scalar()):
                continue
        connection.execute(sa.delete(servers).where(servers.c.id == each))
        gone.append(each)
    if gone:
        notify(JOINED)(connection)
    return tuple(gone)


def anybody(connection: sa.Connection) -> bool:
    """Whether a process is there."""
    there = sa.select(servers.c.id).where(servers.c.until > _now).limit(1)
    return connection.execute(there).first() is not None


def life_of(number: int) -> int:
    """The number of the life of a process; the first is that of servers without leases."""
    return number + THE_ONE


def _live(connection: sa.Connection, number: int, lived: float) -> float:
    """Store how long a process has lived; the longest that any has, which is true of all."""
    longest = connection.execute(sa.select(sa.func.max(lives.c.lived))).scalar() or 0.0
    row = {"lived": max(lived, longest), "at": time.time()}
    mine = sa.update(lives).where(lives.c.id == life_of(number)).values(row)
    if not connection.execute(mine).rowcount:
        connection.execute(sa.insert(lives), {"id": life_of(number), **row})
    there = sa.select(servers.c.id + THE_ONE)
    ended = sa.delete(lives).where(lives.c.id > THE_ONE, lives.c.id.not_in(there))
    connection.execute(ended)
    return float(row["lived"])
