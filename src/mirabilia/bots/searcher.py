"""The bots that search, as players of the readable face: budgets, levels, reasons."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import chance
from ..engine.scratch import ensure_compiled, scratch
from ..engine.state import GAME, NONE
from ..game import position_reader
from ..game.codec import move_from_row
from ..game.game import Game
from ..game.notation import Move
from . import Expectation
from .compiled import compile_bots
from .levels import Level
from .policy.weights import BEND, OWN_POINTS, weights_of
from .search import search
from .search.players import OWN, new_players
from .search.sample import PLAN, plan_of
from .search.tree import TREE

_BATCH = 0.01  # seconds between two looks at the clock
_MOST_WORLDS = 64
_LISTED = 3
# So many moves are tried at most, those that the prior likes best. A point of the prior counts as
# so many points, as much as so many playouts say; it puts no move further back than that.
_WIDTH = 20
_PRIOR_POINT = 0.4
_PRIOR_TRIES = 8
_FURTHEST = 8


class Searcher:
    """A bot that searches. With ``playouts`` given it looks at no clock."""

    def __init__(
        self,
        level: Level,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int | None = None,
    ) -> None:
        self._level = level
        self._seconds = level.seconds if seconds is None else seconds
        self._playouts = playouts
        if seconds is None and playouts is None:
            self._playouts = level.playouts
        self._rng = chance.states(secrets.randbits(53) if seed is None else seed)
        self._position: Position | None = None
        self.playouts = 0

    def choose(self, view: Mapping[str, Any]) -> Move:
        start = time.perf_counter()
        ensure_search_compiled()
        position = self.position(view)
        best = position.search(self._rng, self._playouts, start + self._seconds, self._level.error)
        self.playouts = int(position.stats[:, search.TRIES].sum())
        self._position = position
        return best

    def position(self, view: Mapping[str, Any]) -> Position:
        """What is searched; another bot may put its own weights there."""
        return Position(view)

    def explain(self) -> str:
        return self._position.explain() if self._position else "No move chosen yet."

    def expectations(self) -> list[Expectation]:
        """What it expected of the moves it tried for the last choice, the best first."""
        return self._position.expectations() if self._position else []


class Position:
    """A decision to be taken: the record of a view, what is not known of it, the candidates."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.setup, games = position_reader.from_view(view)
        self.seat = int(view["seat"])
        setup = self.setup
        self.weights = weights_of(setup.book.catalogue, setup.seats)
        own = self.weights[OWN]
        self.point = float(1 / own[BEND] + own[OWN_POINTS])  # what a point is in a result
        g = games[0]
        self._list(g)
        self.trees = np.zeros(1, TREE)
        self.players = new_players()
        self.plans = np.zeros(2, PLAN)
        self.plans[0] = plan_of(view, self.setup, games)[0]
        if self.plans[0].chosen != NONE:
            g.asked[self.seat] = 0
        self.games = np.zeros(search.RECORDS, GAME)
        self.games[search.VIEWED] = g

    def _list(self, g: Any) -> None:
        space = scratch()
        t = self.setup.book.tables[0]
        count = search.list_candidates(g, t, self.seat, space.moves, space.w)
        found = space.moves[:count].copy()
        prior = np.array([search.prior(g, t, self.seat, move) for move in found]) / 100
        best = np.argsort(-prior, kind="stable")[:_WIDTH]
        self.candidates = found[best]
        behind = np.maximum(prior[best] - prior.max(), -_FURTHEST)
        self.prior = behind * _PRIOR_POINT * self.point
        self.stats = np.zeros((len(best), search.STATS))

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
        tries = np.maximum(rows[:, search.TRIES], 1)
        mean = rows[:, search.RESULT] / tries + self.misjudged[active]
        mean += self.prior[active] * _PRIOR_TRIES / (_PRIOR_TRIES + tries)
        return active[np.argsort(-mean, kind="stable")]

    def _run(self, rng: npt.NDArray[np.uint64], active: npt.NDArray[np.int64], worlds: int) -> None:
        trial = search.Trial(
            self.setup.book.tables[0],
            self.seat,
            self.games,
            self.games.view(np.uint8).reshape(search.RECORDS, -1),
            self.plans,
            self.plans.view(np.uint8).reshape(2, -1),
            self.candidates,
            self.stats,
            self.weights,
            self.trees[0],
            self.players[0],
        )
        space = scratch()
        search.run(trial, active, worlds, rng, space.no_events, space.w)

    def expectations(self) -> list[Expectation]:
        """Place and points of each move that was tried, the best first."""
        found = []
        for index in self.order:
            row = self.stats[index]
            if tries := int(row[search.TRIES]):
                place, points = float(row[search.PLACE]), float(row[search.POINTS])
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


def ensure_search_compiled(*, quiet: bool = False) -> None:
    """Compile what a search needs, the first time, saying so."""
    ensure_compiled(quiet=quiet)
    ensure_compiled("bots", compile_bots, quiet=quiet)
    ensure_compiled("search", compile_search, quiet=quiet)


def compile_search() -> None:
    """Take a decision, so that all that a search needs is compiled."""
    position = Position(Game(3, edition="1st", seed=1).view(0))
    position.search(chance.states(1), 1, 0.0)
