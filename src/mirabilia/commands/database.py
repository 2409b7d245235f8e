"""Which database: an option that several commands have."""

from __future__ import annotations

import argparse
import os


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=os.environ.get("MIRABILIA_DATABASE", ""),
        metavar="URL",
        help="a file for SQLite, or postgresql://user@host/name (default: a file in your data "
        "folder); MIRABILIA_DATABASE names it too",
    )


def database_url(options: argparse.Namespace) -> str:
    """The database that is meant, as the server names it."""
    from ..table.settings import Settings

    settings = Settings(database=options.database)
    settings.check()
    return settings.database_url
