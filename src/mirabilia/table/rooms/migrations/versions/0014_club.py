"""The club: players, links, games that count, seasons, tournaments; tables that are sealed."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def _of(column: str, gone: str = "CASCADE") -> sa.ForeignKey:
    return sa.ForeignKey(column, ondelete=gone)


def upgrade() -> None:
    op.add_column("tables", sa.Column("tournament", sa.String(12)))
    op.add_column("tables", sa.Column("sealed", sa.Boolean))
    op.add_column("games", sa.Column("sealed", sa.Boolean))
    _people()
    _games()
    _tournaments()


def _people() -> None:
    op.create_table(
        "club_players",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(200), nullable=False, unique=True),
        sa.Column("holder", sa.String(64), nullable=False, unique=True),
        sa.Column("former", sa.String(64), index=True),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("lock", sa.LargeBinary, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("keeper", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    op.create_table(
        "club_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(12), nullable=False, unique=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("note", sa.String(40), nullable=False),
        sa.Column("player", sa.String(12), _of("club_players.id")),
        sa.Column("keeper", sa.Boolean, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False, index=True),
    )


def _games() -> None:
    op.create_table(
        "club_games",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("kind", sa.String(80), nullable=False, index=True),
        sa.Column("seats", sa.Integer, nullable=False),
    )
    op.create_table(
        "club_scores",
        sa.Column("code", sa.String(12), _of("club_games.code"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(12), _of("club_players.id", "SET NULL"), index=True),
        sa.Column("board", sa.String(40), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("behind", sa.Float, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )
    op.create_table(
        "club_ratings",
        sa.Column("player", sa.String(12), _of("club_players.id"), primary_key=True),
        sa.Column("kind", sa.String(80), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "club_seasons",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("last", sa.String(10), nullable=False),
    )


def _tournaments() -> None:
    op.create_table(
        "club_tournaments",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("duplicate", sa.Boolean, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("claimed", sa.Float, nullable=False),
    )
    op.create_table(
        "club_entrants",
        sa.Column("tournament", sa.String(12), _of("club_tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(12), _of("club_players.id", "SET NULL"), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_table(
        "club_rounds",
        sa.Column("tournament", sa.String(12), _of("club_tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "club_tables",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column(
            "tournament", sa.String(12), _of("club_tournaments.id"), nullable=False, index=True
        ),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_table(
        "club_seats",
        sa.Column("code", sa.String(12), _of("club_tables.code"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entrant", sa.Integer, nullable=False),
        sa.Column("board", sa.String(40), nullable=False),
        sa.Column("absent", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer),
    )
