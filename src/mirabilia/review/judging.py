"""A decision judged by a search: what was to be expected of the move that was played, and of the
best one.

First the candidates are halved, as the bots do it, but the move that was played stays among them.
Then the few that are left are tried in worlds that they share, new ones, so that none is ahead
because it was lucky when it was chosen. The difference of two moves is that of each such pair of
playouts, and its error comes from how these vary: a difference that is not larger than its error
costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.halving import STATS
from ..bots.policy.weights import TREE_PRIOR
from ..bots.searcher import Position, ensure_search_compiled
from ..engine import chance
from ..game.codec import lines_of, move_from_row, row_from_move
from ..game.notation import Move
from .judgement import Tried, Verdict
from .outcomes import Floats, Outcomes

FINALISTS = 3  # and the move that was played
LEAST_WORLDS = 24
_SURE = 2.0  # standard errors that a difference has to exceed
# Playouts for a decision: so many at three seats, fewer where each takes longer.
_EFFORT = 42_000


def effort_for(seats: int, expansions: int) -> int:
    """Playouts for a decision: less than a second's on most machines."""
    return _EFFORT // (seats * (2 + expansions))


def judge(
    view: Mapping[str, Any], move: str, *, playouts: int | None = None, seed: int = 0, stream: int
) -> Verdict:
    """Judge a move by what its seat knew; the same for the same seed and stream."""
    ensure_search_compiled()
    position = _Judged(view, Move.parse(move))
    if len(position.candidates) == 1:
        return Verdict(Tried(move), Tried(move))
    setup = position.setup
    budget = playouts or effort_for(setup.seats, len(setup.expansions))
    return position.judge(chance.states(seed, stream), budget)


class _Judged(Position):
    """A decision that was taken."""

    def __init__(self, view: Mapping[str, Any], move: Move) -> None:
        self._move_played = move
        super().__init__(view)
        self._player = int(view["decision"]["by"])
        if self._player != self.seat:
            # What the search sums up and learns is for the Free City's last holder, not for this.
            self.weights = self.weights.copy()
            self.weights[:, TREE_PRIOR] = 0.0

    def _list(self, g: Any) -> None:
        super()._list(g)
        row = row_from_move(self.setup.book, g, self.seat, self._move_played)
        if row is None:
            raise ValueError(f"There is no move {str(self._move_played)!r} in this game.")
        found = np.flatnonzero((self.candidates == row).all(axis=1))
        if len(found):
            self._played = int(found[0])
            return
        self._played = len(self.candidates)
        self.candidates = np.vstack([self.candidates, row])
        self.prior = np.append(self.prior, self.prior.min())
        self.stats = np.zeros((len(self.candidates), STATS))

    def judge(self, rng: npt.NDArray[np.uint64], playouts: int) -> Verdict:
        self.misjudged = np.zeros(len(self.candidates))
        last = self._screened(rng, playouts // 2)
        worlds = max(playouts // 2 // len(last), LEAST_WORLDS)
        outcomes = self._compared(rng, last, worlds)
        results = np.stack([found.results(self._player) for found in outcomes])
        order = np.argsort(-results.mean(axis=1), kind="stable")
        tried = [self._tried(last[at], outcomes[at], worlds) for at in range(len(last))]
        at_best, at_played = int(order[0]), last.index(self._played)
        played, best = tried[at_played], tried[at_best]
        further = tuple(tried[at] for at in order if at not in (at_best, at_played))
        if at_best == at_played:
            return Verdict(played, best, further)
        gap = (results[at_best] - results[at_played]) / self.point
        error = float(gap.std(ddof=1) / np.sqrt(worlds)) * _SURE
        verdict = Verdict(
            played,
            best,
            further,
            place=_gap(played.place, best.place),
            points=_gap(best.points, played.points),
            worth=float(gap.mean()),
            error=error,
        )
        return self._explained(verdict, outcomes[at_best], outcomes[at_played])

    def _screened(self, rng: npt.NDArray[np.uint64], playouts: int) -> list[int]:
        """The candidates that are worth a closer look, and the one that was played."""
        active = np.arange(len(self.candidates))
        if self._player != self.seat or len(active) <= FINALISTS:
            return list(range(len(active)))
        rounds = int(np.ceil(np.log2(len(active) / FINALISTS)))
        for _ in range(rounds):
            tried = np.union1d(active, [self._played])
            self._run(rng, tried, max(playouts // rounds // len(tried), 1))
            active = self._best(active)[: max((len(active) + 1) // 2, FINALISTS)]
        return sorted({*map(int, active[:FINALISTS]), self._played})

    def _compared(
        self, rng: npt.NDArray[np.uint64], last: list[int], worlds: int
    ) -> list[Outcomes]:
        """Each in the same worlds: the same hands, the same others, the same chance."""
        outcomes = [Outcomes(self, worlds) for _ in last]
        for world in range(worlds):
            begun = rng[0]
            for index, found in zip(last, outcomes, strict=True):
                rng[0] = begun
                self._run(rng, np.array([index]), 1)
                found.note(world)
        return outcomes

    def _tried(self, index: int, found: Outcomes, worlds: int) -> Tried:
        place = float(found.places()[:, self._player].mean())
        points = float(found.points()[:, self._player].mean())
        return Tried(
            str(move_from_row(self.setup.book, self.candidates[index])), place, points, worlds
        )

    def _explained(self, verdict: Verdict, best: Outcomes, played: Outcomes) -> Verdict:
        lines = best.lines_of(self._player) - played.lines_of(self._player)
        others: Floats = (played.points() - best.points()).mean(axis=0)
        size = 2 if self.setup.teams else 1
        return replace(
            verdict,
            lines={name: float(lines[at]) for at, name in lines_of(self.setup.expansions).items()},
            others={
                other: float(points)
                for other, points in enumerate(others)
                if other // size != self._player // size
            },
        )


def _gap(more: float | None, less: float | None) -> float:
    return (more or 0.0) - (less or 0.0)
