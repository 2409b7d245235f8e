"""Write all that a server keeps into one file, also while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from .database import add_database, database_url


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; it must not exist yet")
    add_database(parser)


def run(options: argparse.Namespace) -> int:
    from ..table.rooms.backup import back_up
    from ..table.rooms.storage import StorageError

    try:
        tables = back_up(database_url(options), options.file)
    except StorageError as error:
        raise ValueError(str(error)) from None
    size = options.file.stat().st_size
    what = "1 table and all that belongs to it" if tables == 1 else f"{tables} tables and all else"
    print(f"{options.file}: {what}, {size:,} bytes.")
    return 0
