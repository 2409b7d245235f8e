"""Let bots play many games over all cores, and show how often each won and with how many points."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..terminal.screen import read_expansions, setup_text
from .lab_options import Playing, add_setup, check_cores

if TYPE_CHECKING:
    from rich.table import Table

    from ..lab.simulate import Results

HEADINGS = ("first places", "points")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=10_000, help="how many (default: 10,000)")
    add_setup(parser)
    parser.add_argument(
        "--bots", default="random", help="one name for all, or one for each player with commas"
    )
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games")
    parser.add_argument("--cores", type=int, help="use so many (default: all)")
    parser.add_argument(
        "--gpu", action="store_true", help="play on a GPU instead (needs the extra gpu)"
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    kept = parser.add_argument_group("keeping the games")
    kept.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write a row for each game and seat into files of Parquet there; started again, the "
        "command goes on where it was, and other setups can be added (needs the extra lab)",
    )
    kept.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster (ray://HOST:10001, auto; local: a cluster of this machine "
        "alone; needs the extra ray)",
    )
    kept.add_argument("--sides", help="with --out: random, or a side for all")
    kept.add_argument("--chunk", type=int, help="with --out: games in a file (default: 10,000)")


def run(options: argparse.Namespace) -> int:
    check_cores(options.cores)
    if options.gpu and (options.out or options.cores is not None):
        raise ValueError("--gpu goes neither with --out nor with --cores.")
    if options.out:
        return _keep(options)
    for name in ("ray", "sides", "chunk"):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} needs --out.")
    return _show(options)


def _show(options: argparse.Namespace) -> int:
    from rich.console import Console

    from ..game.compiling import PLAYED
    from ..game.setup import Wanted

    play = _player(options)
    with Playing(options.games, PLAYED) as playing:
        results = play(
            options.games,
            Wanted(
                options.players,
                options.edition,
                read_expansions(options.expansions),
                options.seed,
                teams=options.teams,
                leaders=options.leaders,
            ),
            bots=[name.strip() for name in options.bots.split(",")],
            progress=playing,
        )
    summary = _summary(results, playing.seconds)
    if options.json:
        json.dump(summary, sys.stdout)
        print()
        return 0
    console = Console()
    console.print(_bot_table(summary))
    console.print(_board_table(summary))
    console.print(
        f"{summary['games']:,} games in {playing.seconds:.1f} s, "
        f"{summary['games_per_second']:,.0f} a second; "
        f"the winner has {summary['winner_points']:.1f} points on average, "
        f"the table {summary['mean_points']:.1f}. Sum of scores: {summary['checksum']:,}."
    )
    return 0


def _player(options: argparse.Namespace) -> Callable[..., Results]:
    """What plays: all cores or so many, or a GPU."""
    if not options.gpu:
        from ..lab.simulate import simulate

        return partial(simulate, cores=options.cores)
    from ..lab.extras import need

    need("numba.cuda", "gpu", "Playing on a GPU")
    from ..lab.gpu import find, simulate_on_gpu

    name = find().name
    print(f"Playing on {name}; the first time its code takes minutes to make ...", file=sys.stderr)
    return simulate_on_gpu


def _keep(options: argparse.Namespace) -> int:
    from ..game.compiling import COUNTED
    from ..lab.chunks import CHUNK
    from ..lab.collect import collect
    from ..lab.facts import Run

    played = Run.checked(
        players=options.players,
        edition=options.edition,
        expansions=read_expansions(options.expansions),
        teams=options.teams,
        leaders=options.leaders,
        sides=options.sides or "random",
        bots=[name.strip() for name in options.bots.split(",")],
        seed=options.seed,
    )
    with Playing(options.games, COUNTED) as playing:
        try:
            place = collect(
                played,
                options.games,
                options.out,
                cores=options.cores,
                ray=options.ray,
                chunk=CHUNK if options.chunk is None else options.chunk,
                progress=playing,
            )
        except KeyboardInterrupt:
            print(
                f"Stopped; {playing.there:,} games are in {options.out}. "
                "The same command goes on from there.",
                file=sys.stderr,
            )
            raise
    seconds, new = playing.seconds, playing.played
    kept = {
        "folder": str(place.folder),
        "files": len(place.done()),
        "games": sum(chunk.games for chunk in place.done()),
        "played": new,
        "seconds": round(seconds, 3),
        "games_per_second": round(new / seconds, 1),
        "rows_per_second": round(new * played.players / seconds, 1),
    }
    if options.json:
        json.dump(kept, sys.stdout)
        print()
        return 0
    print(
        f"{kept['games']:,} games are in {place.folder}, {new:,} of them new "
        f"({kept['games_per_second']:,.0f} games or {kept['rows_per_second']:,.0f} rows a second). "
        f"See them with: mirabilia report {options.out}"
    )
    return 0


def _summary(results: Results, seconds: float) -> dict[str, Any]:
    """Everything the tables show, JSON-safe."""
    from ..game.codec import lines_of

    setup, totals, shares = results.setup, results.totals, results.shares
    names = list(lines_of(setup.expansions).values())
    seats = results.bot_of_seat
    bots = []
    for name in dict.fromkeys(results.bots):
        mine = [number for number, other in enumerate(results.bots) if other == name]
        at = (seats[..., None] == mine).any(axis=-1)
        lines = {line: round(float(results.lines(line)[at].mean()), 2) for line in names}
        bots.append({"bot": name, "seats": len(mine), **_figures(totals[at], shares[at]), **lines})
    boards = []
    for number, board in enumerate(setup.book.boards):
        at = results.boards == number
        if at.any():
            boards.append({"board": board.id, **_figures(totals[at], shares[at])})
    return {
        "edition": setup.edition,
        "expansions": list(setup.expansions),
        "teams": setup.teams,
        "leaders": setup.leaders,
        "players": setup.players,
        "games": results.games,
        "seconds": round(seconds, 3),
        "games_per_second": round(results.games / seconds, 1),
        "decisions": results.decisions,
        "checksum": results.checksum,
        "mean_points": round(float(totals.mean()), 3),
        "lines": names,
        "winner_points": round(float(totals.max(axis=1).mean()), 3),
        "bots": bots,
        "boards": sorted(boards, key=lambda row: -row["win_rate"]),
    }


def _figures(totals: Any, shares: Any) -> dict[str, Any]:
    """Win rate and mean points, with the half width of their 95 % intervals."""
    count = len(totals)
    rate = float(shares.mean())
    return {
        "games": count,
        "win_rate": round(rate, 4),
        "win_rate_within": round(1.96 * math.sqrt(rate * (1 - rate) / count), 4),
        "points": round(float(totals.mean()), 3),
        "points_within": round(1.96 * float(totals.std()) / math.sqrt(count), 3),
    }


def _bot_table(summary: dict[str, Any]) -> Table:
    from rich.table import Table

    bots = summary["bots"]
    played = setup_text(summary["edition"], summary["expansions"], summary["teams"])
    table = Table(title=f"{summary['players']} players, {played}")
    table.add_column("")
    for row in bots:
        table.add_column(f"{row['bot']} x {row['seats']}", justify="right")
    for heading, cells in zip(HEADINGS, zip(*map(_cells, bots), strict=True), strict=True):
        table.add_row(heading, *cells)
    for line in summary["lines"]:
        table.add_row(f"  {line}", *(f"{row[line]:.1f}" for row in bots))
    return table


def _board_table(summary: dict[str, Any]) -> Table:
    from rich.table import Table

    table = Table()
    table.add_column("board")
    for heading in ("seats", *HEADINGS):
        table.add_column(heading, justify="right")
    for row in summary["boards"]:
        table.add_row(row["board"], f"{row['games']:,}", *_cells(row))
    return table


def _cells(row: dict[str, Any]) -> tuple[str, str]:
    return (
        f"{100 * row['win_rate']:.1f} ± {100 * row['win_rate_within']:.1f} %",
        f"{row['points']:.2f} ± {row['points_within']:.2f}",
    )
