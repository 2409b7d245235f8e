"""What the games of the club come to: rankings, a player's statistics, the table of a season."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa

from ..refused import Refused
from ..schema import Writing
from . import players
from .counting import Rating
from .players import Player
from .rows import games, new_id, ratings, scores, seasons
from .rows import players as people

LONGEST_NAME = 40
MOST_LATEST = 20


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a ranking."""

    place: int
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Tally:
    """What some games come to for somebody; ``key`` says which: a board, a kind of game."""

    key: str
    games: int
    victories: int
    place: float  # on the average
    points: float
    best: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game of somebody."""

    code: str
    at: float
    kind: str
    board: str
    place: int
    seats: int
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """All there is to know of a player."""

    player: Player
    ratings: tuple[tuple[str, Rating], ...]  # by kind of game, what was played most first
    by_board: tuple[Tally, ...]
    total: Tally | None
    latest: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Season:
    id: str
    name: str
    first: str
    last: str

    def holds(self, day: str) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a season's table."""

    place: int
    name: str
    games: int
    victories: int
    points: float  # of the season: how many seats were left behind


def kinds(connection: sa.Connection) -> list[str]:
    """Of which games there are ratings, what was played most first."""
    number = sa.func.count().desc()
    rated = sa.select(ratings.c.kind).distinct()
    chosen = sa.select(games.c.kind).where(games.c.kind.in_(rated)).group_by(games.c.kind)
    return list(connection.execute(chosen.order_by(number, games.c.kind)).scalars())


def ranking(connection: sa.Connection, kind: str) -> list[Ranked]:
    """All who have a rating of that kind, by what they have shown for nearly certain."""
    chosen = sa.select(people.c.name, ratings).join(people, people.c.id == ratings.c.player)
    found = [
        (row.name, Rating(row.mu, row.sigma, row.games))
        for row in connection.execute(chosen.where(ratings.c.kind == kind))
    ]
    found.sort(key=lambda each: (-each[1].least, each[0]))
    return [Ranked(place, *each) for place, each in enumerate(found, 1)]


_TALLY = (
    sa.func.count().label("number"),
    sa.func.sum(sa.case((scores.c.place == 1, 1), else_=0)).label("victories"),
    sa.func.avg(1.0 * scores.c.place).label("place"),
    sa.func.avg(1.0 * scores.c.points).label("points"),
    sa.func.max(scores.c.points).label("best"),
)


def standing(connection: sa.Connection, player: Player) -> Standing:
    his = scores.c.player == player.id
    rated = sa.select(ratings).where(ratings.c.player == player.id)
    rated = rated.order_by(ratings.c.games.desc(), ratings.c.kind)
    boards = sa.select(scores.c.board.label("key"), *_TALLY).where(his).group_by(scores.c.board)
    boards = boards.order_by(sa.func.count().desc(), scores.c.board)
    total = sa.select(sa.literal("").label("key"), *_TALLY).where(his)
    latest = (
        sa.select(games.c.code, games.c.at, games.c.kind, scores.c.board, scores.c.place)
        .add_columns(games.c.seats, scores.c.points)
        .join(games, games.c.code == scores.c.code)
        .where(his)
        .order_by(games.c.at.desc())
        .limit(MOST_LATEST)
    )
    whole = [_tally(row) for row in connection.execute(total) if row.number]
    return Standing(
        player,
        tuple((r.kind, Rating(r.mu, r.sigma, r.games)) for r in connection.execute(rated)),
        tuple(_tally(row) for row in connection.execute(boards)),
        whole[0] if whole else None,
        tuple(Played(*row) for row in connection.execute(latest)),
    )


def _tally(row: sa.Row[tuple[object, ...]]) -> Tally:
    return Tally(
        row.key,
        int(row.number),
        int(row.victories),
        float(row.place),
        float(row.points),
        int(row.best),
    )


# Seasons


def today() -> str:
    """The day it is, in universal time."""
    return datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def all_seasons(connection: sa.Connection) -> list[Season]:
    """The latest first."""
    chosen = sa.select(seasons.c.id, seasons.c.name, seasons.c.first, seasons.c.last)
    latest = chosen.order_by(seasons.c.first.desc(), seasons.c.name)
    return [Season(*row) for row in connection.execute(latest)]


def current(found: Iterable[Season]) -> Season | None:
    """The season it is, or the one that was last."""
    day, begun = today(), [season for season in found if season.first <= today()]
    return next((season for season in begun if season.holds(day)), next(iter(begun), None))


def season_table(connection: sa.Connection, season: Season) -> list[Row]:
    """Who has left most seats behind; then who has won most, then who needed fewer games."""
    begins, ends = _moment(season.first), _moment(season.last) + timedelta(days=1).total_seconds()
    points = sa.func.sum(scores.c.behind)
    wins = sa.func.sum(sa.case((scores.c.place == 1, 1), else_=0))
    chosen = (
        sa.select(people.c.name, sa.func.count(), wins, points)
        .join(people, people.c.id == scores.c.player)
        .join(games, games.c.code == scores.c.code)
        .where(games.c.at >= begins, games.c.at < ends)
        .group_by(people.c.id, people.c.name)
    )
    rows_found = connection.execute(chosen)
    found = [(row[0], int(row[1]), int(row[2]), float(row[3])) for row in rows_found]
    found.sort(key=lambda row: (-row[3], -row[2], row[1], row[0]))
    rows: list[Row] = []
    for at, (name, number, won, total) in enumerate(found, 1):
        before = rows[-1] if rows else None
        same = before and (before.points, before.victories, before.games) == (total, won, number)
        rows.append(Row(before.place if before and same else at, name, number, won, total))
    return rows


def _moment(day: str) -> float:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def add_season(connection: sa.Connection, name: str, first: str, last: str, most: int) -> Season:
    """A new season, from one day to another."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused("A season's name has 1 to %(most)d letters.", 400, most=LONGEST_NAME)
    season = Season(new_id(), name, _day(first), _day(last))
    if season.last < season.first:
        raise Refused("A season ends after it has begun.", 400)
    if connection.execute(sa.select(sa.func.count()).select_from(seasons)).scalar_one() >= most:
        raise Refused("There are as many seasons as this server keeps; delete one.", 409)
    row = {name: getattr(season, name) for name in Season.__slots__}
    connection.execute(sa.insert(seasons), row)
    return season


def _day(text: str) -> str:
    try:
        found = date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("A day is given as 2027-07-31.", 400) from None
    if not 2000 <= found.year <= 2200:
        raise Refused("A day is given as 2027-07-31.", 400)
    return found.isoformat()


def delete_season(id: str) -> Writing:
    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(seasons).where(seasons.c.id == id))

    return write


def named(connection: sa.Connection, name: str) -> Standing:
    """The standing of a player, by his name."""
    player = players.by_name(connection, name)
    if player is None:
        raise Refused("There is no such player in the club.", 404)
    return standing(connection, player)
