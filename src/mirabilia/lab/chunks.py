"""A folder of simulated games, filled piece by piece.

Each run (setup, bots, seed) has a folder of its own inside, with its settings in ``run.json`` and
files of Parquet named by the seeds of the games they hold. A file appears under its name only when
it is complete. So whatever was interrupted goes on where it was, no game is there twice, and more
games, or other runs, can be added at any time.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from .. import __version__
from .facts import Run, play_range
from .rows import parquet

SETTINGS = "run.json"
CHUNK = 10_000
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
                found.append(Chunk(first - self.run.seed, last + 1 - self.run.seed))
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
        path = self.path(chunk)
        draft = path.with_suffix(f".{os.getpid()}.part")
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    def begin(self) -> None:
        """Make the folder, or make sure that it is this run's and that the rules are the same."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for draft in self.folder.glob("*.part"):
            if time.time() - draft.stat().st_mtime > _FORGOTTEN:
                draft.unlink(missing_ok=True)
        settings = self.folder / SETTINGS
        if not settings.exists():
            text = json.dumps({"rules": rules_of(self.run), "run": asdict(self.run)}, indent=1)
            draft = settings.with_suffix(f".{os.getpid()}.part")
            draft.write_text(text + "\n", encoding="utf-8")
            draft.replace(settings)
            return
        before = _read(settings)
        if _run_of(before, settings) != self.run:
            raise FolderError(f"{settings} is of another run.")
        if before.get("rules") != rules_of(self.run):
            raise FolderError(
                f"The games in {self.folder} were played by another version: "
                "take another folder, or remove them."
            )
        for chunk in self.done()[:1]:
            self._check(chunk)

    def _check(self, chunk: Chunk) -> None:
        """The first games of a chunk must come out as they did."""
        games = min(_CHECKED, chunk.games)
        totals = parquet().read_table(self.path(chunk), columns=["total"])["total"]
        now = play_range(self.run, chunk.first, games)["total"].ravel()
        if totals[: len(now)].to_pylist() != now.tolist():
            raise FolderError(
                f"The games in {self.folder} come out otherwise now: rules or bots have changed. "
                "Take another folder, or remove them."
            )


def rules_of(run: Run) -> str:
    """What the games of a run depend on beside their seeds."""
    return f"{__version__} {run.setup.book.catalogue.digest}"


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
    try:
        read = json.loads(settings.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FolderError(f"{settings} can't be read: {error}.") from error
    if not isinstance(read, dict):
        raise FolderError(f"{settings} holds no settings.")
    return read


def _run_of(read: dict[str, Any], settings: Path) -> Run:
    try:
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in read["run"].items()
        }
        return Run(**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise FolderError(f"{settings} holds no run.") from error
