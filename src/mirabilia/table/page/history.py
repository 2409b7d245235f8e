"""Somebody's finished games as a page: the list of them, what they come to, and what he may do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from babel.numbers import format_decimal

from ...catalogue import EDITIONS, EXPANSIONS, load
from ...texts import of_pages
from ..rooms.archive import Filed
from ..rooms.history import MINUTES_LENT, Past, Tally, kind_of, own
from ..rooms.table_view import Options
from . import qr
from .faces.words import named
from .reader import Reader, whole_page
from .times import day, moment

DAY = 24 * 3600
MOST_SHOWN = 300  # of the games, the newest


@dataclass(frozen=True, slots=True)
class Line:
    """A game as a line: how it ended for the reader, with whom; whether it can be seen again."""

    code: str
    at: str
    machine: str
    place: int
    points: int
    board: str
    others: tuple[str, ...]
    options: Options
    taken_back: bool
    replay: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the games, and what they come to, in words."""

    options: Options | None
    name: str
    games: int
    victories: int
    place: str
    points: str
    best: int


def history_page(reader: Reader, past: Past, visitor: str, note: str = "") -> str:
    """All of somebody's games; ``note`` is what has just been done, or why it could not be."""
    lang = reader.lang
    return whole_page(
        "history.html",
        reader,
        lines=[_line(game, visitor, lang) for game in past.games[:MOST_SHOWN]],
        more=max(0, len(past.games) - MOST_SHOWN),
        total=_group(past.total, lang) if past.total else None,
        by_players=[
            _group(tally, lang, Options(players, edition, expansions, teams))
            for (players, edition, expansions, teams), tally in past.by_players.items()
        ],
        by_board=[
            _group(tally, lang, name=wonder_name(board, lang))
            for board, tally in past.by_board.items()
        ],
        days=round(past.replays_until / DAY),
        note=note,
    )


def lending_page(reader: Reader, code: str, link: str) -> str:
    """A code for another device, also as a picture for its camera."""
    spaced = f"{code[:5]} {code[5:]}"
    picture = qr.drawn(link).decode()
    return whole_page(
        "lending.html", reader, code=spaced, link=link, picture=picture, minutes=MINUTES_LENT
    )


def taking_page(reader: Reader, code: str, error: str = "", games: int = 0) -> str:
    """Where a code is typed; ``games`` are those that this device has already."""
    return whole_page("taking.html", reader, code=code, error=error, games=games)


@cache
def wonder_name(wonder: str, lang: str) -> str:
    """A wonder's name, of whichever edition has it."""
    for edition in EDITIONS:
        for board in load(edition, EXPANSIONS, promo=True).boards.values():
            if board.wonder == wonder:
                return named(board.name, lang)
    return wonder


def _line(game: Filed, visitor: str, lang: str) -> Line:
    you, *beside = own(game, visitor)
    mine = {you.seat, *(player.seat for player in beside)}
    players, edition, expansions, teams = kind_of(game)
    others = [player.name for player in beside]
    others += [player.name for player in game.players if player.seat not in mine]
    return Line(
        game.code,
        day(game.at, lang),
        moment(game.at),
        you.place,
        you.points,
        wonder_name(you.board.partition(":")[0], lang),
        tuple(others),
        Options(players, edition, expansions, teams),
        bool(game.taken_back),
        game.replay,
    )


def _group(tally: Tally, lang: str, options: Options | None = None, name: str = "") -> Group:
    return Group(
        options,
        name,
        tally.games,
        tally.victories,
        format_decimal(round(tally.place, 2), locale=of_pages(lang)),
        format_decimal(round(tally.points, 1), locale=of_pages(lang)),
        tally.best,
    )
