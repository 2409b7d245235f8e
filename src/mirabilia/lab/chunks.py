"""A folder of simulated games, filled piece by piece.

Each run (setup, bots, seed) has a folder of its own inside, with its settings in ``run.json`` and
files of Parquet named by the seeds of the games they hold. A file appears under its name only when
it is complete. So whatever was interrupted goes on where it was, no game is there twice, and more
games, or other runs, can be added at any time.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from .. import __version__
from ..engine import RULES
from ..files import DRAFT, make_folder, read_json, write_whole
from ..game.setup import Setup
from .facts import Run, play_range
from .rows import RowsError, read_rows

SETTINGS = "run.json"
CHUNK = 10_000
MOST_IN_FILE = 1_000_000  # games; so that a file can be read into memory, whoever wrote it
_LARGEST_SETTINGS = 100_000  # bytes
_FORGOTTEN = 3600  # seconds after which an unfinished file is nobody's
_CHECKED = 5  # games played again before a run goes on
_NAME = re.compile(r"games-(\d{16})-(\d{16})\.parquet")


class FolderError(ValueError):
    """A folder that does not hold what it should; the message names it."""


@dataclass(frozen=True, order=True)
class Chunk:
    """Games of a run by number: from ``first`` to before ``end``."""

    first: int
    end: int

    @property
    def games(self) -> int:
        return self.end - self.first


class RunFolder:
    """Where the games of one run lie."""

    def __init__(self, run: Run, folder: Path) -> None:
        self.run, self.folder = run, folder

    def path(self, chunk: Chunk) -> Path:
        """The file of a chunk, named by its first and last seed."""
        seed = self.run.seed
        name = f"games-{seed + chunk.first:016}-{seed + chunk.end - 1:016}.parquet"
        return self.folder / name

    def done(self) -> list[Chunk]:
        """The chunks that are there, in order."""
        found = []
        for path in self.folder.glob("games-*.parquet"):
            if match := _NAME.fullmatch(path.name):
                first, last = int(match[1]), int(match[2])
                chunk = Chunk(first - self.run.seed, last + 1 - self.run.seed)
                fits = chunk.first >= 0 and 0 < chunk.games <= MOST_IN_FILE
                if not fits or not path.is_file():
                    raise FolderError(f"{path} can't hold the games its name says: remove it.")
                found.append(chunk)
        found.sort()
        for one, other in pairwise(found):
            if other.first < one.end:
                raise FolderError(
                    f"{self.path(one)} and {self.path(other).name} hold the same games: "
                    "remove one of them."
                )
        return found

    def missing(self, games: int, size: int = CHUNK) -> Iterator[Chunk]:
        """What is still to be played of so many games, in pieces of at most ``size``."""
        at = 0
        for chunk in [*self.done(), Chunk(games, games)]:
            while at < min(chunk.first, games):
                end = min(at - at % size + size, chunk.first, games)
                yield Chunk(at, end)
                at = end
            at = max(at, chunk.end)

    def write(self, chunk: Chunk, data: bytes) -> None:
        """Put a chunk's file into its place, whole or not at all."""
        write_whole(self.path(chunk), data)

    def read(self, chunk: Chunk) -> Any:
        """The rows of a chunk's file, a table of Arrow."""
        try:
            return read_rows(self.path(chunk), self.run, chunk.first, chunk.games)
        except RowsError as error:
            raise FolderError(f"{self.path(chunk)} {error}.") from error

    def begin(self) -> None:
        """Make the folder, or make sure that it is this run's and that the rules are the same."""
        make_folder(self.folder.parent)
        make_folder(self.folder, own=True)
        self._clear_away()
        settings = self.folder / SETTINGS
        if not settings.exists():
            text = json.dumps(
                {"rules": rules_of(self.run.setup), "run": asdict(self.run)}, indent=1
            )
            write_whole(settings, text + "\n")
            return
        before = _read(settings)
        if _run_of(before, settings) != self.run:
            raise FolderError(f"{settings} is of another run.")
        if before.get("rules") != rules_of(self.run.setup):
            raise FolderError(
                f"The games in {self.folder} were played by another version: "
                "take another folder, or remove them."
            )
        for chunk in self.done()[:1]:
            self._check(chunk)

    def _clear_away(self) -> None:
        """What was never finished."""
        for draft in self.folder.glob(f"*{DRAFT}"):
            with suppress(OSError):
                if time.time() - draft.lstat().st_mtime > _FORGOTTEN:
                    draft.unlink()

    def _check(self, chunk: Chunk) -> None:
        """The first games of a chunk must come out as they did."""
        games = min(_CHECKED, chunk.games)
        totals = self.read(chunk)["total"]
        now = play_range(self.run, chunk.first, games)["total"].ravel()
        if totals[: len(now)].to_pylist() != now.tolist():
            raise FolderError(
                f"The games in {self.folder} come out otherwise now: rules or bots have changed. "
                "Take another folder, or remove them."
            )


def rules_of(setup: Setup) -> str:
    """What games depend on beside their seeds and players."""
    return f"{__version__} {RULES} {setup.book.catalogue.digest}"


def run_folder(run: Run, folder: Path) -> RunFolder:
    """The place of a run in a folder."""
    return RunFolder(run, folder / run.name)


def runs_in(folder: Path) -> list[RunFolder]:
    """All runs of a folder that have games; a run's own folder will do as well."""
    if not folder.is_dir():
        raise FolderError(f"There is no folder {folder}.")
    found = []
    for settings in sorted([*folder.glob(SETTINGS), *folder.glob(f"*/{SETTINGS}")]):
        place = RunFolder(_run_of(_read(settings), settings), settings.parent)
        if place.done():
            found.append(place)
    if not found:
        raise FolderError(
            f"{folder} holds no simulated games: mirabilia simulate --out {folder} makes some."
        )
    return found


def _read(settings: Path) -> dict[str, Any]:
    read = read_json(settings, _LARGEST_SETTINGS)
    if not isinstance(read, dict):
        raise FolderError(f"{settings} holds no settings.")
    return read


def _run_of(read: dict[str, Any], settings: Path) -> Run:
    """The run of some settings: one that can be played, and written as it is written here."""
    try:
        run = Run.checked(**read["run"])
        same = json.loads(json.dumps(asdict(run))) == read["run"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FolderError(f"{settings} holds no run that can be played.") from error
    if not same:
        raise FolderError(f"{settings} holds no run that can be played.")
    return run
