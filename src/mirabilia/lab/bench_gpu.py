"""How fast a GPU plays beside all cores of its machine, in one run; the same games are a check."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from ..bots.compiled import ensure_bots_compiled
from ..catalogue import EXPANSIONS
from ..game.setup import Wanted
from . import gpu
from .bench import GAMES, GAMES_WITH_EXPANSIONS
from .simulate import Results, simulate

GAMES_OF_A_GPU = 4_000_000
# Each setup has code of its own on a GPU, which takes a minute or more to make: so they are few.
SETUPS: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("1st", (), 3),
    ("1st", (), 7),
    ("2nd", EXPANSIONS, 5),
)


@dataclass(frozen=True)
class Row:
    """The GPU plays the games of the processor first, then many more, which are timed."""

    device: str
    edition: str
    expansions: list[str]
    players: int
    checksum: int
    same: bool  # all results of the games that both have played
    compile_seconds: float
    games: int
    games_per_second: float
    decisions_per_second: float
    cores: int
    decisions_per_second_of_cores: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_gpu(games: int | None = None, repeats: int = 3, bot: str = "random") -> Iterator[Row]:
    """A row for every setup; the best of the repeats, of the GPU and of all cores."""
    there = gpu.find()
    ensure_bots_compiled()
    for edition, expansions, players in SETUPS:
        setup: dict[str, Any] = {
            "wanted": Wanted(players, edition, expansions, seed=0),
            "bots": [bot],
        }
        shared = games or (GAMES_WITH_EXPANSIONS if expansions else GAMES)
        many = games or GAMES_OF_A_GPU
        begun = time.perf_counter()
        first = gpu.simulate_on_gpu(shared, **setup)
        compiling = time.perf_counter() - begun
        known, slow = _best(repeats, partial(simulate, shared, **setup))
        played, fast = _best(repeats, partial(gpu.simulate_on_gpu, many, **setup))
        yield Row(
            there.name,
            edition,
            list(expansions),
            players,
            first.checksum,
            bool((first.rows == known.rows).all()) and first.decisions == known.decisions,
            round(compiling, 1),
            many,
            round(many / fast, 1),
            round(played.decisions / fast, 1),
            os.cpu_count() or 1,
            round(known.decisions / slow, 1),
        )


def _best(repeats: int, play: Callable[[], Results]) -> tuple[Results, float]:
    """What is played, and the least seconds it took."""
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        results = play()
        best = min(best, time.perf_counter() - begun)
    return results, best
