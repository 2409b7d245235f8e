"""Links of the club: by which somebody joins, or gets a new passphrase. Each is good for so many
uses and until a day; only its hash is kept, so it is shown once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ...settings import DAY
from ..handing import hash_of, new_pass
from ..refused import Refused
from ..schema import Writing
from .rows import links, new_id

JOIN, RENEW = "join", "renew"
MOST_USES, MOST_DAYS = 100, 90
HOURS = 48  # for which a link for a new passphrase, or for the first keeper, is good
LONGEST_NOTE = 40


@dataclass(frozen=True, slots=True)
class Link:
    """A link that is good."""

    id: str
    kind: str
    note: str
    player: str | None
    keeper: bool
    uses: int
    until: float


def invitation(note: str, uses: int, days: int, keeper: bool = False) -> tuple[str, Link]:
    """A code by which people join, and what is kept of it."""
    if not 1 <= uses <= MOST_USES:
        raise Refused("An invitation is good for 1 to %(most)d players.", 400, most=MOST_USES)
    if not 1 <= days <= MOST_DAYS:
        raise Refused("An invitation is good for 1 to %(most)d days.", 400, most=MOST_DAYS)
    note = " ".join(note.split())
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise Refused("A note has at most %(most)d letters.", 400, most=LONGEST_NOTE)
    until = time.time() + days * DAY
    return new_pass(), Link(new_id(), JOIN, note, None, keeper, uses, until)


def first_keeper(name: str) -> tuple[str, Link]:
    """A code by which the club gets a keeper, once."""
    until = time.time() + HOURS * 3600
    return new_pass(), Link(new_id(), JOIN, name, None, True, 1, until)


def renewal(player: str, name: str) -> tuple[str, Link]:
    """A code by which one player gets a new passphrase, once."""
    until = time.time() + HOURS * 3600
    return new_pass(), Link(new_id(), RENEW, name, player, False, 1, until)


def put(connection: sa.Connection, code: str, link: Link, most: int) -> None:
    """Keep a link; those that are good no longer go."""
    now = time.time()
    connection.execute(sa.delete(links).where(sa.or_(links.c.until < now, links.c.uses < 1)))
    if link.player is not None:
        connection.execute(sa.delete(links).where(links.c.player == link.player))
    there = sa.select(sa.func.count()).select_from(links)
    if connection.execute(there).scalar_one() >= most:
        raise Refused("There are as many invitations as this server keeps; withdraw some.", 409)
    row = {name: getattr(link, name) for name in Link.__slots__}
    connection.execute(sa.insert(links), {"hash": hash_of(code), **row})


def good(connection: sa.Connection) -> list[Link]:
    """All that can be used, the next to end first."""
    fine = sa.and_(links.c.until > time.time(), links.c.uses > 0)
    chosen = sa.select(*_columns()).where(fine).order_by(links.c.until)
    return [Link(*row) for row in connection.execute(chosen)]


def find(connection: sa.Connection, code: str, kind: str) -> Link:
    """The link of a code, as long as it is good; refused otherwise."""
    fine = sa.and_(links.c.until > time.time(), links.c.uses > 0, links.c.kind == kind)
    chosen = sa.select(*_columns()).where(fine, links.c.hash == hash_of(code))
    row = connection.execute(chosen).first()
    if row is None:
        raise Refused(
            "This link is not good (any more). Ask the keeper of the club for another.", 404
        )
    return Link(*row)


def _columns() -> list[Any]:
    return [links.c[name] for name in Link.__slots__]


def use(connection: sa.Connection, link: Link) -> None:
    """One use less; refused if somebody else has had the last one."""
    same = sa.and_(links.c.id == link.id, links.c.uses > 0)
    if not connection.execute(sa.update(links).where(same).values(uses=links.c.uses - 1)).rowcount:
        raise Refused("Somebody else has just used this link; ask for another.", 409)


def withdraw(id: str) -> Writing:
    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(links).where(links.c.id == id))

    return write
