"""Finished games as they are kept, longer than their tables: records, who played, how it ended.

A game is *filed* in the same commit as its last decision, and taken out in the commit in which that
decision is taken back. It has the code of its table; a record that somebody has brought has a code
of the same kind. Nothing of a game that is not over is ever here. One whose deal is still played at
other tables is *sealed*: it is filed, and not there for anybody until it is unsealed.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ...game.game import Game
from .names import nameless
from .schema import Seat, Writing, metadata
from .table_view import BOT, PERSON

TABLE, UPLOAD = "table", "upload"  # where a game came from
games = sa.Table(
    "games",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, index=True),  # of the record
    sa.Column("at", sa.Float, nullable=False, index=True),  # since when it is kept
    sa.Column("source", sa.String(10), nullable=False),
    sa.Column("setup", sa.Text, nullable=False),  # JSON: players, edition, expansions, teams
    sa.Column("taken_back", sa.Integer, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),  # JSON, compressed
    # By which cards it is replayed (``printed``); empty: it can't be any more.
    sa.Column("catalogue", sa.String(64)),
    sa.Column("sealed", sa.Boolean),
)
_OPEN = sa.func.coalesce(games.c.sealed, sa.false()) == sa.false()
_RECORDED = sa.func.length(games.c.record) > 0
players = sa.Table(
    "players",
    metadata,
    sa.Column("code", sa.ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),  # person or bot
    sa.Column("level", sa.String(40)),
    sa.Column("holder", sa.String(64), key="visitor", index=True),
    sa.Column("board", sa.String(40), nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Player:
    """Who played at a seat, and how it ended for him. ``visitor``: whose game it is."""

    seat: int
    name: str
    kind: str
    level: str | None
    visitor: str | None
    board: str
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Filed:
    """A game as lists know it; its record is read when asked for."""

    code: str
    digest: str
    at: float
    source: str
    setup: Mapping[str, Any]  # players (how many), edition, expansions, teams
    taken_back: int
    players: tuple[Player, ...]
    replay: bool = True  # its record is still kept


def filed(
    code: str,
    record: Mapping[str, Any],
    game: Game,
    seats: Sequence[Seat] = (),
    at: float | None = None,
) -> Filed:
    """A finished game; ``seats`` are those of its table, none of a record that was brought."""
    if not game.over:
        raise ValueError("Only a game that is over is filed.")
    places = {seat: place for place, group in game.ranking() for seat in group}
    points = [sheet.total for sheet in game.scores()]
    sitting = seats or [Seat(seat, PERSON, game.names[seat]) for seat in range(game.players)]
    return Filed(
        code,
        digest_of(record),
        time.time() if at is None else at,
        TABLE if seats else UPLOAD,
        {
            "players": game.players,
            "edition": game.edition,
            "expansions": list(game.expansions),
            "teams": game.teams,
        },
        int(record.get("taken_back", 0)),
        tuple(
            Player(
                seat.seat,
                seat.name,
                seat.kind,
                seat.level if seat.kind == BOT else None,
                seat.visitor,
                game.wonder(seat.seat),
                places[seat.seat],
                points[seat.seat],
            )
            for seat in sitting
        ),
    )


def digest_of(record: Mapping[str, Any]) -> str:
    """The same for records that say the same."""
    return hashlib.sha256(_json(record, sort_keys=True)).hexdigest()


def _json(record: Mapping[str, Any], **how: Any) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False, **how).encode()


def _packed(record: Mapping[str, Any]) -> bytes:
    return zlib.compress(_json(record), 9)


# Writing: each is something to do on a connection, and harmless if done twice.


def put(game: Filed, record: Mapping[str, Any], sealed: bool = False) -> Writing:
    """File a game, in place of what has its code."""
    row = {
        "code": game.code,
        "digest": game.digest,
        "at": game.at,
        "source": game.source,
        "setup": json.dumps(game.setup),
        "taken_back": game.taken_back,
        "record": _packed(record),
        "catalogue": record["catalogue"],
        "sealed": sealed,
    }
    seats = [
        {"code": game.code, **{name: getattr(player, name) for name in Player.__slots__}}
        for player in game.players
    ]

    def write(connection: sa.Connection) -> None:
        take_out(game.code)(connection)
        connection.execute(sa.insert(games), row)
        connection.execute(sa.insert(players), seats)

    return write


def take_out(*codes: str) -> Writing:
    """Games that are kept no longer, or are not over any more."""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(games).where(games.c.code.in_(codes)))

    return write


def unseal(connection: sa.Connection, codes: Sequence[str]) -> None:
    """Nobody plays their deal any more."""
    connection.execute(sa.update(games).where(games.c.code.in_(codes)).values(sealed=False))


def renew(code: str, at: float) -> Writing:
    """A game that was brought is kept from now on; one of this house keeps its date."""
    brought = games.c.code == code, games.c.source == UPLOAD

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(games).where(*brought).values(at=at))

    return write


def thin(before: float) -> Writing:
    """Records that are older go. Of a game that is somebody's the rest stays, for his history."""
    somebody = sa.select(players.c.code).where(players.c.visitor.is_not(None))
    old = games.c.at < before, games.c.record != b""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(games).where(*old, games.c.code.not_in(somebody)))
        connection.execute(sa.update(games).where(*old).values(record=b"", catalogue=None))

    return write


def give(before: str, visitor: str | None) -> Writing:
    """What somebody has played becomes somebody else's."""

    def write(connection: sa.Connection) -> None:
        his = sa.update(players).where(players.c.visitor == before)
        connection.execute(his.values(visitor=visitor))

    return write


def unname(code: str, visitor: str) -> Writing:
    """Of a game that others have played too somebody's name goes, also in its record."""

    def write(connection: sa.Connection) -> None:
        game = find(connection, code, sealed=True)
        his = [player.seat for player in game.players if player.visitor == visitor] if game else []
        record = read_record(connection, code, sealed=True)
        for seat in his:
            if record:
                record["setup"]["players"][seat] = nameless(seat)
            row = sa.update(players).where(players.c.code == code, players.c.seat == seat)
            connection.execute(row.values(name=nameless(seat), visitor=None))
        if his and record:
            changed = sa.update(games).where(games.c.code == code)
            connection.execute(changed.values(record=_packed(record)))

    return write


# Reading


def _there(sealed: bool) -> sa.ColumnElement[bool]:
    """What there is for those who ask; ``sealed``: for the server itself also what is sealed."""
    return sa.true() if sealed else _OPEN


def find(connection: sa.Connection, code: str, sealed: bool = False) -> Filed | None:
    """The game of a code, if it is here."""
    chosen = sa.select(*_ABOUT).where(games.c.code == code, _there(sealed))
    return next(iter(_read(connection, chosen)), None)


def games_of(
    connection: sa.Connection, visitor: str, most: int, sealed: bool = False
) -> list[Filed]:
    """The games in which somebody had a seat, the last one first."""
    his = sa.select(players.c.code).where(players.c.visitor == visitor)
    chosen = sa.select(*_ABOUT).where(games.c.code.in_(his), _there(sealed))
    chosen = chosen.order_by(games.c.at.desc())
    return _read(connection, chosen.limit(most))


def code_of(connection: sa.Connection, digest: str) -> str | None:
    """Where a record is kept that says the same."""
    same = games.c.digest == digest, _OPEN, _RECORDED
    chosen = sa.select(games.c.code).where(*same).order_by(games.c.at)
    return connection.execute(chosen).scalars().first()


def digest_at(connection: sa.Connection, code: str) -> str | None:
    """What is kept at a code, by its digest."""
    chosen = sa.select(games.c.digest).where(games.c.code == code, _OPEN)
    return connection.execute(chosen).scalars().first()


def read_record(
    connection: sa.Connection, code: str, sealed: bool = False
) -> dict[str, Any] | None:
    """The record of a game."""
    chosen = sa.select(games.c.record).where(games.c.code == code, _there(sealed))
    packed = connection.execute(chosen).scalars().first()
    if not packed:
        return None
    record: dict[str, Any] = json.loads(zlib.decompress(packed))
    return record


def replays(connection: sa.Connection, codes: Sequence[str]) -> frozenset[str]:
    """Of these games, those whose record is there."""
    there = games.c.code.in_(codes), _OPEN, _RECORDED
    return frozenset(connection.execute(sa.select(games.c.code).where(*there)).scalars())


def codes(connection: sa.Connection) -> set[str]:
    """All that are taken."""
    return set(connection.execute(sa.select(games.c.code)).scalars())


def too_old(connection: sa.Connection, before: float, most: int, most_uploads: int) -> list[str]:
    """What is not kept any longer: what is older, and the oldest of what is too many."""
    newest = games.c.at.desc()
    of_uploads = sa.select(games.c.code).where(games.c.source == UPLOAD).order_by(newest)
    found = set(connection.execute(sa.select(games.c.code).where(games.c.at < before)).scalars())
    for chosen, number in (
        (sa.select(games.c.code).order_by(newest), most),
        (of_uploads, most_uploads),
    ):
        found.update(connection.execute(chosen.limit(_MOST_CLEARED).offset(number)).scalars())
    return sorted(found)[:_MOST_CLEARED]


_MOST_CLEARED = 500  # at once
_ABOUT = (
    *(column for column in games.c if column.name not in ("record", "catalogue", "sealed")),
    _RECORDED.label("replay"),
)


def _read(connection: sa.Connection, chosen: sa.Select[Any]) -> list[Filed]:
    rows = connection.execute(chosen).all()
    seats: dict[str, list[Player]] = {row.code: [] for row in rows}
    among = sa.select(players).where(players.c.code.in_(seats)).order_by(players.c.seat)
    for row in connection.execute(among):
        seats[row.code].append(Player(*(getattr(row, name) for name in Player.__slots__)))
    return [
        Filed(
            row.code,
            row.digest,
            row.at,
            row.source,
            json.loads(row.setup),
            row.taken_back,
            tuple(seats[row.code]),
            bool(row.replay),
        )
        for row in rows
    ]
