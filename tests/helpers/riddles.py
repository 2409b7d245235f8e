"""A puzzle that was not looked for, and how a server comes by it."""

from __future__ import annotations

import json
import zlib

from mirabilia import Game
from mirabilia.review import puzzles
from mirabilia.review.puzzles import Answer, Puzzle
from mirabilia.table.rooms import puzzling
from tables import Served

LINES = {"green": 2.5, "blue": -0.5}


def example() -> Puzzle:
    game = Game(puzzles.NAMES[:3], seed=5)
    best, *others = puzzles.uses(game, 0)
    answers = [
        Answer(move, 2.0, 40.0 - at, 2.0 + at, 0.2, LINES, {1: 1.5, 2: -1.0})
        for at, move in enumerate(others)
    ]
    return Puzzle(5, game.record(), 0, Answer(best, 1.5, 43.0), tuple(answers))


def keep(server: Served) -> str:
    """Have the example be the puzzle of today; which day that is."""
    day = server.service.puzzles.today
    packed = zlib.compress(json.dumps(puzzles.write(example())).encode())
    with server.service.storage.engine.begin() as connection:
        puzzling._write(connection, day, packed)
    return day
