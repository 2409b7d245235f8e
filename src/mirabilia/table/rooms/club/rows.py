"""What the database holds of the club. All ids are short texts that chance has chosen, so that rows
can be copied from one database to another.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from ..names import LONGEST_NAME
from ..schema import metadata
from ..visitors import CODE_LETTERS

ID_LENGTH = 8


def new_id() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(ID_LENGTH))


def _id() -> sa.String:
    return sa.String(12)


def _of(column: str, gone: str = "CASCADE") -> sa.ForeignKey:
    return sa.ForeignKey(column, ondelete=gone)


players = sa.Table(
    "club_players",
    metadata,
    sa.Column("id", _id(), primary_key=True),
    sa.Column("name", sa.String(2 * LONGEST_NAME), nullable=False),
    sa.Column("folded", sa.String(200), nullable=False, unique=True),  # as names are compared
    sa.Column("holder", sa.String(64), nullable=False, unique=True, key="visitor"),
    # Whoever he was before his last new passphrase, as long as seats of his are to be moved.
    sa.Column("former", sa.String(64), key="former", index=True),
    sa.Column("salt", sa.LargeBinary, nullable=False),
    sa.Column("lock", sa.LargeBinary, nullable=False),  # what the passphrase has to come to
    sa.Column("token", sa.LargeBinary, nullable=False),  # sealed with the passphrase
    sa.Column("keeper", sa.Boolean, nullable=False),
    sa.Column("joined", sa.Float, nullable=False),
)
# Links by which somebody joins, or gets a new passphrase.
links = sa.Table(
    "club_links",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("id", _id(), nullable=False, unique=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("note", sa.String(40), nullable=False),  # whom it is for, in the keeper's words
    sa.Column("player", _id(), _of("club_players.id")),
    sa.Column("keeper", sa.Boolean, nullable=False),  # who joins by it keeps the club
    sa.Column("uses", sa.Integer, nullable=False),  # that are left
    sa.Column("until", sa.Float, nullable=False, index=True),
)
# Games that count, and what they were for each club player.
games = sa.Table(
    "club_games",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("kind", sa.String(80), nullable=False, index=True),
    sa.Column("seats", sa.Integer, nullable=False),
)
scores = sa.Table(
    "club_scores",
    metadata,
    sa.Column("code", _of("club_games.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", _of("club_players.id", "SET NULL"), index=True),
    sa.Column("board", sa.String(40), nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("behind", sa.Float, nullable=False),  # how many seats he left behind, ties half
    sa.Column("mu", sa.Float),  # his rating after it; none, if he was not rated
    sa.Column("sigma", sa.Float),
)
ratings = sa.Table(
    "club_ratings",
    metadata,
    sa.Column("player", _of("club_players.id"), primary_key=True),
    sa.Column("kind", sa.String(80), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
seasons = sa.Table(
    "club_seasons",
    metadata,
    sa.Column("id", _id(), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("first", sa.String(10), nullable=False),  # days, in universal time; both count
    sa.Column("last", sa.String(10), nullable=False),
)
tournaments = sa.Table(
    "club_tournaments",
    metadata,
    sa.Column("id", _id(), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON, as a table has them
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("duplicate", sa.Boolean, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),  # that was drawn last
    sa.Column("seed", sa.String(64), nullable=False),  # of the draws; secret until the first
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("claimed", sa.Float, nullable=False),  # when somebody began to draw
)
entrants = sa.Table(
    "club_entrants",
    metadata,
    sa.Column("tournament", _of("club_tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", _of("club_players.id", "SET NULL"), index=True),
    sa.Column("name", sa.String(2 * LONGEST_NAME), nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False),  # he is not drawn any more
)
rounds = sa.Table(
    "club_rounds",
    metadata,
    sa.Column("tournament", _of("club_tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),  # of a duplicate deal
)
tables = sa.Table(
    "club_tables",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("tournament", _of("club_tournaments.id"), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
)
seats = sa.Table(
    "club_seats",
    metadata,
    sa.Column("code", _of("club_tables.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entrant", sa.Integer, nullable=False),
    sa.Column("board", sa.String(40), nullable=False),
    sa.Column("absent", sa.Boolean, nullable=False),  # a walk-over: a bot has played
    sa.Column("place", sa.Integer),  # both once the game is over
    sa.Column("points", sa.Integer),
)
ALL = (
    *(players, links, games, scores, ratings, seasons),
    *(tournaments, entrants, rounds, tables, seats),
)
