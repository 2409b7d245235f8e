"""A puzzle that was not looked for, and how a server comes by it."""

from __future__ import annotations

import json
import zlib

from mirabilia import Game
from mirabilia.review import puzzles
from mirabilia.review.judgement import MORE, OTHER, Reason, Tried
from mirabilia.review.puzzle_maker import NAMES
from mirabilia.review.puzzles import Answer, Puzzle
from mirabilia.table.rooms import puzzling
from tables import Served

REASONS = (
    Reason(MORE, {"line": "green", "points": 2.5}),
    Reason(OTHER, {"seat": 1, "points": 1.5}),
)


def example() -> Puzzle:
    game = Game(NAMES[:3], seed=5)
    best, *others = puzzles.uses(game, 0)
    answers = [
        Answer(Tried(move, 2.0, 40.0 - at, 30), 2.0 + at, 0.2, REASONS)
        for at, move in enumerate(others)
    ]
    return Puzzle(5, game.record(), 0, Tried(best, 1.5, 43.0, 30), tuple(answers))


def keep(server: Served) -> str:
    """Have the example be the puzzle of today; which day that is."""
    day = server.service.puzzles.today
    packed = zlib.compress(json.dumps(puzzles.write(example())).encode())
    with server.service.storage.engine.begin() as connection:
        puzzling._write(connection, day, packed, example().game.catalogue.digest)
    return day
