"""The bots there are: two that look at most one move ahead, and the levels of those that search."""

from __future__ import annotations

from dataclasses import dataclass

PLAIN = ("random", "greedy")
STAND_IN = "greedy"  # is quick enough uncompiled


@dataclass(frozen=True, slots=True)
class Level:
    """How a bot plays: how long it thinks or how many playouts, and by how many points it misjudges
    moves at most. The weaker levels count playouts, to be as weak everywhere."""

    seconds: float
    playouts: int | None = None
    error: float = 0.0


LEVELS = {
    "beginner": Level(0.05, 40, 7.0),
    "easy": Level(0.05, 60, 5.0),
    "medium": Level(0.05, 150, 2.0),
    "hard": Level(0.1),
    "expert": Level(0.5),
}


def stand_in(name: str) -> str | None:
    """Who plays for a bot while nothing is compiled; None: it plays itself."""
    from ..engine import cold

    return STAND_IN if cold.lasts() and name not in PLAIN else None
