"""What a game is worth for the club's players: counted once, in the commit in which it ends.

A game counts if two players of the club or more have played it to the end, each at a device of his
own. Nothing counts in which something was taken back, a seat has gone to somebody else or the host
has let a bot play for somebody, that went on from a position, was a first game (whose deal is
known), or was closed by its host: such a game is never filed, or its table says so (``counts``).

Ratings are those of OpenSkill's Plackett-Luce model, one for each kind of game: how many play,
edition and expansions, teams or not. They compare players of the club alone, by their places among
each other: a bot plays differently in each kind of game and after each update of the program, and a
guest may be anybody, so neither tells how well somebody plays who has beaten them. Of teams,
those are compared in which both are players of the club.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from .. import archive
from ..archive import Filed
from ..archive import Player as Seat
from ..handing import UNCOUNTED
from ..history import kind_of
from ..schema import Stored, Writing
from .rows import games, players, ratings, scores

BEGINS = 25.0, 25.0 / 3  # a rating before the first game: OpenSkill's own


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is thought to be, and how uncertain that is; two of ``sigma`` to either
    side are nearly certain.
    """

    mu: float
    sigma: float
    games: int = 0

    @property
    def least(self) -> float:
        """By which players are ranked: what somebody has shown nearly for certain."""
        return self.mu - 2 * self.sigma


def kind_text(game: Filed) -> str:
    """What was played, as ratings know it.

    >>> read_kind("4 2nd cities,leaders teams")
    (4, '2nd', ('cities', 'leaders'), True)
    """
    number, edition, expansions, teams = kind_of(game)
    return f"{number} {edition} {','.join(expansions)} {'teams' if teams else ''}".rstrip()


def read_kind(text: str) -> tuple[int, str, tuple[str, ...], bool]:
    number, edition, *rest = [*text.split(" "), "", ""]
    return int(number), edition, tuple(filter(None, rest[0].split(","))), rest[1] == "teams"


def counts(stored: Stored, first: bool) -> bool:
    """Whether a table that ends was played as games that count are; ``first``: a first game."""
    changed = any(deed.what in UNCOUNTED for deed in stored.doings.deeds)
    return not (first or changed or stored.taken_back or stored.position is not None)


def count(*codes: str) -> Writing:
    """Count games that are filed; what is counted already, or does not count, changes nothing."""

    def write(connection: sa.Connection) -> None:
        for code in codes:
            game = archive.find(connection, code)
            if game is not None and not game.taken_back:
                _count(connection, game)

    return write


def _count(connection: sa.Connection, game: Filed) -> None:
    his = _members(connection, game)
    if (
        len(his) < 2
        or connection.execute(sa.select(games.c.code).where(games.c.code == game.code)).first()
    ):
        return
    kind, seats = kind_text(game), len(game.players)
    row = {"code": game.code, "at": game.at, "kind": kind, "seats": seats}
    connection.execute(sa.insert(games), row)
    rated = _rate(connection, game, his, kind)
    connection.execute(
        sa.insert(scores),
        [
            {
                "code": game.code,
                "seat": seat.seat,
                "player": his[seat.seat],
                "board": seat.board.partition(":")[0],
                "place": seat.place,
                "points": seat.points,
                "behind": left_behind(seat.place, [other.place for other in game.players]),
                "mu": rated[seat.seat].mu if seat.seat in rated else None,
                "sigma": rated[seat.seat].sigma if seat.seat in rated else None,
            }
            for seat in game.players
            if seat.seat in his
        ],
    )


def left_behind(place: int, places: Sequence[int]) -> float:
    """How many others somebody has left behind; a tie is half of one.

    >>> left_behind(1, [1, 1, 3, 4])
    2.5
    """
    return sum(other > place for other in places) + (places.count(place) - 1) / 2


def _members(connection: sa.Connection, game: Filed) -> dict[int, str]:
    """The players of the club by their seats; who shares his device does not count as one."""
    seats: dict[str, list[Seat]] = {}
    for seat in game.players:
        if seat.visitor is not None:
            seats.setdefault(seat.visitor, []).append(seat)
    # Locked, where several servers share a database, in the same order everywhere.
    chosen = sa.select(players.c.visitor, players.c.id).where(players.c.visitor.in_(seats))
    rows = connection.execute(chosen.order_by(players.c.id).with_for_update())
    return {seats[row.visitor][0].seat: row.id for row in rows if len(seats[row.visitor]) == 1}


def _rate(
    connection: sa.Connection, game: Filed, his: Mapping[int, str], kind: str
) -> dict[int, Rating]:
    """New ratings by seat; those who are not compared have none."""
    groups = _compared(game, his)
    if len(groups) < 2:
        return {}
    from openskill.models import PlackettLuce

    chosen = sa.select(ratings).where(ratings.c.kind == kind, ratings.c.player.in_(his.values()))
    known = {row.player: Rating(row.mu, row.sigma, row.games) for row in connection.execute(chosen)}
    before = {seat: known.get(his[seat], Rating(*BEGINS)) for group in groups for seat in group}
    model = PlackettLuce()
    teams = [[model.create_rating([before[s].mu, before[s].sigma]) for s in g] for g in groups]
    places = [float(game.players[group[0]].place) for group in groups]
    found: dict[int, Rating] = {}
    for group, team in zip(groups, model.rate(teams, ranks=places), strict=True):
        for seat, new in zip(group, team, strict=True):
            found[seat] = Rating(new.mu, new.sigma, before[seat].games + 1)
    for seat, rating in found.items():
        same = sa.and_(ratings.c.player == his[seat], ratings.c.kind == kind)
        connection.execute(sa.delete(ratings).where(same))
        row = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
        connection.execute(sa.insert(ratings), {"player": his[seat], "kind": kind, **row})
    return found


def _compared(game: Filed, his: Mapping[int, str]) -> list[tuple[int, ...]]:
    """Whose places are set against each other: seats, or teams of two."""
    if not kind_of(game)[3]:
        return [(seat,) for seat in his]
    teams = [(seat, seat + 1) for seat in range(0, len(game.players), 2)]
    return [team for team in teams if all(seat in his for seat in team)]
