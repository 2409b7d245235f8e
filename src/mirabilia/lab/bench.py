"""How fast the engine is: random players, both editions and all expansions together, with the sum
of all scores as a check.

A fast wrong answer is no result: the checksum of a row depends on nothing but the rules, the seed
and the number of games.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ..catalogue import EDITIONS, EXPANSIONS
from ..game.setup import Wanted
from .simulate import simulate

GAMES = 20_000
GAMES_WITH_EXPANSIONS = 5_000
PLAYERS = (3, 5, 7)
SETUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((edition, ()) for edition in EDITIONS),
    ("2nd", EXPANSIONS),
)


@dataclass(frozen=True)
class Row:
    edition: str
    expansions: list[str]
    players: int
    cores: int
    games_per_second: float
    decisions_per_second: float
    games: int
    checksum: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def core_counts(most: int | None = None) -> list[int]:
    """One core, and all of them."""
    return sorted({1, most or os.cpu_count() or 1})


def bench(
    games: int | None = None,
    repeats: int = 3,
    cores: list[int] | None = None,
    bot: str = "random",
) -> Iterator[Row]:
    """A row for every setup, number of players and number of cores; the best of the repeats."""
    for edition, expansions in SETUPS:
        number = games or (GAMES_WITH_EXPANSIONS if expansions else GAMES)
        for players in PLAYERS:
            for count in cores or core_counts():
                yield _measure(edition, expansions, players, count, number, repeats, bot)


def _measure(
    edition: str,
    expansions: tuple[str, ...],
    players: int,
    cores: int,
    games: int,
    repeats: int,
    bot: str,
) -> Row:
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        wanted = Wanted(players, edition, expansions, seed=0)
        results = simulate(games, wanted, bots=[bot], cores=cores)
        best = min(best, time.perf_counter() - begun)
    return Row(
        edition,
        list(expansions),
        players,
        cores,
        round(games / best, 1),
        round(results.decisions / best, 1),
        games,
        results.checksum,
    )
