"""Who has a seat at which table, and from where each table was opened.

Every request asks for these, so they are kept up to date and not looked for at all tables. Seats
are those of all tables, at rest or not; where a table was opened is known while the server runs and
is stored nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Register:
    """Kept by the service, which enters each table when it is opened, changed or cleared away."""

    def __init__(self) -> None:
        self._visitors: dict[str, frozenset[str]] = {}  # by the table's code
        self._seats: Counter[str] = Counter()  # by visitor
        self._origins: dict[str, str] = {}  # addresses by the table's code
        self._tables: dict[str, dict[str, None]] = {}  # codes by address, the first opened first

    def enter(self, code: str, visitors: Iterable[str | None]) -> None:
        """Who sits at a table now."""
        now, before = frozenset(filter(None, visitors)), self._visitors.get(code, frozenset())
        self._visitors[code] = now
        self._seats.update(now - before)
        for visitor in before - now:
            self._seats[visitor] -= 1
            if not self._seats[visitor]:
                del self._seats[visitor]

    def opened(self, code: str, address: str | None) -> None:
        """From where a table was opened, if that is known."""
        if address is not None:
            self._origins[code] = address
            self._tables.setdefault(address, {})[code] = None

    def forget(self, code: str) -> None:
        """There is no such table any more."""
        self.enter(code, ())
        del self._visitors[code]
        address = self._origins.pop(code, None)
        if address is not None:
            del self._tables[address][code]
            if not self._tables[address]:
                del self._tables[address]

    def has_seat(self, visitor: str, code: str | None = None) -> bool:
        """At a table, or at any."""
        return visitor in (self._seats if code is None else self._visitors.get(code, ()))

    def opened_from(self, address: str | None) -> tuple[str, ...]:
        return tuple(self._tables.get(address or "", ()))
