"""The games of a tournament, a line of JSON each, in a file that only grows.

The first line holds the settings: a file goes on only with the same ones. A game counts by its
deal, line-up and rotation, so none counts twice. A last line that was cut off, by a crash or a full
disk, is dropped. A line that no game of this tournament can have written is an error: others may
have had the file in their hands.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

from ..files import Unreadable, add, make_folder, open_to_add, parse_json, writing
from ..game.codec import lines_of
from ..game.setup import SEEDS
from .chunks import rules_of
from .entrants import Pairing, Tournament

NAME = "games.jsonl"
_LONGEST_LINE = 100_000
_MOST = 9999  # more points, cards sold or decisions no game has
_LONGEST_GAME = 1e9  # seconds
_QUOTED = 60


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
        "rules": rules_of(setup),
    }


class Ledger:
    """Games by what they are; with a folder, also on disk."""

    def __init__(self, tournament: Tournament, folder: Path | None = None) -> None:
        self._rows: dict[Pairing, dict[str, Any]] = {}
        self._file: FileIO | None = None
        if folder is None:
            return
        make_folder(folder)
        self._path = folder / NAME
        self._file = open_to_add(self._path)
        try:
            with writing(self._path):
                self._read(self._file, tournament)
        except BaseException:
            self.close()
            raise

    def _read(self, file: FileIO, tournament: Tournament) -> None:
        """The games there are; what follows the last whole line is cut off."""
        settings, pairing_of = settings_of(tournament), Rows(tournament)
        first = _line({"settings": settings})
        file.seek(0)
        number = whole = 0
        with open(file.fileno(), "rb", closefd=False) as lines:
            while line := lines.readline(_LONGEST_LINE):
                if not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
                    self._check_cut_off(line, number, first)
                    break
                number, whole = number + 1, whole + len(line)
                try:
                    read = parse_json(line)
                    if number == 1:
                        _check(self._path, read, settings)
                    else:
                        self._rows[pairing_of(read)] = read
                except (Unreadable, NoGame) as error:
                    raise LedgerError(
                        f"{self._path}, line {number} can't be read: {error}. Take another "
                        "folder, or remove the line."
                    ) from error
        file.truncate(whole)
        if not whole:
            add(file, self._path, first)

    def _check_cut_off(self, line: bytes, number: int, first: bytes) -> None:
        """Of another's file nothing is cut off: the first line is ours, or the beginning of it."""
        if not number and not first.startswith(line):
            raise LedgerError(f"{self._path} holds no games: take another folder, or remove it.")

    def add(self, row: dict[str, Any]) -> None:
        """Note a game that is over."""
        pairing = Pairing(row["deal"], row["lineup"], row["rotation"])
        if pairing not in self._rows:
            self._rows[pairing] = row
            if self._file:
                add(self._file, self._path, _line(row))

    def close(self) -> None:
        if self._file:
            self._file.close()

    def __contains__(self, pairing: Pairing) -> bool:
        return pairing in self._rows

    def __getitem__(self, pairing: Pairing) -> dict[str, Any]:
        return self._rows[pairing]

    def __len__(self) -> int:
        return len(self._rows)


class NoGame(ValueError):
    """What a line lacks to be a game of the tournament, as a clause on "it"."""


class Rows:
    """What a row of a tournament looks like: every column has a value for each player."""

    def __init__(self, tournament: Tournament) -> None:
        self._names, self._players = set(tournament.names), tournament.setup.players
        self._partners = tournament.chair_size
        self._lines = len(lines_of(tournament.setup.expansions))
        self._columns: dict[str, Callable[[Any], bool]] = {
            "bots": lambda bot: isinstance(bot, str) and bot in self._names,
            "boards": lambda board: isinstance(board, str),
            "points": lambda points: _whole(points, -_MOST, _MOST),
            "places": lambda place: _whole(place, 1, self._players),
            "lines": self._is_lines,
            "sold": lambda sold: _whole(sold, 0, _MOST),
        }
        self._measured: dict[str, Callable[[Any], bool]] = {
            "decisions": lambda decisions: _whole(decisions, 0, _MOST),
            "seconds": _is_time,
        }

    def _is_lines(self, lines: Any) -> bool:
        return (
            isinstance(lines, list)
            and len(lines) == self._lines
            and all(_whole(points, -_MOST, _MOST) for points in lines)
        )

    def __call__(self, row: Any) -> Pairing:
        """Which game a row is of, or a NoGame."""
        if not isinstance(row, dict):
            raise NoGame("it is no game")
        columns = self._columns
        if "seconds" in row or "decisions" in row:
            columns = columns | self._measured
        if set(row) != {*Pairing._fields, *columns}:
            raise NoGame("it lacks something, or has too much")
        for key in Pairing._fields:
            if not _whole(row[key], 0, SEEDS):
                raise NoGame(f"its {key} is no number")
        for key, fits in columns.items():
            values = row[key]
            if not isinstance(values, list) or len(values) != self._players:
                raise NoGame(f"its {key} are not those of {self._players} players")
            if not all(map(fits, values)):
                raise NoGame(f"its {key} can't be")
        places = row["places"]
        if (
            1 not in places
            or places[:: self._partners] != places[self._partners - 1 :: self._partners]
        ):
            raise NoGame("its places can't be")
        return Pairing(row["deal"], row["lineup"], row["rotation"])


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_time(seconds: Any) -> bool:
    return type(seconds) in (int, float) and 0 <= seconds < _LONGEST_GAME


def _check(path: Path, line: Any, now: dict[str, Any]) -> None:
    before = line.get("settings") if isinstance(line, dict) else None
    if not isinstance(before, dict):
        raise NoGame("it holds no settings")
    for key, value in now.items():
        if before.get(key) != value:
            raise LedgerError(
                f"{path} is of another tournament: its {key} {_is(key)} {_text(before.get(key))}, "
                f"not {_text(value)}. Take another folder."
            )


def _is(key: str) -> str:
    return "are" if key.endswith("s") else "is"


def _text(value: Any) -> str:
    text = (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
    shown = text if text.isprintable() else repr(text)
    return shown if len(shown) <= _QUOTED else f"{shown[: _QUOTED - 1]}…"
