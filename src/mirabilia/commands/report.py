"""What simulated games tell (those of ``mirabilia simulate --out FOLDER``): win rates by board,
seat, card built and player count, points by source, with 95 % intervals, as one page of HTML."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..files import check_may_write, write_whole
from .waiting import progress_bar


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the games are")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the page (default: report.html in the folder)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures, write no page")


def run(options: argparse.Namespace) -> int:
    from ..lab.chunks import runs_in
    from ..lab.report import study
    from ..lab.report_page import page

    path = options.out or options.folder / "report.html"
    games = sum(chunk.games for place in runs_in(options.folder) for chunk in place.done())
    if not options.json:
        check_may_write(path)
    with progress_bar() as bar:
        task = bar.add_task("Reading", total=games)
        runs = study(options.folder, lambda done: bar.advance(task, done))
    if options.json:
        json.dump({"runs": runs}, sys.stdout)
        print()
        return 0
    write_whole(path, page(runs))
    print(f"{games:,} games of {len(runs)} run{'s' * (len(runs) > 1)}; the report: {path}")
    return 0
