"""Options that the commands of the lab share, and their progress bar."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


def add_setup(parser: argparse.ArgumentParser) -> None:
    """What is played."""
    parser.add_argument("--players", type=int, default=3, help="2 to 8 (default: 3)")
    parser.add_argument("--edition", default="2nd", help="1st or 2nd (default: 2nd)")
    parser.add_argument(
        "--expansions",
        default="",
        metavar="NAMES",
        help="a list of leaders, cities and armada, or all (default: none)",
    )
    parser.add_argument("--teams", action="store_true", help="two and two together")
    parser.add_argument(
        "--leaders",
        choices=("standard", "expert"),
        default="standard",
        help="the leaders to draft from; expert: all (default: standard)",
    )


def check_cores(cores: int | None) -> None:
    if cores is not None and cores < 1:
        raise ValueError("--cores is at least 1.")


def progress_bar() -> Progress:
    """On the error stream, gone when it is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
