"""Compile the engine, the bots and the lab into the cache; done once, it is quick from then on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..terminal.tongue import _
from .waiting import progress_bar, told_in_seconds

LEVELS = ("native", "generic", "x86-64-v3")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="say nothing")
    parser.add_argument(
        "--into", type=Path, metavar="FOLDER", help="make a folder of compiled code to take along"
    )
    parser.add_argument(
        "--cpu",
        choices=LEVELS,
        default=LEVELS[0],
        help="the processors for which that folder is made; if left out, those like this one",
    )


def run(options: argparse.Namespace) -> int:
    if options.into is not None:
        from ..engine import shipped

        shipped.make(options.into, options.cpu, quiet=options.quiet)
        return 0
    if options.cpu != LEVELS[0]:
        raise ValueError("--cpu needs --into: what is compiled here is made for this processor.")

    from ..bots.compiled import ensure_all_compiled
    from ..engine import jit
    from ..lab.facts import ensure_lab_compiled

    def busy() -> None:
        if not options.quiet:
            words = _("Another process is compiling already: waiting for it.")
            print(words, file=sys.stderr, flush=True)

    with jit.alone(busy), progress_bar() as bar, told_in_seconds(bar):
        ensure_all_compiled(
            quiet=options.quiet, meanwhile=lambda: ensure_lab_compiled(quiet=options.quiet)
        )
    return 0
