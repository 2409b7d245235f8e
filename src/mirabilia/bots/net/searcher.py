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
from ...game.codec import move_from_row
from ...game.game import Game
from ...game.notation import Move
from .. import Expectation
from ..search.sample import PLAN, plan_of
from ..search.search import list_candidates
from . import search
from .inputs import new_mind
from .net import our_net
from .search import Trial

_BATCH = 0.01  # seconds between two looks at the clock
_MOST_WORLDS = 64
_LISTED = 3
# So many moves are tried at most, those that the net likes best. What it likes counts as a part of
# a result, as much as so many tries say; it puts no move further back than that.
_WIDTH = 16
_PRIOR_LIKING = 0.04
_PRIOR_TRIES = 8
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
        self.playouts = int(position.stats[:, search.TRIES].sum())
        self._position = position
        return best

    def explain(self) -> str:
        return self._position.explain() if self._position else "No move chosen yet."

    def expectations(self) -> list[Expectation]:
        """What it expected of the moves it tried for the last choice, the best first."""
        return self._position.expectations() if self._position else []


class Position:
    """A decision to be taken: the record of a view, what is not known of it, the candidates."""

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
        self.stats = np.zeros((count, search.STATS))
        liking = np.zeros(count)
        search.like_candidates(self._trial(), liking, space.w)
        self.liking = liking
        best = np.argsort(-liking, kind="stable")[:_WIDTH]
        self.candidates = self.candidates[best]
        self.stats = self.stats[best]
        behind = np.maximum(liking[best] - liking.max(), -_FURTHEST)
        self.prior = behind * _PRIOR_LIKING

    def search(
        self,
        rng: npt.NDArray[np.uint64],
        playouts: int | None,
        until: float,
    ) -> Move:
        """Halve the candidates until one is left or the time is up."""
        count = len(self.candidates)
        active = np.arange(count)
        out: list[npt.NDArray[np.int64]] = []
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
        """The candidates by their results so far, those with few tries also by the net's liking."""
        rows = self.stats[active]
        tries = np.maximum(rows[:, search.TRIES], 1)
        mean = rows[:, search.RESULT] / tries
        mean += self.prior[active] * _PRIOR_TRIES / (_PRIOR_TRIES + tries)
        return active[np.argsort(-mean, kind="stable")]

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


def ensure_net_search_compiled() -> None:
    """Compile what a search with a net needs, the first time, saying so."""
    ensure_compiled()
    ensure_compiled("net", compile_net_search)


def compile_net_search() -> None:
    """Take a decision, so that all that a search needs is compiled."""
    position = Position(Game(3, edition="1st", seed=1).view(0), HOW)
    position.search(chance.states(1), 1, 0.0)
