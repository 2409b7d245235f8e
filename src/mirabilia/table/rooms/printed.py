"""The catalogues that tables and kept games were begun with, as the database keeps them.

Each is stored in the commit in which a game begins with it, one row for all that are played by it,
and cleared away some time after the last of them. Who keeps games has a column ``catalogue`` with
the digest. A game whose catalogue is still that of the program needs no row; after an update that
has mended a card it goes on by its row. What is read is checked like files of cards, and by its
digest, before anything is played by it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ...catalogue import EDITIONS, EXPANSIONS, Catalogue, CatalogueError, kept, load
from ...catalogue.digests import current
from ...texts import N_
from .schema import Stored, Writing, metadata
from .storage import Storage

log = logging.getLogger("mirabilia.tables")
GRACE = 24 * 3600.0  # seconds for which a row stays that nobody seems to need
OTHER_CARDS = N_(
    "The cards have changed since this game was begun, and those of then are not kept; it can't be "
    "continued."
)
SPOILT = N_("The cards this game was begun with can't be read any more; it can't be continued.")
rows = sa.Table(
    "catalogues",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),  # when a game was last begun with it, or kept
    sa.Column("data", sa.LargeBinary, nullable=False),
)


class NoCards(ValueError):
    """The catalogue of a game is not to be had; the message says why."""


# Writing: each is something to do on a connection, and harmless if done twice.


def put(catalogue: Catalogue) -> Writing:
    """A game begins with this catalogue, or is kept that was played by it."""
    row = {"digest": catalogue.digest, "at": time.time(), "data": kept.pack(catalogue)}

    def write(connection: sa.Connection) -> None:
        insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        # Data that is there already is written again: it may have been spoilt.
        statement = insert(rows).values(row)
        connection.execute(
            statement.on_conflict_do_update(index_elements=[rows.c.digest], set_=row)
        )

    return write


def clear(before: float) -> Writing:
    """What nobody needs, and no game was lately begun with."""

    def write(connection: sa.Connection) -> None:
        needed = [rows.c.digest.in_(_digests_in(column)) for column in _needing()]
        connection.execute(sa.delete(rows).where(rows.c.at < before, ~sa.or_(*needed)))

    return write


def _needing() -> Iterator[sa.Column[str]]:
    for table in metadata.tables.values():
        if "catalogue" in table.c:
            yield table.c.catalogue


def _digests_in(column: sa.Column[str]) -> sa.Select[Any]:
    return sa.select(column).where(column.is_not(None))


# Reading


def find(storage: Storage, digest: str) -> Catalogue | None:
    """The catalogue of a digest; None if it is not kept, a NoCards if it is spoilt."""
    row = sa.select(rows.c.data).where(rows.c.digest == current(digest))
    data = storage.read(lambda connection: connection.execute(row).scalar())
    try:
        return None if data is None else kept.unpack(bytes(data), digest)
    except CatalogueError as error:
        log.error("a kept catalogue is spoilt", extra={"digest": digest, "words": str(error)[:200]})
        raise NoCards(SPOILT) from None


def of_table(storage: Storage, stored: Stored) -> Catalogue | None:
    """What a table's game goes on with, if not with today's catalogue; takes a while."""
    options = stored.options
    try:
        if stored.catalogue == load(options.edition, options.expansions).digest:
            return None
    except CatalogueError:  # an edition or expansion that there is no more
        raise NoCards(OTHER_CARDS) from None
    found = find(storage, stored.catalogue) if stored.catalogue else None
    if found is None:
        raise NoCards(OTHER_CARDS)
    return found


def lacking(connection: sa.Connection) -> list[Catalogue]:
    """Catalogues of today by which games are kept, but which are not: those of an earlier version,
    which did not do so.
    """
    needed = set[str]()
    for column in _needing():
        needed.update(connection.execute(_digests_in(column).distinct()).scalars())
    needed.difference_update(connection.execute(sa.select(rows.c.digest)).scalars())
    return [found for found in _all_today() if found.digest in needed] if needed else []


def _all_today() -> list[Catalogue]:
    every = {
        found.digest: found
        for edition in EDITIONS
        for number in range(len(EXPANSIONS) + 1)
        for expansions in combinations(EXPANSIONS, number)
        for found in (load(edition, expansions), load(edition, expansions, promo=True))
    }
    return list(every.values())
