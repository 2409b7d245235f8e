"""Halving: how every bot that searches shares its time among the moves it tries.

After each of log2(candidates) equal parts of the budget the worse half of them is dropped.
How a candidate is tried, in so many worlds, is the bot's own (``_run``).
"""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt

from ..engine import chance
from ..game.codec import move_from_row
from ..game.notation import Move
from ..game.setup import Setup
from . import Expectation

# What is summed up of each candidate's tries.
TRIES, RESULT, SQUARES, POINTS, FIRST, PLACE = range(6)
STATS = 6
_BATCH = 0.01  # seconds between two looks at the clock
_MOST_WORLDS = 64
_LISTED = 3
_PRIOR_TRIES = 8  # as much as so many tries says what a move was thought to be beforehand


class Halving:
    """Candidates of a decision, and what is found of them."""

    setup: Setup
    candidates: npt.NDArray[np.int16]
    stats: npt.NDArray[np.float64]
    prior: npt.NDArray[np.float64]  # what each is thought to be beforehand, as part of a result
    point: float  # what a point is in a result

    def _run(self, rng: npt.NDArray[np.uint64], active: npt.NDArray[np.int64], worlds: int) -> None:
        """Try these candidates in so many worlds."""
        raise NotImplementedError

    def search(
        self,
        rng: npt.NDArray[np.uint64],
        playouts: int | None,
        until: float,
        error: float = 0.0,
    ) -> Move:
        """Halve the candidates until one is left or the time is up.

        Each is misjudged by chance, by up to ``error`` points.
        """
        count = len(self.candidates)
        active = np.arange(count)
        out: list[npt.NDArray[np.int64]] = []
        by_chance = np.array([chance.draw(rng, 1000) / 1000 for _ in range(count)])
        self.misjudged = error * self.point * by_chance
        rounds = (count - 1).bit_length()
        left = playouts
        for step in range(rounds):
            if left is None and step and time.perf_counter() >= until:
                break
            if left is not None:
                share = left // (rounds - step)
                self._run(rng, active, max(share // len(active), 1))
                left -= share
            else:
                now = time.perf_counter()
                self._run_until(rng, active, now + (until - now) / (rounds - step))
            active = self._best(active)
            half = (len(active) + 1) // 2
            out.insert(0, active[half:])
            active = active[:half]
        self.order = np.concatenate([active, *out])
        return self._move(self.order[0])

    def _run_until(
        self, rng: npt.NDArray[np.uint64], active: npt.NDArray[np.int64], stop: float
    ) -> None:
        """Search until the clock says so: at least one world, then as many as fit a short batch."""
        worlds = 1
        before = time.perf_counter()
        while True:
            self._run(rng, active, worlds)
            now = time.perf_counter()
            if now >= stop:
                return
            each = max((now - before) / worlds, 1e-6)
            worlds = max(min(int(min(_BATCH, stop - now) / each), _MOST_WORLDS), 1)
            before = now

    def _best(self, active: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The candidates by their results so far, those with few playouts also by the prior."""
        rows = self.stats[active]
        tries = np.maximum(rows[:, TRIES], 1)
        mean = rows[:, RESULT] / tries + self.misjudged[active]
        mean += self.prior[active] * _PRIOR_TRIES / (_PRIOR_TRIES + tries)
        return active[np.argsort(-mean, kind="stable")]

    def expectations(self) -> list[Expectation]:
        """Place and points of each move that was tried, the best first."""
        found = []
        for index in self.order:
            row = self.stats[index]
            if tries := int(row[TRIES]):
                place, points = float(row[PLACE]), float(row[POINTS])
                found.append(Expectation(self._move(index), place / tries, points / tries, tries))
        return found

    def explain(self) -> str:
        """The best moves, with what is expected of them, in a line."""
        if len(self.candidates) == 1:
            return f"{self._move(0)} is the only move."
        best = [
            f"{found.move} (place {found.place:.1f}, {found.points:.0f} points)"
            for found in self.expectations()[:_LISTED]
        ]
        return "; ".join(best) + "."

    def _move(self, index: int) -> Move:
        return move_from_row(self.setup.book, self.candidates[index])
