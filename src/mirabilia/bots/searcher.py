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
from ..game.game import Game
from ..game.notation import Move
from . import Expectation
from .compiled import compile_bots
from .halving import STATS, TRIES, Halving
from .levels import Level
from .policy.weights import BEND, OWN_POINTS, weights_of
from .search import search
from .search.players import OWN, new_players
from .search.sample import PLAN, plan_of
from .search.tree import TREE

# So many moves are tried at most, those that the prior likes best. A point of the prior counts as
# so many points, as much as so many playouts say; it puts no move further back than that.
_WIDTH = 20
_PRIOR_POINT = 0.4
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
        self.playouts = int(position.stats[:, TRIES].sum())
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


class Position(Halving):
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
        self.stats = np.zeros((len(best), STATS))

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


def ensure_search_compiled(*, quiet: bool = False) -> None:
    """Compile what a search needs, the first time, saying so."""
    ensure_compiled(quiet=quiet)
    ensure_compiled("bots", compile_bots, quiet=quiet)
    ensure_compiled("search", compile_search, quiet=quiet)


def compile_search() -> None:
    """Take a decision, so that all that a search needs is compiled."""
    position = Position(Game(3, edition="1st", seed=1).view(0))
    position.search(chance.states(1), 1, 0.0)
