"""How fast games are stepped together for who learns (``batch``), beside the engine alone, in one
run: random legal actions, with observations and masks.

All begin with the same seeds, and each goes on until every game has ended once. The sum of the
scores of these games depends on nothing but the rules, the setup and their number.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..batch import Batch
from ..catalogue import EXPANSIONS
from ..game.setup import Wanted
from .bench import core_counts
from .simulate import simulate

GAMES = 4096
SETUPS: tuple[tuple[tuple[str, ...], int], ...] = (((), 3), (EXPANSIONS, 5))
ENGINE, BATCH = "engine", "batch"


@dataclass(frozen=True)
class Row:
    """``gain``: how much faster it is than the same on one core."""

    form: str
    edition: str
    expansions: list[str]
    players: int
    cores: int
    decisions_per_second: float
    gain: float
    games: int
    checksum: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_batch(
    games: int | None = None, repeats: int = 3, cores: list[int] | None = None
) -> Iterator[Row]:
    """For every setup the engine and the batch on one core and on all; the best of the repeats.

    They take turns, so that what else the machine does hits all alike.
    """
    number = games or GAMES
    counts = cores or core_counts()
    for expansions, players in SETUPS:
        setup: dict[str, Any] = {"players": players, "edition": "2nd", "expansions": expansions}
        batches = {count: Batch(number, threads=count, **setup) for count in counts}
        best: dict[tuple[str, int], float] = {}
        checksums: dict[str, int] = {}
        for _ in range(repeats):
            for count, batch in batches.items():
                for form, found in (
                    (ENGINE, _engine(number, setup, count)),
                    (BATCH, _batch(batch)),
                ):
                    speed, checksums[form] = found
                    best[form, count] = max(speed, best.get((form, count), 0.0))
        for batch in batches.values():
            batch.close()
        for (form, count), speed in sorted(best.items(), reverse=True, key=lambda item: item[0][0]):
            gain = speed / best[form, counts[0]]
            yield Row(
                form,
                setup["edition"],
                list(expansions),
                players,
                count,
                round(speed, 1),
                round(gain, 2),
                number,
                checksums[form],
            )


def _engine(games: int, setup: dict[str, Any], cores: int) -> tuple[float, int]:
    begun = time.perf_counter()
    results = simulate(games, Wanted(**setup, seed=0), bots=["random"], cores=cores)
    return results.decisions / (time.perf_counter() - begun), results.checksum


def _batch(batch: Batch) -> tuple[float, int]:
    """Decisions per second, and the scores of the first game of each row."""
    begun = time.perf_counter()
    batch.begin(0)
    ended = np.zeros(batch.games, np.bool_)
    scores = 0
    while not ended.all():
        batch.step(batch.random_actions())
        anew = batch.over.astype(np.bool_) & ~ended
        scores += int(batch.totals[anew].sum())
        ended |= anew
    return batch.decisions / (time.perf_counter() - begun), scores
