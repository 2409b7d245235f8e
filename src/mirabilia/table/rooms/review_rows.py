"""Reviews as they are kept: a row for each decision that has been judged, and for each turn of the
course, which all players of a game share.

They belong to a game of the archive and go with it; a row is written only while the game is still
the one that was reviewed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from ...review import written
from ...review.judgement import Expected, Judgement
from .archive import games
from .schema import Writing, metadata

COURSE = -1  # in place of a player: of all
HEAD = -1  # in place of a number: how many there will be
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("code", sa.ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
)


@dataclass(slots=True)
class Rows:
    """What there is of a review: judgements by their number, turns by theirs, and how many there
    will be, if that is known.
    """

    owed: int | None = None
    turns: int | None = None
    judgements: dict[int, Judgement] = field(default_factory=dict)
    course: dict[int, Expected] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return len(self.judgements) == self.owed and len(self.course) == self.turns


def read(connection: sa.Connection, code: str, player: int) -> Rows:
    """The review of a player; what another version of this program has written is left out."""
    chosen = sa.select(reviews).where(
        reviews.c.code == code, reviews.c.player.in_((player, COURSE))
    )
    found, data = (
        Rows(),
        [
            (row.player == COURSE, row.number, json.loads(row.data))
            for row in connection.execute(chosen.order_by(reviews.c.number))
        ],
    )
    versions = {of_all: each["version"] for of_all, number, each in data if number == HEAD}
    for of_all, number, each in data:
        if versions.get(of_all) != written.VERSION:
            continue
        if number == HEAD and of_all:
            found.turns = each["count"]
        elif number == HEAD:
            found.owed = each["count"]
        elif of_all:
            found.course[number] = written.read_expected(each)
        else:
            found.judgements[number] = written.read_judgement(each)
    return found


def begin(code: str, digest: str, player: int, count: int) -> Writing:
    """A review of so many parts begins; what there was of it is forgotten."""

    def write(connection: sa.Connection) -> None:
        old = sa.delete(reviews).where(reviews.c.code == code, reviews.c.player == player)
        connection.execute(old)
        _put(connection, code, digest, player, {HEAD: {"version": written.VERSION, "count": count}})

    return write


def add(code: str, digest: str, player: int, parts: Mapping[int, Mapping[str, Any]]) -> Writing:
    """Some more of a review."""

    def write(connection: sa.Connection) -> None:
        _put(connection, code, digest, player, parts)

    return write


def _put(
    connection: sa.Connection,
    code: str,
    digest: str,
    player: int,
    parts: Mapping[int, Mapping[str, Any]],
) -> None:
    same = sa.select(games.c.code).where(games.c.code == code, games.c.digest == digest)
    if connection.execute(same).first() is None:
        return
    connection.execute(
        sa.delete(reviews).where(
            reviews.c.code == code, reviews.c.player == player, reviews.c.number.in_(list(parts))
        )
    )
    rows: Sequence[Mapping[str, Any]] = [
        {"code": code, "player": player, "number": number, "data": json.dumps(data)}
        for number, data in parts.items()
    ]
    connection.execute(sa.insert(reviews), rows)
