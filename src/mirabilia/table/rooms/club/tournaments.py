"""Tournaments as they are kept: entered, drawn round by round, over.

``ENTRY``: players enter. ``STARTING``: the keeper has started it, and the server draws.
``PLAYING``, then ``OVER``. Whatever is changed is changed by one statement that says from what, so
that several servers, or a server and the terminal, can do the same at once and it is done once.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from .. import archive
from ..names import nameless
from ..refused import Refused
from ..schema import Writing
from ..table_view import Options
from . import draw
from .players import Player
from .points import Result, Stands, standings
from .rows import entrants, new_id, rounds, seats, tables, tournaments

ENTRY, STARTING, PLAYING, OVER = "entry", "starting", "playing", "over"
LONGEST_NAME, MOST_ROUNDS = 60, 20
CLAIM = 60.0  # seconds after which a draw that was begun and not finished is begun again
_SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a tournament; ``player`` is None once he has left the club."""

    number: int
    player: str | None
    name: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table of a tournament."""

    seat: int
    entrant: int
    board: str
    absent: bool
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table of a tournament."""

    code: str
    round: int
    number: int
    over: bool
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    over: bool
    hash: str  # of its duplicate deal; empty if each table has its own


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament without what has been played."""

    id: str
    name: str
    status: str
    options: Options  # of its tables; the players are those that are wanted at one
    rounds: int
    duplicate: bool
    round: int
    seed: str
    created: float
    entrants: tuple[Entrant, ...] = ()

    @property
    def promise(self) -> str:
        """What is shown of the seed before the draw."""
        return hashlib.sha256(bytes.fromhex(self.seed)).hexdigest()

    @property
    def shown_seed(self) -> str:
        """The seed, once something was drawn with it."""
        return self.seed if self.round else ""

    def entrant_of(self, player: str) -> Entrant | None:
        return next((each for each in self.entrants if each.player == player), None)

    @property
    def drawn(self) -> list[Entrant]:
        """Who takes part in the next round: in the order of their numbers."""
        return [each for each in self.entrants if not each.withdrawn and each.player is not None]


@dataclass(frozen=True, slots=True)
class Course:
    """A tournament with all that was played; of a duplicate round no result before it is over."""

    tournament: Tournament
    rounds: tuple[Round, ...]
    tables: tuple[Drawn, ...]

    def name(self, entrant: int) -> str:
        return next(each.name for each in self.tournament.entrants if each.number == entrant)

    def of_round(self, number: int) -> list[Drawn]:
        return [table for table in self.tables if table.round == number]

    @property
    def stands(self) -> list[Stands]:
        results = [
            Result(
                chair.entrant,
                table.round,
                chair.place,
                tuple(one.place or 0 for one in table.chairs),
                chair.points or 0,
                chair.absent,
            )
            for table in self.tables
            for chair in table.chairs
            if chair.place is not None
        ]
        return standings((each.number for each in self.tournament.entrants), results)

    @property
    def past(self) -> draw.Past:
        """What the next draw has to know."""
        past = draw.Past()
        for number in {table.round for table in self.tables}:
            found = self.of_round(number)
            small, large = (how(len(each.chairs) for each in found) for how in (min, max))
            for table in found:
                order = [chair.entrant for chair in table.chairs]
                boards = [chair.board for chair in table.chairs]
                past.note(order, boards, small < large and len(order) == small)
        return past


# Reading


def everything(connection: sa.Connection) -> list[Tournament]:
    """All tournaments, the newest first."""
    return _read(connection)


def find(connection: sa.Connection, id: str) -> Tournament:
    found = _read(connection, tournaments.c.id == id)
    if not found:
        raise Refused("There is no such tournament (any more).", 404)
    return found[0]


def _read(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> list[Tournament]:
    chosen = sa.select(tournaments).where(*wanted).order_by(tournaments.c.created.desc())
    rows = connection.execute(chosen).all()
    people: dict[str, list[Entrant]] = {row.id: [] for row in rows}
    among = sa.select(entrants).where(entrants.c.tournament.in_(people))
    for row in connection.execute(among.order_by(entrants.c.number)):
        people[row.tournament].append(Entrant(row.number, row.player, row.name, row.withdrawn))
    return [
        Tournament(
            row.id,
            row.name,
            row.status,
            _options(row.options),
            row.rounds,
            row.duplicate,
            row.round,
            row.seed,
            row.created,
            tuple(people[row.id]),
        )
        for row in rows
    ]


def _options(text: str) -> Options:
    found = json.loads(text)
    return Options(**{**found, "expansions": tuple(found["expansions"])})


def course(connection: sa.Connection, id: str) -> Course:
    """A tournament with its tables."""
    found = find(connection, id)
    rows = connection.execute(
        sa.select(rounds).where(rounds.c.tournament == id).order_by(rounds.c.number)
    )
    played = [Round(row.number, row.over, row.hash) for row in rows]
    hidden = {each.number for each in played if each.hash and not each.over}
    of_it = sa.select(tables).where(tables.c.tournament == id)
    drawn = connection.execute(of_it.order_by(tables.c.round, tables.c.number)).all()
    chairs: dict[str, list[Chair]] = {row.code: [] for row in drawn}
    sealed = {row.code for row in drawn if row.round in hidden}
    among = sa.select(seats).where(seats.c.code.in_(chairs)).order_by(seats.c.code, seats.c.seat)
    for row in connection.execute(among):
        chair = Chair(row.seat, row.entrant, row.board, row.absent, row.place, row.points)
        if row.code in sealed:
            chair = replace(chair, place=None, points=None)
        chairs[row.code].append(chair)
    return Course(
        found,
        tuple(played),
        tuple(
            Drawn(row.code, row.round, row.number, row.over, tuple(chairs[row.code]))
            for row in drawn
        ),
    )


def running(connection: sa.Connection) -> list[str]:
    """Those of which something may have to be done."""
    chosen = sa.select(tournaments.c.id).where(tournaments.c.status.in_((STARTING, PLAYING)))
    return list(connection.execute(chosen.order_by(tournaments.c.created)).scalars())


def opened_again(connection: sa.Connection, codes: Sequence[str]) -> list[str]:
    """Of these tables, those whose round is over, or that belong to no tournament any more."""
    still = (
        sa.select(tables.c.code)
        .join(
            rounds,
            sa.and_(rounds.c.tournament == tables.c.tournament, rounds.c.number == tables.c.round),
        )
        .where(tables.c.code.in_(codes), sa.not_(rounds.c.over))
    )
    shut = set(connection.execute(still).scalars())
    return [code for code in codes if code not in shut]


# Writing: what is refused has changed nothing.


def add(
    connection: sa.Connection, name: str, options: Options, rounds: int, duplicate: bool, most: int
) -> Tournament:
    """A new tournament, for which players may enter."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused("A tournament's name has 1 to %(most)d letters.", 400, most=LONGEST_NAME)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused("A tournament has 1 to %(most)d rounds.", 400, most=MOST_ROUNDS)
    check_options(options)
    there = sa.select(sa.func.count()).select_from(tournaments)
    if connection.execute(there).scalar_one() >= most:
        raise Refused("There are as many tournaments as this server keeps; delete one.", 409)
    made = Tournament(
        new_id(),
        name,
        ENTRY,
        options,
        rounds,
        duplicate,
        0,
        secrets.token_hex(_SEED_BYTES),
        time.time(),
    )
    row = {name: getattr(made, name) for name in Tournament.__slots__ if name != "entrants"}
    row |= {"options": json.dumps(asdict(options)), "claimed": 0.0}
    connection.execute(sa.insert(tournaments), row)
    return made


def check_options(options: Options) -> None:
    """That tables of a tournament can be played so, whatever else the service says of it."""
    if not draw.LEAST <= options.players <= draw.MOST:
        raise Refused(
            "%(least)d to %(most)d play at a table of a tournament.",
            400,
            least=draw.LEAST,
            most=draw.MOST,
        )
    if options.teams:
        raise Refused("In a tournament everybody plays for himself.", 400)


def enter(connection: sa.Connection, id: str, player: Player, most: int) -> None:
    """Somebody takes part; again is harmless."""
    found = _in_entry(connection, id)
    if found.entrant_of(player.id):
        return
    if len(found.entrants) >= most:
        raise Refused("A tournament has at most %(most)d players.", most=most)
    number = max((each.number for each in found.entrants), default=-1) + 1
    row = {"number": number, "player": player.id, "name": player.name, "withdrawn": False}
    connection.execute(sa.insert(entrants), {"tournament": id, **row})


def withdraw(connection: sa.Connection, id: str, player: str) -> None:
    """Somebody takes part no longer: before the first draw he is not in it, later he has no seat in
    the rounds that come.
    """
    found = find(connection, id)
    his = found.entrant_of(player)
    if his is None:
        raise Refused("That player is not in this tournament.", 404)
    this = sa.and_(entrants.c.tournament == id, entrants.c.number == his.number)
    if found.status == ENTRY:
        connection.execute(sa.delete(entrants).where(this))
    elif found.status == OVER:
        raise Refused("This tournament is over.")
    else:
        connection.execute(sa.update(entrants).where(this).values(withdrawn=True))


def _in_entry(connection: sa.Connection, id: str) -> Tournament:
    found = find(connection, id)
    if found.status != ENTRY:
        raise Refused("This tournament has begun.")
    return found


def start(connection: sa.Connection, id: str) -> None:
    """Nobody can enter any more; whichever server sees it first draws the first round. From now on
    entrants are numbered by their names, so that who entered when has no influence.
    """
    found = _in_entry(connection, id)
    draw.sizes(len(found.entrants), found.options.players)
    this = sa.and_(tournaments.c.id == id, tournaments.c.status == ENTRY)
    if not connection.execute(sa.update(tournaments).where(this).values(status=STARTING)).rowcount:
        return
    connection.execute(sa.delete(entrants).where(entrants.c.tournament == id))
    connection.execute(
        sa.insert(entrants),
        [
            {"tournament": id, "number": number, "player": each.player, "name": each.name}
            | {"withdrawn": False}
            for number, each in enumerate(sorted(found.entrants, key=lambda each: each.name))
        ],
    )


def delete(connection: sa.Connection, id: str) -> None:
    """A tournament that is not being played is kept no longer; its games stay games."""
    if find(connection, id).status in (STARTING, PLAYING):
        raise Refused("A tournament that is being played can't be deleted: end it first.")
    connection.execute(sa.delete(tournaments).where(tournaments.c.id == id))


def end(connection: sa.Connection, id: str) -> None:
    """No further round is drawn: the one that is being played is the last."""
    found = find(connection, id)
    if found.status not in (STARTING, PLAYING):
        raise Refused("This tournament is not being played.")
    values = {"rounds": max(found.round, 1)}
    connection.execute(sa.update(tournaments).where(tournaments.c.id == id).values(values))


def claim(connection: sa.Connection, found: Tournament) -> bool:
    """Whether it is for who asks to draw the next round."""
    now = time.time()
    this = sa.and_(
        tournaments.c.id == found.id,
        tournaments.c.round == found.round,
        tournaments.c.claimed < now - CLAIM,
    )
    return bool(connection.execute(sa.update(tournaments).where(this).values(claimed=now)).rowcount)


def put_round(found: Tournament, hash: str, drawn: Sequence[Drawn]) -> Writing:
    """A round is drawn; written with its tables, all or nothing: a second draw of it fails."""
    number = found.round + 1
    this = sa.and_(tournaments.c.id == found.id, tournaments.c.round == found.round)
    row = {"tournament": found.id, "number": number, "over": False, "hash": hash}
    of_it = {"tournament": found.id, "round": number, "over": False}

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.insert(rounds), row)
        connection.execute(
            sa.update(tournaments).where(this).values(status=PLAYING, round=number, claimed=0.0)
        )
        connection.execute(
            sa.insert(tables),
            [{"code": each.code, "number": each.number, **of_it} for each in drawn],
        )
        connection.execute(
            sa.insert(seats),
            [{"code": each.code, **asdict(chair)} for each in drawn for chair in each.chairs],
        )

    return write


def ended(code: str) -> Writing:
    """A table of a tournament is over: how it ended, from the game that is filed with it."""

    def write(connection: sa.Connection) -> None:
        game = archive.find(connection, code, sealed=True)
        for player in game.players if game else ():
            this = sa.and_(seats.c.code == code, seats.c.seat == player.seat)
            values = {"place": player.place, "points": player.points}
            connection.execute(sa.update(seats).where(this).values(values))
        connection.execute(sa.update(tables).where(tables.c.code == code).values(over=True))

    return write


def void(connection: sa.Connection, code: str) -> None:
    """A table that can't be played to its end is over without a result."""
    connection.execute(sa.update(tables).where(tables.c.code == code).values(over=True))


def absent(code: str, seat: int) -> Writing:
    """Somebody has not come: a bot plays for him, and he gets nothing for it."""
    this = sa.and_(seats.c.code == code, seats.c.seat == seat)

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(seats).where(this).values(absent=True))

    return write


def close_round(connection: sa.Connection, id: str, number: int) -> list[str]:
    """The codes of a round's tables, if it is over with this and nobody has said so before."""
    this = sa.and_(rounds.c.tournament == id, rounds.c.number == number)
    of_it = sa.and_(tables.c.tournament == id, tables.c.round == number)
    left = sa.select(tables.c.code).where(of_it, sa.not_(tables.c.over))
    if connection.execute(left).first():
        return []
    if not connection.execute(
        sa.update(rounds).where(this, sa.not_(rounds.c.over)).values(over=True)
    ).rowcount:
        return []
    codes = sa.select(tables.c.code).where(of_it).order_by(tables.c.number)
    return list(connection.execute(codes).scalars())


def finish(id: str) -> Writing:
    """All rounds are played."""
    this = sa.and_(tournaments.c.id == id, tournaments.c.status != OVER)

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(tournaments).where(this).values(status=OVER))

    return write


def unname(player: str) -> Writing:
    """Somebody leaves the club: his results stay without his name, and he is drawn no longer."""

    def write(connection: sa.Connection) -> None:
        for row in connection.execute(sa.select(entrants).where(entrants.c.player == player)).all():
            this = sa.and_(entrants.c.tournament == row.tournament, entrants.c.number == row.number)
            values = {"name": nameless(row.number), "player": None, "withdrawn": True}
            connection.execute(sa.update(entrants).where(this).values(values))

    return write
