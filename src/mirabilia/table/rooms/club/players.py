"""The players of the club: found by name, by who somebody is, or by id; added, changed, removed."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ..names import clean_name, folded
from ..refused import Refused
from ..schema import Writing
from ..seating import BOT_NAMES
from .passphrases import Lock
from .rows import new_id, players

# What bots are called, and people of whom no name is known.
_ANYBODY = re.compile(r"pla?yer[0-9lo]*|you|freecity|freeclty")
_BOTS = frozenset(folded(name) for name in BOT_NAMES)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has a name of his own on this server."""

    id: str
    name: str
    visitor: str
    former: str | None
    keeper: bool
    joined: float


def clean(name: str) -> str:
    """A name that a player of the club can have."""
    name = clean_name(name)
    compared = folded(name)
    if not compared or not any(char.isalnum() for char in name):
        raise Refused("A name in the club has at least one letter.", 400)
    if "/" in name:  # it is part of an address
        raise Refused("A name in the club has no slash.", 400)
    if compared in _BOTS or _ANYBODY.fullmatch(compared):
        raise Refused("That is what others are called here; take another name.", 400)
    return name


# Reading


def _read(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> list[Player]:
    names = Player.__slots__
    chosen = sa.select(*(players.c[name] for name in names)).where(*wanted)
    return [Player(*row) for row in connection.execute(chosen.order_by(players.c.folded))]


def everybody(connection: sa.Connection) -> list[Player]:
    """By their names."""
    return _read(connection)


def by_name(connection: sa.Connection, name: str) -> Player | None:
    """Whose name that is, or one that could be taken for it."""
    compared = folded(name[:100])
    found = _read(connection, players.c.folded == compared) if compared else []
    return found[0] if found else None


def by_visitor(connection: sa.Connection, visitor: str) -> Player | None:
    return next(iter(_read(connection, players.c.visitor == visitor)), None)


def by_id(connection: sa.Connection, id: str) -> Player | None:
    return next(iter(_read(connection, players.c.id == id)), None)


def who_moves(connection: sa.Connection) -> list[Player]:
    """Those who have a new token, and may have seats by their former one."""
    return _read(connection, players.c.former.is_not(None))


def count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(players)).scalar_one()


def lock_of(connection: sa.Connection, id: str) -> Lock | None:
    chosen = sa.select(players.c.salt, players.c.lock, players.c.token).where(players.c.id == id)
    row = connection.execute(chosen).first()
    return Lock(row.salt, row.lock, row.token) if row else None


# Writing


def new(name: str, visitor: str, keeper: bool) -> Player:
    return Player(new_id(), name, visitor, None, keeper, time.time())


def add(connection: sa.Connection, player: Player, lock: Lock) -> None:
    row = {name: getattr(player, name) for name in Player.__slots__}
    row |= {"folded": folded(player.name), **_opened_by(lock)}
    connection.execute(sa.insert(players), row)


def _opened_by(lock: Lock) -> dict[str, Any]:
    return {"salt": lock.salt, "lock": lock.lock, "token": lock.token}


def renew(connection: sa.Connection, player: Player, visitor: str, lock: Lock) -> None:
    """Another passphrase and another token; what he was before is kept until it is moved."""
    values = {"visitor": visitor, "former": player.visitor, **_opened_by(lock)}
    connection.execute(sa.update(players).where(players.c.id == player.id).values(values))


def change(id: str, values: Mapping[str, Any]) -> Writing:
    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(players).where(players.c.id == id).values(dict(values)))

    return write


def moved(player: Player) -> Writing:
    """Nothing is left of what somebody was before."""
    same = sa.and_(players.c.id == player.id, players.c.former == player.former)

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(players).where(same).values(former=None))

    return write


def remove(id: str) -> Writing:
    """A player is none any more; what he has played stays, without a name."""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(players).where(players.c.id == id))

    return write


def make_keeper(connection: sa.Connection, player: Player, keeper: bool) -> None:
    """Somebody keeps the club from now on, or no longer; somebody always does."""
    if not keeper:
        must_be_kept(connection, player)
    change(player.id, {"keeper": keeper})(connection)


def must_be_kept(connection: sa.Connection, player: Player) -> None:
    """That there is a keeper besides a player."""
    others = players.c.keeper == sa.true(), players.c.id != player.id
    number = sa.select(sa.func.count()).select_from(players).where(*others)
    if not connection.execute(number).scalar_one():
        raise Refused("The club needs a keeper: make somebody else one first.")
