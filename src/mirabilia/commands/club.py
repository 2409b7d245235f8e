"""Look after the club of a server, also while it runs: players, invitations, tournaments."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .database import add_database, database_url

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ..table.rooms.club.players import Player
    from ..table.settings import Settings

_HERE = "http://localhost:8007"
Deed = Callable[["sa.Connection", argparse.Namespace, "Settings"], None]


def add_options(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)

    def add(name: str, purpose: str, deed: Deed) -> argparse.ArgumentParser:
        sub = deeds.add_parser(name, help=purpose, description=f"{purpose.capitalize()}.")
        add_database(sub)
        sub.set_defaults(deed=deed)
        return sub

    keeper = add("keeper", "make somebody the keeper; who is no player yet gets a link", _keeper)
    keeper.add_argument("name", metavar="NAME")
    invite = add("invite", "make a link by which players join", _invite)
    invite.add_argument(
        "--uses", type=int, default=1, metavar="N", help="for how many (default: 1)"
    )
    invite.add_argument("--days", type=int, default=7, metavar="N", help="how long (default: 7)")
    invite.add_argument(
        "--note", default="", metavar="TEXT", help="for whom, as the keeper sees it"
    )
    passphrase = add("passphrase", "make a link for who has forgotten his passphrase", _passphrase)
    passphrase.add_argument("name", metavar="NAME")
    for made in (keeper, invite, passphrase):
        made.add_argument(
            "--base-url", default=_HERE, metavar="URL", help=f"of the server (default: {_HERE})"
        )
    add("players", "list the players", _players)
    add("ranking", "show all rankings", _ranking)
    add("tournaments", "list the tournaments", _tournaments)
    make = add("tournament", "make a tournament, for which players enter in the browser", _make)
    make.add_argument("name", metavar="NAME")
    make.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    make.add_argument("--players", type=int, default=4, metavar="N", help="at a table (default: 4)")
    make.add_argument("--edition", choices=("1st", "2nd"), default="2nd")
    make.add_argument("--expansions", default="", metavar="NAMES", help="such as leaders,cities")
    make.add_argument("--clock", type=int, metavar="SECONDS", help="for a decision")
    make.add_argument("--duplicate", action="store_true", help="the same deal at all tables")
    enter = add("enter", "enter a player for a tournament", _enter)
    enter.add_argument("tournament", metavar="TOURNAMENT", help="its id, or its name")
    enter.add_argument("name", metavar="NAME")
    start = add("start", "start a tournament: the server draws within seconds", _start)
    start.add_argument("tournament", metavar="TOURNAMENT", help="its id, or its name")


def run(options: argparse.Namespace) -> int:
    from ..table.rooms.club.outside import at_database
    from ..table.rooms.storage import StorageError
    from ..table.settings import Settings

    url = database_url(options)
    deed: Deed = options.deed
    try:
        at_database(url, lambda connection: deed(connection, options, Settings()))
    except StorageError as error:
        raise ValueError(str(error)) from None
    return 0


def _link(options: argparse.Namespace, kind: str, code: str) -> str:
    return f"{options.base_url.rstrip('/')}/club/{kind}/{code}"


def _named(connection: sa.Connection, name: str) -> Player:
    from ..table.rooms.club import figures

    return figures.named(connection, name).player


def _keeper(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.club import links, players

    found = players.by_name(connection, options.name)
    if found is not None:
        players.make_keeper(connection, found, True)
        print(f"{found.name} keeps the club.")
        return
    name = players.clean(options.name)
    code, link = links.first_keeper(name)
    links.put(connection, code, link, settings.most_invitations)
    print(_link(options, "join", code))
    print(f"Who opens this link within {links.HOURS} hours joins the club and keeps it.")


def _invite(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.club import links

    code, link = links.invitation(options.note, options.uses, options.days)
    links.put(connection, code, link, settings.most_invitations)
    print(_link(options, "join", code))


def _passphrase(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.club import links

    player = _named(connection, options.name)
    code, link = links.renewal(player.id, player.name)
    links.put(connection, code, link, settings.most_invitations)
    print(_link(options, "passphrase", code))
    print(f"Whoever opens this link within {links.HOURS} hours becomes {player.name}.")


def _players(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.page.times import day
    from ..table.rooms.club import players

    rows = [
        [each.name, "keeper" if each.keeper else "", day(each.joined, "en")]
        for each in players.everybody(connection)
    ]
    _show("Players", ["name", "", "since"], rows)


def _ranking(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.club import figures

    kinds = figures.kinds(connection)
    for kind in kinds:
        rows = [
            [
                str(each.place),
                each.name,
                f"{each.rating.mu:.1f} ± {2 * each.rating.sigma:.1f}",
                f"{each.rating.least:.1f}",
                str(each.rating.games),
            ]
            for each in figures.ranking(connection, kind)
        ]
        _show(kind, ["place", "name", "rating", "at least", "games"], rows)
    if not kinds:
        print("Nobody has a rating yet.")


def _tournaments(
    connection: sa.Connection, options: argparse.Namespace, settings: Settings
) -> None:
    from ..table.rooms.club import tournaments

    rows = [
        [each.id, each.name, each.status, f"{each.round} of {each.rounds}", str(len(each.entrants))]
        for each in tournaments.everything(connection)
    ]
    _show("Tournaments", ["id", "name", "", "round", "players"], rows)


def _make(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.checked import check_table
    from ..table.rooms.club import tournaments
    from ..table.rooms.table_view import Options

    wanted = Options(
        options.players,
        options.edition,
        tuple(name for name in options.expansions.split(",") if name),
        clock=options.clock,
        listed=False,
    )
    tournaments.check_options(wanted)
    wanted = check_table(wanted, settings.clocks)
    made = tournaments.add(
        connection,
        options.name,
        wanted,
        options.rounds,
        options.duplicate,
        settings.most_tournaments,
    )
    print(f"{made.name}: {made.id}. Players enter at /club/tournaments/{made.id}.")


def _tournament(connection: sa.Connection, text: str) -> Any:
    from ..table.rooms.club import tournaments

    found = [
        each
        for each in tournaments.everything(connection)
        if text in (each.id, each.name) and each.status == tournaments.ENTRY
    ]
    if len(found) != 1:
        raise ValueError(
            f"{'No' if not found else 'More than one'} tournament for which players enter has the "
            f"id or the name {text!r}."
        )
    return found[0]


def _enter(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.club import tournaments

    event, player = _tournament(connection, options.tournament), _named(connection, options.name)
    tournaments.enter(connection, event.id, player, settings.most_entrants)
    print(f"{player.name} takes part in {event.name}.")


def _start(connection: sa.Connection, options: argparse.Namespace, settings: Settings) -> None:
    from ..table.rooms.club import tournaments

    event = _tournament(connection, options.tournament)
    tournaments.start(connection, event.id)
    print(f"{event.name} is started: a server that runs draws the first round within seconds.")


def _show(title: str, heads: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(*heads, title=escape(title), title_justify="left")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    Console().print(table)
