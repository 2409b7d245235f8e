"""The time that a server has lived: the one by which the clocks of its tables run.

It counts seconds while the server runs and stands still while it does not, for what was counted is
stored: with every clock that is set, about once a second while any clock runs (a *heartbeat*), and
to the moment when the server stops. A deadline is a number of such seconds, so a restart changes
none of them. Seconds are counted by a clock that nobody sets: when the wall clock is put right by
hours, no clock of a table notices. The wall clock only says when something is, for people to read.

What has been counted is stored in a row that belongs to one server process, ``lives``. Where
several processes share a database, all live the same life: each has its own row, and goes on from
the longest life of all with every sign of its own (``leases``). So a deadline means the same
everywhere, and clocks stand only while no process runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import sqlalchemy as sa

from .schema import Writing, metadata

THE_ONE = 1  # the number of the only process there is
lives = sa.Table(
    "lives",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("lived", sa.Float, nullable=False),  # seconds
    sa.Column("at", sa.Float, nullable=False),  # by the wall clock, for people to read
)


class Life:
    """Seconds that a server has lived. ``steady`` is a clock that nobody sets, ``wall`` the other.

    >>> seconds = 100.0
    >>> life = Life(steady=lambda: seconds)
    >>> life.go_on(7.0)
    >>> seconds += 2
    >>> life.now()
    9.0
    """

    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        number: int = THE_ONE,
    ) -> None:
        self._steady, self.wall, self.number = steady, wall, number
        self._born = steady()  # when it would have been born, had it lived without a break
        self._held: float | None = None

    def now(self) -> float:
        if self._held is not None:
            return self._held
        return self._steady() - self._born

    def go_on(self, lived: float) -> None:
        """From here on, having lived so long."""
        self._born, self._held = self._steady() - lived, None

    def keep_up(self, lived: float) -> None:
        """Others, who live the same life, have come so far."""
        if lived > self.now():
            held = self._held is not None
            self.go_on(lived)
            if held:
                self.hold()

    @property
    def held(self) -> bool:
        return self._held is not None

    def hold(self) -> None:
        """Stand still: while nothing can be stored, nobody can decide anything either."""
        self._held = self.now()

    def let_go(self) -> None:
        if self._held is not None:
            self.go_on(self._held)

    def beat(self) -> Writing:
        """A sign of life: how long it has been."""
        lived, at, number = self.now(), self.wall(), self.number

        def write(connection: sa.Connection) -> None:
            row = {"lived": lived, "at": at}
            known = connection.execute(sa.update(lives).where(lives.c.id == number).values(row))
            if not known.rowcount:
                connection.execute(sa.insert(lives), {"id": number, **row})

        return write

    def lived(self, connection: sa.Connection) -> float:
        """How long it had been at the last sign of life of any process."""
        return float(connection.execute(sa.select(sa.func.max(lives.c.lived))).scalar() or 0.0)
