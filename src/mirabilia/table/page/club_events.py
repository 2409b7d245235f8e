"""The pages of tournaments and of the club's keeper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ... import bots
from ..rooms.club.draw import LEAST, MOST
from ..rooms.club.keeping import Desk
from ..rooms.club.links import LONGEST_NOTE, MOST_DAYS, MOST_USES
from ..rooms.club.players import Player
from ..rooms.club.tournaments import LONGEST_NAME, MOST_ROUNDS, OVER, Course, Drawn
from ..rooms.table_view import Options
from .club import number
from .history import wonder_name
from .labels import LEVELS
from .reader import Reader, whole_page


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant as he stands, in words; ``rounds`` are his points of place."""

    place: int
    name: str
    gone: bool  # he has left the club
    withdrawn: bool
    of_place: str
    victories: int
    points: int
    rounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table of a round."""

    seat: int
    name: str
    board: str  # in words, once it may be known
    absent: bool
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """A table of a round. ``mine``: the reader sits there; ``replay``: it can be looked at."""

    code: str
    number: int
    over: bool
    mine: bool
    replay: bool
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A round as its page shows it."""

    number: int
    over: bool
    hash: str
    tables: tuple[Board, ...]


def tournament_page(
    reader: Reader,
    course: Course,
    you: Player | None,
    replays: frozenset[str],
    others: Sequence[str] = (),
    *,
    error: str = "",
    typed: str = "",
) -> str:
    """A tournament; for its keeper with what he can do. ``others``: who could be entered."""
    found, lang = course.tournament, reader.lang
    stages = [
        Stage(
            each.number,
            each.over,
            each.hash,
            tuple(
                _board(course, table, you, replays, lang) for table in course.of_round(each.number)
            ),
        )
        for each in reversed(course.rounds)
    ]
    entrant = found.entrant_of(you.id) if you else None
    return whole_page(
        "club/tournament.html",
        reader,
        tournament=found,
        you=you,
        keeper=bool(you and you.keeper),
        entrant=entrant,
        over=found.status == OVER,
        stands=_stands(course, lang),
        rounds=range(1, found.round + 1),
        stages=stages,
        others=others,
        error=error,
        typed=typed,
    )


def _stands(course: Course, lang: str) -> list[Standing]:
    entrants = {each.number: each for each in course.tournament.entrants}
    found = []
    for each in course.stands:
        by_round: dict[int, float] = dict(each.rounds)
        entrant = entrants[each.entrant]
        found.append(
            Standing(
                each.place,
                entrant.name,
                entrant.player is None,
                entrant.withdrawn,
                number(each.of_place, lang),
                each.victories,
                each.points,
                tuple(
                    number(by_round[at], lang) if at in by_round else "–"
                    for at in range(1, course.tournament.round + 1)
                ),
            )
        )
    return found


def _board(
    course: Course, table: Drawn, you: Player | None, replays: frozenset[str], lang: str
) -> Board:
    entrant = course.tournament.entrant_of(you.id) if you else None
    shown = table.code in replays
    return Board(
        table.code,
        table.number,
        table.over,
        entrant is not None and any(chair.entrant == entrant.number for chair in table.chairs),
        shown,
        tuple(
            Chair(
                chair.seat,
                course.name(chair.entrant),
                wonder_name(chair.board, lang) if shown else "",
                chair.absent,
                chair.place,
                chair.points,
            )
            for chair in table.chairs
        ),
    )


def keeper_page(
    reader: Reader,
    desk: Desk,
    *,
    errors: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
    note: str = "",
) -> str:
    """All that the keeper looks after; ``errors`` by the form, with what was ``typed`` in it."""
    return whole_page(
        "club/keeper.html",
        reader,
        desk=desk,
        errors={"invite": "", "season": "", "player": "", **(errors or {})},
        typed={"note": "", "uses": "1", "days": "7", "name": "", "first": "", "last": ""}
        | dict(typed or {}),
        longest_note=LONGEST_NOTE,
        most_uses=MOST_USES,
        most_days=MOST_DAYS,
        note=note,
    )


def new_tournament_page(
    reader: Reader,
    options: Options,
    *,
    name: str = "",
    rounds: str = "3",
    duplicate: bool = False,
    error: str = "",
) -> str:
    """The form of a new tournament."""
    found = bots.names()
    levels = [*(each for each in LEVELS if each in found), *(n for n in found if n not in LEVELS)]
    return whole_page(
        "club/new_tournament.html",
        reader,
        options=options,
        typed=name,
        rounds=rounds,
        most_rounds=MOST_ROUNDS,
        longest=LONGEST_NAME,
        sizes=range(LEAST, MOST + 1),
        duplicate=duplicate,
        levels=levels,
        error=error,
    )
