"""What the database holds: tables, seats and decisions, and how they are read and written.

``Seat``, ``Stored`` and ``Decided`` are rows as they are stored; a ``Change`` is what is to be
written about one table. Everything here works on a connection that somebody else has opened.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

import sqlalchemy as sa

from .handing import Doings
from .table_view import EMPTY, Options
from .timing import Timing

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("host", sa.String(64)),  # a visitor
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("nonce", sa.String(32), nullable=False),
    sa.Column("next_code", sa.String(12)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    # By which cards and rules the game was begun; both empty: by those before they were noted.
    sa.Column("catalogue", sa.String(64)),
    sa.Column("rules", sa.Integer),
    sa.Column("removed", sa.Text),  # JSON: visitors whom the host has taken off, with their names
    sa.Column("shown", sa.Integer),  # the seat whose hand lies open on a device that people share
    sa.Column("result", sa.Text),  # JSON: place and points of each seat, once the game is over
    sa.Column("position", sa.Text),  # JSON: what the game begins with instead of a deal
    sa.Column("doings", sa.Text),  # JSON: what was done about seats during the game
    sa.Column("tournament", sa.String(12)),  # of which it is a table, by its id
    sa.Column("sealed", sa.Boolean),  # its deal is played at other tables too: nobody may look on
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(40)),
    sa.Column("holder", sa.String(64), key="visitor", index=True),
    sa.Column("away", sa.String(10), nullable=False),
)
decisions = sa.Table(
    "decisions",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.Text),  # empty: the decision was taken back, before its step was over
    sa.Column("decider", sa.String(40), nullable=False),  # "person", or the level of a bot
    sa.Column("at", sa.Float, nullable=False),
)
# How a table waits; its deadline, if its clock runs, in the seconds of a server's life (``life``).
timings = sa.Table(
    "timings",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("life", sa.Integer, nullable=False),
    sa.Column("deadline", sa.Float, index=True),
    sa.Column("rest", sa.Text, nullable=False),  # JSON
)
# One row that is written to see whether the database takes anything.
alive = sa.Table(
    "alive",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)


# Why a person is away; kept: not yet there; bench: the host has let a bot play at once.
LEFT, CLOCK, KEPT, BENCH = "left", "clock", "kept", "bench"
# The seats of entries that are no decisions: the game began; from the entry whose number is its
# move on, all was taken back, and steps are numbered so far ahead of the game's.
BEGIN, BACK = -1, -2


Writing = Callable[[sa.Connection], None]
"""What is written beside the tables; done twice it must be the same as done once."""


@dataclass(slots=True)
class Seat:
    """A seat as it is stored. ``away`` is empty, or why a bot plays for a person."""

    seat: int
    kind: str = EMPTY
    name: str = ""
    level: str | None = None
    visitor: str | None = None
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
    catalogue: str | None = None
    rules: int | None = None
    removed: dict[str, str] = field(default_factory=dict)  # names by visitor
    shown: int | None = None
    result: list[tuple[int, int]] | None = None  # place and points of each seat
    seats: list[Seat] = field(default_factory=list)
    taken_back: int = 0  # how often, of the book of decisions
    position: str | None = None  # JSON: what the game begins with instead of a deal
    doings: Doings = field(default_factory=Doings)  # what was done about seats during the game
    timing: Timing = field(default_factory=Timing)
    tournament: str = ""  # of which it is a table, by its id
    sealed: bool = False  # its deal is played at other tables too

    def row(self) -> dict[str, Any]:
        """The row of the table itself."""
        return {
            "code": self.code,
            "secret": self.secret,
            "nonce": self.nonce,
            "created": self.created,
            "position": self.position,
            "tournament": self.tournament or None,
            **self.changing(),
        }

    def changing(self) -> dict[str, Any]:
        """What of the row may change as long as the table is there."""
        return {
            "options": json.dumps(asdict(self.options)),
            "status": self.status,
            "version": self.version,
            "host": self.host,
            "next_code": self.next_code,
            "touched": self.touched,
            "catalogue": self.catalogue,
            "rules": self.rules,
            "removed": json.dumps(self.removed) if self.removed else None,
            "shown": self.shown,
            "result": json.dumps(self.result) if self.result else None,
            "doings": self.doings.text(),
            "sealed": self.sealed,
        }


@dataclass(frozen=True, slots=True)
class Decided:
    """One entry of a table's book of decisions; without a move the seat's was taken back."""

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
    fewer_seats: bool = False  # those that come after the last of ``seats`` are taken away
    decisions: list[Decided] = field(default_factory=list)
    delete: bool = False
    # What else is written with it; a change of no table at all is nothing but that.
    also: list[Writing] = field(default_factory=list)

    @property
    def version(self) -> int:
        """The table's version once this is written; 0 if it says nothing of the table."""
        if self.decisions:
            return self.decisions[-1].version
        return int(self.table["version"]) if self.table else 0


def read_tables(connection: sa.Connection, code: str | None = None) -> list[Stored]:
    """All tables, or one, with their seats; their decisions only count for the last version."""

    def chosen(table: sa.Table) -> sa.ColumnElement[bool]:
        return sa.true() if code is None else table.c.code == code

    found = {
        row.code: _stored(row)
        for row in connection.execute(sa.select(tables).where(chosen(tables)))
    }
    for row in connection.execute(
        sa.select(seats).where(chosen(seats)).order_by(seats.c.code, seats.c.seat)
    ):
        found[row.code].seats.append(
            Seat(row.seat, row.kind, row.name, row.level, row.visitor, row.away)
        )
    book = (
        sa.func.max(decisions.c.version),
        sa.func.max(decisions.c.at),
        sa.func.count(sa.case((decisions.c.seat == BACK, 1))),
    )
    for of, version, at, taken_back in connection.execute(
        sa.select(decisions.c.code, *book).where(chosen(decisions)).group_by(decisions.c.code)
    ):
        stored = found[of]
        stored.version, stored.touched = max(stored.version, version), max(stored.touched, at)
        stored.taken_back = taken_back
    for row in connection.execute(sa.select(timings).where(chosen(timings))):
        found[row.code].timing = Timing.read(row.rest, row.deadline)
    return list(found.values())


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
        row.catalogue,
        row.rules,
        json.loads(row.removed or "{}"),
        row.shown,
        [(place, points) for place, points in json.loads(row.result)] if row.result else None,
        position=row.position,
        doings=Doings.read(row.doings),
        tournament=row.tournament or "",
        sealed=bool(row.sealed),
    )


def put_timing(code: str, life: int, timing: Timing) -> Writing:
    """How a table waits now."""
    row = {"life": life, "deadline": timing.deadline, "rest": timing.text()}

    def write(connection: sa.Connection) -> None:
        if not connection.execute(
            sa.update(timings).where(timings.c.code == code).values(row)
        ).rowcount:
            connection.execute(sa.insert(timings), {"code": code, **row})

    return write


def read_decisions(connection: sa.Connection, code: str) -> list[Decided]:
    """A table's book of decisions, from the first to the last."""
    chosen = sa.select(decisions).where(decisions.c.code == code).order_by(decisions.c.number)
    return [
        Decided(row.number, row.version, row.seat, row.move, row.decider, row.at)
        for row in connection.execute(chosen)
    ]


def not_written(connection: sa.Connection, changes: Iterable[Change]) -> list[Change]:
    """Those that are not there yet, of changes for which it is not known whether they are."""
    versions: dict[str, int] = {}
    left = []
    for change in changes:
        if change.code not in versions:
            known = read_tables(connection, change.code)
            versions[change.code] = known[0].version if known else -1
        if change.delete or not change.version or change.version > versions[change.code]:
            left.append(change)
    return left


def write(connection: sa.Connection, changes: Sequence[Change]) -> None:
    """Statements for all changes; new decisions of all tables go in one. No change: a trial."""
    if not changes:
        touched = connection.execute(sa.update(alive).values(at=time.time()))
        if not touched.rowcount:
            connection.execute(sa.insert(alive), {"id": 1, "at": time.time()})
    booked: list[dict[str, Any]] = []
    for change in changes:
        for statement in change.also:
            statement(connection)
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
        _book(connection, booked)


def _book(connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
    """New decisions, which are nearly all that is ever written: by a statement made once."""
    compiled = _booking(connection.dialect)
    if order := compiled.positiontup:
        connection.exec_driver_sql(
            str(compiled), [tuple([row[at] for at in order]) for row in rows]
        )
    else:
        connection.exec_driver_sql(str(compiled), rows)


@cache
def _booking(dialect: sa.Dialect) -> sa.sql.compiler.SQLCompiler:
    found = sa.insert(decisions).compile(dialect=dialect)
    assert isinstance(found, sa.sql.compiler.SQLCompiler)
    return found


def _write_seats(connection: sa.Connection, change: Change) -> None:
    numbers = [seat.seat for seat in change.seats]
    replaced: sa.ColumnElement[bool] = seats.c.seat.in_(numbers)
    if change.fewer_seats:
        replaced = sa.or_(replaced, seats.c.seat > max(numbers))
    connection.execute(sa.delete(seats).where(seats.c.code == change.code, replaced))
    rows = [{"code": change.code, **asdict(seat)} for seat in change.seats]
    connection.execute(sa.insert(seats), rows)
