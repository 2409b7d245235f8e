"""What the bots of a table are asked, and how their answers are played."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ...game.game import Game
from .thinking import Job, Thought


@dataclass(frozen=True, slots=True)
class Question:
    """What the bots of some seats are to decide in a step."""

    step: int
    seats: tuple[int, ...]
    job: Job


def play_for(game: Game, seat: int, level: str, thought: Thought | None) -> tuple[str, str]:
    """Play what a bot has chosen, or anything legal: a table never hangs. Who chose, what."""
    if thought is not None:
        try:
            game.play(seat, thought.move)
            return thought.stand_in or level, thought.move
        except ValueError:
            pass  # it was chosen for a hand that has changed since, or the bot is mistaken
    move = str(random.choice(game.moves(seat)))
    game.play(seat, move)
    return "random", move
