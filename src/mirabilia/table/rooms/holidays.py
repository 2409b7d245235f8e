"""Holidays: somebody is away until a day, at all his tables, and no clock of hours runs for him.

They are said for a visitor, not for a table: whoever is away is so everywhere. There are at most 30
days of them in a year, so that nobody can hold up a game for ever; what is not used of a holiday,
for somebody is back before, does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from ..settings import DAY
from .bulletin import HOLIDAYS
from .leases import notify
from .refused import Refused
from .schema import Writing, metadata
from .storage import Storage

MOST_DAYS = 30  # in a year
MOST_TIMES = 24
YEAR = 365 * DAY
holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),  # a visitor
    sa.Column("first", sa.Float, primary_key=True),
    sa.Column("until", sa.Float, nullable=False, index=True),
)
_Row = tuple[float, float]


class Holidays:
    """Who is on holiday now, and until when (``now``); all by the wall clock."""

    def __init__(self, storage: Storage, wall: Callable[[], float]) -> None:
        self._storage, self._wall = storage, wall
        self.now: dict[str, float] = {}

    async def start(self) -> None:
        """Those that are not over; of those that count no more nothing is kept."""
        await self._storage.write_beside(_forget(self._wall() - YEAR))
        rows = await self._storage.look_up(lambda connection: _running(connection, self._wall()))
        self.now.update(rows)

    async def read_again(self) -> set[str]:
        """Somebody may have said at another process that he is away, or back; who has."""
        rows = await self._storage.look_up(lambda connection: _running(connection, self._wall()))
        before, now = dict(self.now), dict(rows)
        self.now.clear()
        self.now.update(now)
        return {each for each in before.keys() | now.keys() if before.get(each) != now.get(each)}

    def until(self, visitor: str | None) -> float | None:
        until = self.now.get(visitor or "", 0.0)
        return until if until > self._wall() else None

    def over(self) -> list[str]:
        """Whose holiday has ended by itself; each is told once."""
        now = self._wall()
        found = [visitor for visitor, until in self.now.items() if until <= now]
        for visitor in found:
            del self.now[visitor]
        return found

    async def begin(self, visitor: str, until: float) -> None:
        """Away until then; somebody who is away already may say another day."""
        now = self._wall()
        if until <= now:
            raise Refused("That day is over.", 400)
        rows = await self._storage.look_up(lambda connection: _of(connection, visitor))
        first = next((first for first, end in rows if end > now), now)
        others = [row for row in rows if row[0] != first and row[1] > now - YEAR]
        used = sum(_counted(row, now) for row in others)
        if used + until - first > MOST_DAYS * DAY:
            raise Refused(
                "There are %(most)d days of holidays in a year; you have %(left)d of them left.",
                400,
                most=MOST_DAYS,
                left=max(0, int(MOST_DAYS - used / DAY)),
            )
        if len(others) >= MOST_TIMES:
            raise Refused("You have been on holiday too often this year.", 400)
        await self._storage.write_beside(_put(visitor, first, until), notify(HOLIDAYS))
        self.now[visitor] = until

    async def follow(self, before: str, visitor: str) -> None:
        """Somebody is another visitor from now on, at a table or at all: he is away as long, and
        what he has had of holidays counts for that one.
        """
        rows = await self._storage.look_up(lambda connection: _of(connection, before))
        if rows:
            had = (_had(visitor, first, until) for first, until in rows)
            await self._storage.write_beside(*had, notify(HOLIDAYS))

    async def end(self, visitor: str) -> bool:
        """Back again; whether he was away."""
        if self.until(visitor) is None:
            return False
        await self._storage.write_beside(_cut(visitor, self._wall()), notify(HOLIDAYS))
        self.now.pop(visitor, None)
        return True


def _counted(row: _Row, now: float) -> float:
    """The seconds of a holiday that fall into the last year."""
    first, until = row
    return max(0.0, until - max(first, now - YEAR))


def _running(connection: sa.Connection, now: float) -> Sequence[tuple[str, float]]:
    found = sa.select(holidays.c.holder, holidays.c.until).where(holidays.c.until > now)
    found = found.order_by(holidays.c.until)  # of somebody's, the one that lasts longest counts
    return [(row.holder, row.until) for row in connection.execute(found)]


def _of(connection: sa.Connection, visitor: str) -> Sequence[_Row]:
    found = sa.select(holidays.c.first, holidays.c.until).where(holidays.c.holder == visitor)
    return [(row.first, row.until) for row in connection.execute(found)]


def _had(visitor: str, first: float, until: float) -> Writing:
    """A holiday that is another's too; what he himself has made of it stays."""

    def write(connection: sa.Connection) -> None:
        same = sa.and_(holidays.c.holder == visitor, holidays.c.first == first)
        if connection.execute(sa.select(holidays).where(same)).first() is None:
            _put(visitor, first, until)(connection)

    return write


def _put(visitor: str, first: float, until: float) -> Writing:
    def write(connection: sa.Connection) -> None:
        same = sa.and_(holidays.c.holder == visitor, holidays.c.first == first)
        connection.execute(sa.delete(holidays).where(same))
        connection.execute(sa.insert(holidays), {"holder": visitor, "first": first, "until": until})

    return write


def _cut(visitor: str, now: float) -> Writing:
    def write(connection: sa.Connection) -> None:
        running = sa.and_(holidays.c.holder == visitor, holidays.c.until > now)
        connection.execute(sa.update(holidays).where(running).values(until=now))

    return write


def _forget(before: float) -> Writing:
    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(holidays).where(holidays.c.until < before))

    return write
