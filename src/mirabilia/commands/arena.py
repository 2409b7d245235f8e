"""A tournament of bots: each deal is played with the bots in all seats. Shows how often each came
first and with how many points, with 95 % intervals, who is ahead of whom, and ratings."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import check_may_write, write_whole
from ..terminal.screen import read_expansions, setup_text
from .lab_options import Playing, add_setup, check_cores

if TYPE_CHECKING:
    from rich.table import Table

    from ..lab.entrants import Tournament

DEALS = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="who takes part, with a budget for a decision if wanted: greedy, expert@200ms, "
        "expert@500p (playouts)",
    )
    parser.add_argument(
        "--against",
        metavar="BOTS",
        help="instead: exactly this table, one bot for each player (in teams: for each team), "
        "with commas; such as expert,greedy,greedy",
    )
    parser.add_argument(
        "--mode",
        choices=("round-robin", "random"),
        default="round-robin",
        help="every deal with all line-ups, or with one drawn at random (default: round-robin)",
    )
    add_setup(parser)
    parser.add_argument("--sides", default="random", help="random, choose, or a side for all")
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--deals", type=int, help=f"how many deals (default: {DEALS})")
    number.add_argument("--games", type=int, help="or at least so many games, in whole deals")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other deals")
    parser.add_argument("--cores", type=int, help="use so many (default: all)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="keep every game there, with summary.json and report.html; started again, the "
        "command goes on where it was",
    )
    parser.add_argument("--json", action="store_true", help="for machines")


def run(options: argparse.Namespace) -> int:
    from rich.console import Console

    from ..game.compiling import COUNTED, SEARCHED
    from ..lab.arena import compete, games_of, is_compiled
    from ..lab.ledger import Ledger
    from ..lab.standings import summary

    check_cores(options.cores)
    tournament = _tournament(options)
    deals = _deals(options, tournament)
    ledger = Ledger(tournament, options.out)
    try:
        for path in written(options.out) if options.out else ():
            check_may_write(path)
        begins = COUNTED if is_compiled(tournament) else SEARCHED
        with Playing(games_of(tournament, deals), begins) as playing:
            rows = compete(tournament, deals, ledger, cores=options.cores, progress=playing)
    except KeyboardInterrupt:
        if options.out:
            print(
                f"Stopped; {len(ledger)} games are kept in {options.out}. "
                "The same command goes on from there.",
                file=sys.stderr,
            )
        raise
    finally:
        ledger.close()
    found = summary(tournament, rows)
    found |= {"played": playing.played, "seconds": round(playing.seconds, 3)}
    if options.out:
        _write(options.out, found)
    if options.json:
        json.dump(found, sys.stdout)
        print()
        return 0
    console = Console()
    for table in _tables(found):
        console.print(table)
    console.print(_closing(found), markup=False)
    if options.out:
        console.print(f"The report: {written(options.out)[1]}", markup=False, soft_wrap=True)
    return 0


def _tournament(options: argparse.Namespace) -> Tournament:
    from ..lab.entrants import FIXED, Tournament

    if bool(options.bots) == bool(options.against):
        raise ValueError("Name the bots that take part, or one table of them with --against.")
    return Tournament.checked(
        (options.against or ",".join(options.bots)).split(","),
        mode=FIXED if options.against else options.mode,
        seed=options.seed,
        players=options.players,
        edition=options.edition,
        expansions=read_expansions(options.expansions),
        teams=options.teams,
        leaders=options.leaders,
        sides=options.sides,
    )


def _deals(options: argparse.Namespace, tournament: Tournament) -> int:
    if options.games is None:
        return int(DEALS if options.deals is None else options.deals)
    if options.games < 1:
        raise ValueError("--games is at least 1.")
    deals = games = 0
    while games < options.games:
        games += sum(1 for _ in tournament.pairings(deals))
        deals += 1
    return deals


def written(folder: Path) -> tuple[Path, Path]:
    """What is made of the games in the end: the figures, and a page that shows them."""
    return folder / "summary.json", folder / "report.html"


def _write(folder: Path, found: dict[str, Any]) -> None:
    from ..lab.arena_page import page

    summary, report = written(folder)
    write_whole(summary, json.dumps(found, indent=1) + "\n")
    write_whole(report, page(found))


def _tables(found: dict[str, Any]) -> list[Table]:
    from rich.box import SIMPLE
    from rich.table import Table

    settings = found["settings"]
    played = setup_text(settings["edition"], settings["expansions"], settings["teams"])
    rated = {row["bot"]: row for row in found["ratings"] or ()}
    narrow: dict[str, Any] = {"box": SIMPLE, "padding": (0, 1, 0, 0)}
    standings = Table(title=f"{settings['players']} players, {played}", **narrow)
    standings.add_column("bot")
    headings = ["seats", "first places", "points", "sold"]
    headings += ["rating"] if rated else []
    headings += ["ms"] if any(row["ms_per_decision"] is not None for row in found["bots"]) else []
    for heading in headings:
        standings.add_column(heading, justify="right")
    for row in sorted(found["bots"], key=lambda row: -row["win_rate"]["value"]):
        cells = [f"{row['win_rate']['number']:,}", percent(row["win_rate"]), number(row["points"])]
        cells.append(f"{row['sold']['value']:.2f}")
        if rated:
            rating = rated[row["bot"]]
            cells.append(f"{rating['mu']:.1f} ± {2 * rating['sigma']:.1f}")
        if "ms" in headings:
            taken = row["ms_per_decision"]
            cells.append("" if taken is None else f"{taken:.1f}")
        standings.add_row(row["bot"], *cells)
    if not found["pairs"]:
        return [standings]
    pairs = Table(title="Ahead of another at the same table", **narrow)
    pairs.add_column("bot")
    pairs.add_column("of")
    for heading in ("ahead", "points more"):
        pairs.add_column(heading, justify="right")
    for row in found["pairs"]:
        if row["points"]["value"] >= 0:
            pairs.add_row(
                row["bot"], row["other"], percent(row["ahead"]), number(row["points"], "+.2f")
            )
    return [standings, pairs]


def percent(figure: dict[str, Any]) -> str:
    """A rate with its interval, such as ``71.2 % (68.0–74.1)``."""
    low, value, high = (100 * figure[key] for key in ("low", "value", "high"))
    return f"{value:.1f} % ({low:.1f}–{high:.1f})"


def number(figure: dict[str, Any], form: str = ".2f") -> str:
    value = format(figure["value"], form)
    return value if figure["high"] is None else f"{value} ± {figure['high'] - figure['value']:.2f}"


def _closing(found: dict[str, Any]) -> str:
    rate = f", {found['played'] / found['seconds']:,.1f} a second" if found["played"] else ""
    text = (
        f"{found['games']:,} games of {found['deals']:,} deals, {found['played']:,} of them played "
        f"now{rate}. Winners have {number(found['table']['winner'])} points, "
        f"tables {number(found['table']['points'])}. Brackets and ± are 95 % intervals by deal."
    )
    if found["ratings"] is None and len(found["bots"]) > 1:
        text += " Ratings need openskill: pip install 'mirabilia[lab]'."
    return text
