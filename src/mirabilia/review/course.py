"""The course of a game: which place and how many points everybody could expect after each turn.

From the true position, with all hands as they were and later ages dealt anew, the game is played
on many times, everybody by the same policy and with mistakes like people's. That is no seat's
knowledge but that of the game after its end, and it favours nobody: a search would let only its own
seat look further ahead than the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bots.halving import STATS
from ..bots.policy.weights import AS_GOOD, NOISE, TREE_PRIOR
from ..bots.search import search
from ..bots.search.sample import PLAN
from ..bots.searcher import Position, ensure_search_compiled
from ..engine import chance
from ..engine.state import NONE
from ..game.codec import row_from_move
from ..game.replays import Replay
from .judgement import Expected, Moment
from .outcomes import Outcomes

_EFFORT = 9000  # playouts after a turn: so many at three seats, fewer where each takes longer
_ERRS = 4.0  # so many points at most does everybody misjudge a move by, as people do
_STREAM = 1 << 20  # decisions have the numbers below


def expected(
    replay: Replay, moment: Moment, *, playouts: int | None = None, seed: int = 0
) -> Expected:
    """What everybody could expect after a turn."""
    ensure_search_compiled()
    position = _Open(replay, moment.step)
    setup = position.setup
    worlds = playouts or _EFFORT // (setup.seats * (2 + len(setup.expansions)))
    outcomes, rng = Outcomes(position, worlds), chance.states(seed, _STREAM + moment.step)
    for world in range(worlds):
        position._run(rng, np.zeros(1, np.int64), 1)
        outcomes.note(world)
    places, points = outcomes.places().mean(axis=0), outcomes.points().mean(axis=0)
    return Expected(moment, tuple(places.tolist()), tuple(points.tolist()))


class _Open(Position):
    """The game as it really was, with the last decision of a step to be taken."""

    def __init__(self, replay: Replay, step: int) -> None:
        game = replay.game(step)
        *others, (seat, move) = replay.decisions(step).items()
        for other, decided in others:
            game.play(other, decided)
        super().__init__(game.view(seat))
        games = game.engine_record()
        g = games[0]
        row = row_from_move(self.setup.book, g, seat, move)
        assert row is not None
        self.candidates = row[None, :].copy()
        self.stats = np.zeros((1, STATS))
        self.weights = self.weights.copy()
        self.weights[:, TREE_PRIOR] = 0.0  # all play alike: nobody learns on the way,
        self.weights[:, AS_GOOD] = 1.0  # and nobody plays more plainly than others
        self.weights[:, NOISE] = _ERRS
        self.games[search.VIEWED] = g
        self.plans[0] = _nothing_hidden(g, seat)


def _nothing_hidden(g: Any, seat: int) -> Any:
    """A plan that leaves everything where it is; only what is drawn by chance is mixed anew."""
    plan = np.zeros(1, PLAN)[0]
    plan.seat = seat
    plan.chosen = NONE
    plan.first_deal = g.age
    plan.pile_seen = 1
    plan.spare_n = 1
    plan.known_n[: g.seats] = g.hand_n[: g.seats]
    plan.pool[: g.pile_n] = g.pile[: g.pile_n]
    plan.pool_n = g.pile_n
    plan.leaders[: g.box_n] = g.box[: g.box_n]
    plan.leaders_n = g.box_n
    for level in range(3):
        count = g.sea_n[level]
        plan.islands[level, :count] = g.sea[level, :count]
        plan.islands_n[level] = count
    return plan
