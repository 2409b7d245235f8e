"""The games of a tournament, a line of JSON each, in a file that only grows.

The first line holds the settings: a file goes on only with the same ones. A game counts by its
deal, line-up and rotation, so none counts twice. A last line that was cut off, by a crash or a full
disk, is dropped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TextIO

from .. import __version__
from .entrants import Pairing, Tournament

NAME = "games.jsonl"


class LedgerError(ValueError):
    """A file of games that can't be gone on with; the message says why."""


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """What must be the same for games to belong to one tournament."""
    setup = tournament.setup
    return {
        "bots": [str(entrant) for entrant in tournament.entrants],
        "mode": tournament.mode,
        "players": setup.players,
        "edition": setup.edition,
        "expansions": list(setup.expansions),
        "teams": setup.teams,
        "leaders": setup.leaders,
        "sides": setup.sides,
        "seed": setup.seed,
        "rules": f"{__version__} {setup.book.catalogue.digest}",
    }


class Ledger:
    """Games by what they are; with a folder, also on disk."""

    def __init__(self, tournament: Tournament, folder: Path | None = None) -> None:
        self._rows: dict[Pairing, dict[str, Any]] = {}
        self._file: TextIO | None = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        settings = settings_of(tournament)
        self._read(path, settings)
        self._file = path.open("a", encoding="utf-8")
        if self._file.tell() == 0:
            self._write({"settings": settings})

    def _read(self, path: Path, settings: dict[str, Any]) -> None:
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.decode("utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            try:
                read = json.loads(line)
                if number == 1:
                    _check(path, read["settings"], settings)
                else:
                    self._rows[Pairing(read["deal"], read["lineup"], read["rotation"])] = read
            except (json.JSONDecodeError, AttributeError, KeyError, TypeError) as error:
                raise LedgerError(f"{path}, line {number} can't be read.") from error
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))

    def _write(self, row: dict[str, Any]) -> None:
        if self._file:
            self._file.write(json.dumps(row, separators=(",", ":")) + "\n")
            self._file.flush()

    def add(self, row: dict[str, Any]) -> None:
        """Note a game that is over."""
        pairing = Pairing(row["deal"], row["lineup"], row["rotation"])
        if pairing not in self._rows:
            self._rows[pairing] = row
            self._write(row)

    def close(self) -> None:
        if self._file:
            self._file.close()

    def __contains__(self, pairing: Pairing) -> bool:
        return pairing in self._rows

    def __getitem__(self, pairing: Pairing) -> dict[str, Any]:
        return self._rows[pairing]

    def __len__(self) -> int:
        return len(self._rows)


def _check(path: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    for key, value in now.items():
        if before.get(key) != value:
            raise LedgerError(
                f"{path} is of another tournament: its {key} {_is(key)} {_text(before.get(key))}, "
                f"not {_text(value)}. Take another folder."
            )


def _is(key: str) -> str:
    return "are" if key.endswith("s") else "is"


def _text(value: Any) -> str:
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
