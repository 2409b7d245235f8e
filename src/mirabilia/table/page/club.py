"""The pages of the club for everybody: its front, a player, joining, signing in, one's own page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from babel.numbers import format_decimal

from ..rooms.club.club import Front
from ..rooms.club.counting import Rating, read_kind
from ..rooms.club.figures import Standing, Tally
from ..rooms.club.links import RENEW, Link
from ..rooms.club.passphrases import LEAST, MOST
from ..rooms.club.players import Player
from ..rooms.table_view import Options
from . import qr
from .history import wonder_name
from .reader import Reader, whole_page
from .times import day, moment


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game, by its text, as a page names it."""

    text: str
    options: Options


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating in words: what it is, give or take, from how many games."""

    place: int
    name: str
    kind: Kind
    rating: str
    give_or_take: str
    least: str
    games: int


@dataclass(frozen=True, slots=True)
class Group:
    """What some games come to, in words."""

    name: str
    games: int
    victories: int
    place: str
    points: str
    best: int


@dataclass(frozen=True, slots=True)
class Line:
    """A game of somebody as a line."""

    code: str
    at: str
    machine: str
    kind: Kind
    board: str
    place: int
    seats: int
    points: int


def kind_of(text: str) -> Kind:
    return Kind(text, Options(*read_kind(text)))


def number(value: float, lang: str, digits: int = 1) -> str:
    return format_decimal(round(value, digits), locale=lang)


def _rated(rating: Rating, lang: str, kind: str, place: int = 0, name: str = "") -> Rated:
    return Rated(
        place,
        name,
        kind_of(kind),
        number(rating.mu, lang),
        number(2 * rating.sigma, lang),
        number(rating.least, lang),
        rating.games,
    )


def front_page(reader: Reader, front: Front, note: str = "") -> str:
    """Ranking, season, tournaments, and how the reader stands."""
    lang = reader.lang
    return whole_page(
        "club/front.html",
        reader,
        front=front,
        kinds=[kind_of(text) for text in front.kinds],
        ranking=[
            _rated(each.rating, lang, front.kind, each.place, each.name) for each in front.ranking
        ],
        season_rows=[(row, number(row.points, lang)) for row in front.table],
        note=note,
    )


def player_page(reader: Reader, standing: Standing, replays: Iterable[str]) -> str:
    """All there is to know of a player; ``replays``: the games that can be looked at."""
    lang = reader.lang
    return whole_page(
        "club/player.html",
        reader,
        player=standing.player,
        since=day(standing.player.joined, lang),
        ratings=[_rated(rating, lang, kind) for kind, rating in standing.ratings],
        total=_group(standing.total, "", lang) if standing.total else None,
        boards=[_group(each, wonder_name(each.key, lang), lang) for each in standing.by_board],
        latest=[
            Line(
                each.code,
                day(each.at, lang),
                moment(each.at),
                kind_of(each.kind),
                wonder_name(each.board, lang),
                each.place,
                each.seats,
                each.points,
            )
            for each in standing.latest
        ],
        replays=frozenset(replays),
    )


def _group(tally: Tally, name: str, lang: str) -> Group:
    return Group(
        name,
        tally.games,
        tally.victories,
        number(tally.place, lang, 2),
        number(tally.points, lang),
        tally.best,
    )


def joining_page(
    reader: Reader, code: str, link: Link, *, name: str = "", you: str = "", error: str = ""
) -> str:
    """Where a link leads: to a name and a passphrase, or to another passphrase. ``you``: who is
    signed in here already.
    """
    return whole_page(
        "club/joining.html",
        reader,
        code=code,
        link=link,
        renews=link.kind == RENEW,
        typed=name,
        you=you,
        error=error,
        least=LEAST,
        most=MOST,
    )


def sign_in_page(
    reader: Reader,
    *,
    name: str = "",
    error: str = "",
    you: str = "",
    games: int = 0,
    bring: bool = False,
) -> str:
    """``games``: how many this device has played as nobody in particular."""
    return whole_page(
        "club/sign_in.html",
        reader,
        typed=name,
        error=error,
        you=you,
        games=games,
        bring=bring,
        most=MOST,
    )


def own_page(reader: Reader, you: Player, *, error: str = "", note: str = "") -> str:
    """What a player can do about himself; ``error``: why his passphrase is the old one."""
    return whole_page(
        "club/own.html", reader, you=you, error=error, note=note, least=LEAST, most=MOST
    )


def link_page(reader: Reader, link: str, *, name: str = "", uses: int = 1, days: int = 0) -> str:
    """A link that was just made, also as a picture; ``name``: who gets another passphrase by it."""
    picture = qr.drawn(link).decode()
    return whole_page(
        "club/link.html", reader, link=link, name=name, uses=uses, days=days, picture=picture
    )
