"""What is played, as options that several subcommands have."""

from __future__ import annotations

import argparse

from ..bots.levels import LEVELS, PLAIN
from ..catalogue import EXPANSIONS, LEADER_DECKS

BOTS = f"{', '.join(PLAIN)} and, by strength, {', '.join(LEVELS)}"


def add_expansions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--expansions",
        default="",
        metavar="NAMES",
        help=f"a list of {', '.join(EXPANSIONS)}, or all (default: none)",
    )


def add_leaders(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--leaders",
        choices=LEADER_DECKS,
        default=LEADER_DECKS[0],
        help="the leaders to draft from; expert: all (default: standard)",
    )
