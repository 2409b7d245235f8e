"""Compile the engine, the bots and the lab into the cache; done once, it is quick from then on."""

from __future__ import annotations

import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="say nothing")


def run(options: argparse.Namespace) -> int:
    from ..bots.compiled import ensure_all_compiled
    from ..lab.facts import ensure_lab_compiled

    ensure_all_compiled(
        quiet=options.quiet, meanwhile=lambda: ensure_lab_compiled(quiet=options.quiet)
    )
    return 0
