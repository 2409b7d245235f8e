"""Check recorded games: every move legal, the scores as written down, the deal as promised."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import Unreadable, parse_json, read_at_most, read_bytes
from ..terminal.events import moment
from ..terminal.screen import clean, sentence
from ..terminal.tongue import _
from .waiting import engine_for

if TYPE_CHECKING:
    from ..game.game import Game

LARGEST = 1_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - reads standard input")


def run(options: argparse.Namespace) -> int:
    engine_for(len(options.files))
    failed = False
    for file in options.files:
        try:
            print(f"{file}: {verified(read_record(file))}")
        except ValueError as error:
            failed = True
            print(f"{file}: WRONG: {sentence(error)}")
    return int(failed)


def read_record(file: str) -> Mapping[str, Any]:
    """The JSON of a record, from a file or, for ``-``, from standard input."""
    try:
        if file == "-":
            data = read_at_most(sys.stdin.buffer, LARGEST)
        else:
            data = read_bytes(Path(file), LARGEST)
        record = parse_json(data)
    except Unreadable as error:
        raise ValueError(error.sentence) from None
    if not isinstance(record, dict):
        raise ValueError(_("A record is a JSON object, and this is not one."))
    return record


def verified(record: Mapping[str, Any]) -> str:
    """Replay a record; what came of it, or a ValueError with the first thing that is wrong."""
    from ..game.game import Game

    game = Game.from_record(record)
    fair = _fairness(record) + _taken_back(record)
    if not game.over:
        return (
            f"legal, unfinished after {game.steps} steps ({moment(game)}){fair}; "
            f"so far {_scores(game)}"
        )
    if "totals" not in record:
        return f"legal, finished, without totals{fair}; {_scores(game)}"
    return f"legal, finished, totals agree{fair}; {_scores(game)}"


def _fairness(record: Mapping[str, Any]) -> str:
    """That the deal follows from what was promised before the game, if that was recorded."""
    from ..table.rooms import fair

    if "fair" not in record:
        return ""
    fair.check(record)
    return f", fair deal (its hash was {record['fair']['hash']})"


def _taken_back(record: Mapping[str, Any]) -> str:
    """How often something was taken back, which is why the game counts in no average."""
    times = record.get("taken_back", 0)
    return f", taken back {times} time{'s' * (times != 1)}" if times else ""


def _scores(game: Game) -> str:
    return ", ".join(
        f"{clean(name)} {sheet.total}"
        for name, sheet in zip(game.names, game.scores(), strict=True)
    )
