"""Puzzles: decisions of games between experts in which one move is clearly the best.

What they are made of: values that are stored and shown, without what makes them (``puzzle_maker``).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..catalogue import Catalogue
from ..game.game import Game
from .judgement import Reason, Tried, same_use
from .written import read_reason, write_reason

_MOST_LOOKS = 6  # at the decisions of one game


@dataclass(frozen=True, slots=True)
class Find:
    """A decision that may be a puzzle: the two moves that seemed best, and how far apart."""

    step: int
    seat: int
    best: str
    second: str
    lead: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A game between experts as far as it was played, and what was found in it."""

    seed: int
    record: Mapping[str, Any]
    finds: tuple[Find, ...] = ()
    over: bool = False

    @property
    def to_look_at(self) -> list[Find]:
        """The most promising, in an order drawn by the seed: not always the same kind."""
        best = sorted(self.finds, key=lambda find: -find.lead)[:_MOST_LOOKS]
        return random.Random(self.seed).sample(best, len(best))


@dataclass(frozen=True, slots=True)
class Answer:
    """A move of a puzzle: what it costs beside the best one, in points, with its error; and why."""

    tried: Tried
    worth: float
    error: float
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to be solved: the record of its game until then, whose turn it is, the best move,
    and the wrong answers, as far as they are weighed. ``catalogue``: its cards, if they may be
    others than today's.
    """

    seed: int
    record: Mapping[str, Any]
    seat: int
    best: Tried
    answers: tuple[Answer, ...] = ()
    catalogue: Catalogue | None = field(default=None, repr=False, compare=False)

    @property
    def lead(self) -> float:
        """By so many points, at least, the best move is ahead of every other."""
        return min(answer.worth - answer.error for answer in self.answers)

    @property
    def game(self) -> Game:
        return Game.from_record(self.record, catalogue=self.catalogue)

    @property
    def moves(self) -> list[str]:
        """What is known of: the best one first."""
        return [self.best.move, *(answer.tried.move for answer in self.answers)]

    def solved_by(self, move: str) -> bool:
        """What is paid does not matter."""
        return same_use(self.best.move, move)

    def answer(self, move: str) -> Answer | None:
        """What is known of a move that does not solve it."""
        found = (each for each in self.answers if same_use(each.tried.move, move))
        return next(found, None)

    def knows(self, move: str) -> bool:
        return self.solved_by(move) or self.answer(move) is not None

    @property
    def unweighed(self) -> list[str]:
        """The moves, one for each use of a card, of which nothing is known yet."""
        return [move for move in uses(self.game, self.seat) if not self.knows(move)]


def uses(game: Game, seat: int) -> list[str]:
    """What can be done with the cards of a hand, each by its cheapest payment."""
    found: list[str] = []
    for move in sorted(game.moves(seat), key=lambda move: move.coins):
        if not any(same_use(str(move), other) for other in found):
            found.append(str(move))
    return found


def write(puzzle: Puzzle) -> dict[str, Any]:
    """As JSON has it."""
    return {
        **{key: getattr(puzzle, key) for key in ("seed", "record", "seat")},
        "best": asdict(puzzle.best),
        "answers": [
            {
                "tried": asdict(answer.tried),
                "worth": answer.worth,
                "error": answer.error,
                "reasons": [write_reason(why) for why in answer.reasons],
            }
            for answer in puzzle.answers
        ],
    }


def read(data: Mapping[str, Any], catalogue: Catalogue | None = None) -> Puzzle:
    """What ``write`` has made."""
    answers = tuple(
        Answer(
            Tried(**answer["tried"]),
            answer["worth"],
            answer["error"],
            tuple(read_reason(why) for why in answer["reasons"]),
        )
        for answer in data["answers"]
    )
    best = Tried(**data["best"])
    return Puzzle(data["seed"], data["record"], data["seat"], best, answers, catalogue)
