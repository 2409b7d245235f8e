"""Fill an empty database from a backup; a server on it goes on where the backup was made."""

from __future__ import annotations

import argparse
from pathlib import Path

from .database import add_database, database_url


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what backup has written")
    add_database(parser)


def run(options: argparse.Namespace) -> int:
    from ..table.rooms.backup import restore
    from ..table.rooms.storage import StorageError

    try:
        tables = restore(options.file, database_url(options))
    except StorageError as error:
        raise ValueError(str(error)) from None
    what = "1 table is" if tables == 1 else f"{tables} tables are"
    print(f"{what} there again; start the server with the same --database.")
    return 0
