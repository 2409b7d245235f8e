"""Measure the engine: games and decisions per second, with the sum of all scores as a check."""

from __future__ import annotations

import argparse
import json
import sys

from ..catalogue import EXPANSIONS
from .waiting import progress_bar, told_in_seconds


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games",
        type=int,
        help="games in a row of the table (default: 20,000, with expansions 5,000)",
    )
    parser.add_argument("--repeats", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--cores", type=int, help="only with so many cores, not with one and all")
    parser.add_argument("--bot", default="random", help="who plays (default: random)")
    parser.add_argument(
        "--gpu", action="store_true", help="a GPU beside all cores (needs the extra gpu)"
    )
    parser.add_argument(
        "--batch",
        action="store_true",
        help="games stepped together, for programs that learn, beside the engine",
    )
    parser.add_argument("--json", action="store_true", help="for machines")


def run(options: argparse.Namespace) -> int:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from ..bots.compiled import ensure_bots_compiled
    from ..game.compiling import PLAYED, TOGETHER
    from ..lab.bench import bench
    from ..lab.simulate import seat_bots

    if options.repeats < 1 or (options.cores is not None and options.cores < 1):
        raise ValueError("--repeats and --cores are at least 1.")
    if options.gpu and options.cores is not None:
        raise ValueError("--gpu takes all cores to compare with, not --cores.")
    if options.batch and (options.gpu or options.bot != "random"):
        raise ValueError("--batch plays at random on the processor, without --gpu or --bot.")
    cores = [options.cores] if options.cores else None
    seat_bots([options.bot], 2)
    with progress_bar() as bar, told_in_seconds(bar, TOGETHER if options.batch else PLAYED):
        ensure_bots_compiled()
        if options.batch:
            _compile_together()
    if options.gpu:
        return _on_gpu(options)
    if options.batch:
        return _together(options, cores)
    rows = bench(options.games, options.repeats, cores, options.bot)
    if options.json:
        json.dump({"rows": [row.as_json() for row in rows]}, sys.stdout)
        print()
        return 0
    table = Table(
        title=f"{options.bot}, best of {options.repeats}", box=SIMPLE, padding=(0, 1, 0, 0)
    )
    texts = ("edition", "expansions")
    numbers = ("players", "cores", "games", "games/s", "decisions/s", "scores")
    for heading in (*texts, *numbers):
        table.add_column(heading, justify="left" if heading in texts else "right", no_wrap=True)
    console = Console()
    with console.status("Measuring ...") as status:
        for row in rows:
            status.update(f"Measured {row.edition} edition, {row.players} players ...")
            table.add_row(
                row.edition,
                _expansions(row.expansions),
                str(row.players),
                str(row.cores),
                f"{row.games:,}",
                f"{row.games_per_second:,.0f}",
                f"{row.decisions_per_second:,.0f}",
                f"{row.checksum:,}",
            )
    console.print(table)
    return 0


def _on_gpu(options: argparse.Namespace) -> int:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from ..lab.extras import need

    need("numba.cuda", "gpu", "Measuring a GPU")
    from ..lab.bench_gpu import bench_gpu

    console = Console(stderr=True)
    with console.status("Compiling for the GPU, for a minute or more a row ..."):
        rows = list(bench_gpu(options.games, options.repeats, options.bot))
    if options.json:
        json.dump({"rows": [row.as_json() for row in rows]}, sys.stdout)
        print()
    else:
        title = (
            f"{rows[0].device} and {rows[0].cores} cores, {options.bot}, best of {options.repeats}"
        )
        table = Table(title=title, box=SIMPLE, padding=(0, 1, 0, 0))
        for heading in ("edition", "expansions"):
            table.add_column(heading, no_wrap=True)
        numbers = ("players", "compiled in", "games/s", "decisions/s", "of the cores", "scores")
        for heading in numbers:
            table.add_column(heading, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(
                row.edition,
                _expansions(row.expansions),
                str(row.players),
                f"{row.compile_seconds:,.0f} s",
                f"{row.games_per_second:,.0f}",
                f"{row.decisions_per_second:,.0f}",
                f"{row.decisions_per_second_of_cores:,.0f}",
                f"{row.checksum:,}" if row.same else "not the same",
            )
        Console().print(table)
    if all(row.same for row in rows):
        return 0
    print("The GPU has played other games than the processor.", file=sys.stderr)
    return 1


def _compile_together() -> None:
    """Play a game in each form that is measured."""
    from ..batch import Batch

    Batch(1, players=3).close()
    if _has_pettingzoo():
        from ..envs import speed

        speed.play(1, players=3)


def _has_pettingzoo() -> bool:
    from importlib.util import find_spec

    return find_spec("pettingzoo") is not None


def _together(options: argparse.Namespace, cores: list[int] | None) -> int:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from ..lab.bench_batch import Row, bench_batch

    console = Console(stderr=True)
    with console.status("Measuring ..."):
        rows = list(bench_batch(options.games, options.repeats, cores))
        if _has_pettingzoo():
            from ..envs import speed

            games = options.games or speed.GAMES
            found = [speed.play(games, players=3) for _ in range(options.repeats)]
            fastest, rewards = max(found)
            rows.append(Row("PettingZoo", "2nd", [], 3, 1, round(fastest, 1), 1.0, games, rewards))
    if options.json:
        json.dump({"rows": [row.as_json() for row in rows]}, sys.stdout)
        print()
        return 0
    title = f"2nd edition, random legal actions, best of {options.repeats}"
    table = Table(title=title, box=SIMPLE, padding=(0, 1, 0, 0))
    for heading in ("what", "expansions"):
        table.add_column(heading, no_wrap=True)
    for heading in ("players", "cores", "decisions/s", "gain", "games", "scores"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.form,
            _expansions(row.expansions),
            str(row.players),
            str(row.cores),
            f"{row.decisions_per_second:,.0f}",
            f"{row.gain:.2f}",
            f"{row.games:,}",
            f"{row.checksum:,}",
        )
    Console().print(table)
    return 0


def _expansions(names: list[str]) -> str:
    return "all" if len(names) == len(EXPANSIONS) else ", ".join(names) or "none"
