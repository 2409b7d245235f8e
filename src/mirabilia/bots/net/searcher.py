"""The bot that searches with a net, as a player of the readable face: budgets and reasons."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ...engine import chance
from ...engine.scratch import ensure_compiled, scratch
from ...engine.state import GAME, NONE
from ...game import position_reader
from ...game.game import Game
from ...game.notation import Move
from .. import Expectation
from ..halving import STATS, TRIES, Halving
from ..search.sample import PLAN, plan_of
from ..search.search import list_candidates
from . import search
from .inputs import new_mind
from .net import our_net
from .search import Trial

# So many moves are tried at most, those that the net likes best. What it likes counts as a part of
# a result, as much as so many tries say; it puts no move further back than that.
_WIDTH = 16
_PRIOR_LIKING = 0.04
_FURTHEST = 6
HOW = {"far": 2, "heat": 1.0, "own_heat": 0.5}


class Searcher:
    """A bot that searches. With ``playouts`` given it looks at no clock."""

    def __init__(
        self,
        usual: float,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int | None = None,
    ) -> None:
        self._seconds = usual if seconds is None else seconds
        self._playouts = playouts
        self._rng = chance.states(secrets.randbits(53) if seed is None else seed)
        self._position: Position | None = None
        self.how = dict(HOW)
        self.playouts = 0

    def choose(self, view: Mapping[str, Any]) -> Move:
        start = time.perf_counter()
        ensure_net_search_compiled()
        position = Position(view, self.how)
        best = position.search(self._rng, self._playouts, start + self._seconds)
        self.playouts = int(position.stats[:, TRIES].sum())
        self._position = position
        return best

    def explain(self) -> str:
        return self._position.explain() if self._position else "No move chosen yet."

    def expectations(self) -> list[Expectation]:
        """What it expected of the moves it tried for the last choice, the best first."""
        return self._position.expectations() if self._position else []


class Position(Halving):
    """A decision to be taken: the record of a view, what is not known of it, the candidates."""

    point = 1 / search.BEND + search.OWN_POINTS

    def __init__(self, view: Mapping[str, Any], how: Mapping[str, float]) -> None:
        self.setup, games = position_reader.from_view(view)
        self.seat = int(view["seat"])
        self.games = np.zeros(search.RECORDS, GAME)
        self.games[search.VIEWED] = games[0]
        self.plans = np.zeros(2, PLAN)
        self.plans[0] = plan_of(view, self.setup, games)[0]
        self.minds, self.how = new_mind(self.setup), np.zeros(1, search.HOW)
        for name, value in how.items():
            self.how[0][name] = value
        self._note_what_is_known(view)
        self._list()
        if self.plans[0].chosen != NONE:
            self.games[search.VIEWED].asked[self.seat] = 0

    def _note_what_is_known(self, view: Mapping[str, Any]) -> None:
        """Of the discard pile and of hands to come, as the net is told."""
        g, mind = self.games[search.VIEWED], self.minds[0]
        pile = view["discard"]
        mind.discarded = pile if isinstance(pile, int) else len(pile)
        seats = int(g.seats)
        if g.free_city:
            return
        step = 1 if g.age == 2 else -1
        of = self.setup.book.card_number
        for place in range(min(seats - 1, 2)):
            other = (self.seat + step * (place + 1)) % seats
            for into, cards in ((mind.seen, view["seen"]), (mind.maybe, view["maybe"])):
                numbers = sorted(int(mind.numbers[of[card]]) for card in cards[other])
                into[place, : len(numbers)] = numbers[: into.shape[1]]

    def _list(self) -> None:
        space = scratch()
        g, t = self.games[search.VIEWED], self.setup.book.tables[0]
        count = list_candidates(g, t, self.seat, space.moves, space.w)
        self.candidates = space.moves[:count].copy()
        self.stats = np.zeros((count, STATS))
        liking = np.zeros(count)
        search.like_candidates(self._trial(), liking, space.w)
        self.liking = liking
        best = np.argsort(-liking, kind="stable")[:_WIDTH]
        self.candidates = self.candidates[best]
        self.stats = self.stats[best]
        behind = np.maximum(liking[best] - liking.max(), -_FURTHEST)
        self.prior = behind * _PRIOR_LIKING

    def _run(self, rng: npt.NDArray[np.uint64], active: npt.NDArray[np.int64], worlds: int) -> None:
        space = scratch()
        search.run(self._trial(), active, worlds, rng, space.no_events, space.w)

    def _trial(self) -> Trial:
        return Trial(
            self.setup.book.tables[0],
            self.seat,
            self.games,
            self.games.view(np.uint8).reshape(search.RECORDS, -1),
            self.plans,
            self.plans.view(np.uint8).reshape(2, -1),
            self.candidates,
            self.stats,
            our_net()[0],
            self.minds[0],
            self.how[0],
        )


def ensure_net_search_compiled() -> None:
    """Compile what a search with a net needs, the first time, saying so."""
    ensure_compiled()
    ensure_compiled("net", compile_net_search)


def compile_net_search() -> None:
    """Take a decision, so that all that a search needs is compiled."""
    position = Position(Game(3, edition="1st", seed=1).view(0), HOW)
    position.search(chance.states(1), 1, 0.0)
