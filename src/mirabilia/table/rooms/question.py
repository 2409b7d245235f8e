"""What bots are asked about a table, and how the answers of its own are played."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...game.game import Game
from .refused import Refused
from .workers import Job, Thought

if TYPE_CHECKING:
    from .table import Table


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


def hint_for(
    table: Table, visitor: str | None, seat: int | None, cold: bool
) -> tuple[int, tuple[int, ...], dict[str, Any]]:
    """For which seat somebody wants a hint, what it is about, and what that seat knows."""
    own = table.own(visitor).seat
    table.come_back(visitor)
    owed = table.owed_by(own)
    number = own if seat is None and own in owed else seat
    if number is None and owed:
        number = owed[0]
    if number is None or number not in owed or table.game is None:
        raise Refused("You owe no decision now.")
    # With two players, what is known for the Free City changes within a step.
    version = table.version if table.game.players == 2 else 0
    return number, (table.step, number, version, int(cold)), table.game.view(number)
